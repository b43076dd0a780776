// One import command from its paths to its summary: finds the files, computes the id of the import, resumes an interrupted run,
// ingests.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ExclusionRule } from '../../asset/index.ts'
import type { LocatorOptions } from '../../enrich/index.ts'
import {
  ANCHORS,
  type FoundFile,
  findFiles,
  importerNamed,
  type Limits,
  portReader,
  ReadProgress,
  refuseUnreadable,
  STANDARD_INPUT,
} from '../../importer/index.ts'
import type { RuleSource } from '../../rule/index.ts'
import type { LoadRequest } from '../tag/index.ts'
import { Checkpoint, importIdOf, type Progress } from './checkpoint.ts'
import { type DryRunSummary, dryRun } from './dry-run.ts'
import type { ImportRecorder, ImportStart } from './import-log.ts'
import { type ImportWatch, watchImport } from './import-watch.ts'
import { type ImportCounts, type ImportSummary, type IngestContext, ingest } from './ingest.ts'
import { BATCH_LIMITS, type BatchLimits, LIVE_BATCH_LIMITS, type ReadBatch } from './read-batch.ts'
import { readInThread } from './read-in-thread.ts'
import type { ReadRequest } from './read-request.ts'
import type { ReadingThreads } from './reading-threads.ts'
import { RejectsFile } from './rejects.ts'

/** The options of an import. */
export interface ImportRequest {
  readonly paths: readonly string[]
  readonly format: string | undefined
  readonly port: number | undefined
  /** Regular expression whose first group is the port in the name of an input, when `port` is not given. */
  readonly portPattern?: string | undefined
  readonly fields: readonly string[] | undefined
  /** Milliseconds UTC for observations without a time. */
  readonly time: number | undefined
  /** Keeps cookies and queries of the person who recorded an archive; default false. */
  readonly keepPersonal?: boolean | undefined
}

/** The context for reading the files of an import. */
export interface ReadingContext {
  /** The databases of locations and networks. */
  readonly databases: LocatorOptions
  /** Largest stored body in bytes. */
  readonly bodyLimit: number
  /** The rules that recognise products; none by default. */
  readonly rules?: RuleSource | undefined
  /** The feeds that give addresses tags; none by default. */
  readonly feeds?: LoadRequest | undefined
  /** Longest line or document in bytes; by default that of the importer. */
  readonly lineLimit?: number
  /** The limits of decompression. */
  readonly limits?: Limits
  readonly signal?: AbortSignal
  readonly standardInput?: AsyncIterable<Uint8Array>
  readonly now?: number
  /** A prefix of input names that is not shown to users. */
  readonly hiddenFolder?: string
  /** Milliseconds without a step after which an input is given up. */
  readonly stallTimeout?: number
  /** The module of the reading thread, for tests. */
  readonly thread?: URL
  /** Where a thread may wait for the next import. */
  readonly threads?: ReadingThreads
  /** Records that these rules exclude are not stored. */
  readonly exclusions?: readonly ExclusionRule[] | undefined
  /** The limits of a batch. */
  readonly batch?: BatchLimits
  /** Threads that enrich beside the one that reads; none by default. */
  readonly enrichingThreads?: number
}

/** The context of an import. */
export interface ImportContext extends ReadingContext {
  readonly store: IngestContext['store']
  /** Stores the icon of a site; returns the reason if it could not be stored. */
  readonly keepIcon?: IngestContext['keepIcon']
  /** Stores a screenshot; returns the reason if it could not be stored. */
  readonly keepPicture?: IngestContext['keepPicture']
  /** Directory of checkpoints of unfinished imports. */
  readonly checkpoints: string
  /** The path of the rejects file for the import's id. */
  readonly rejectsPath: (importId: string) => string
  /** Largest rejects file in bytes; unlimited if absent. */
  readonly rejectsLimit?: number
  /** Adds the import to the list of imports. */
  readonly recorder?: ImportRecorder
  /** Called once, before the first record, with live figures for a progress line. */
  readonly onStart?: (live: LiveImport) => void
  /** The import's id, if the caller identifies imports by something better than paths and times. */
  readonly importId?: string
}

/** Live figures of a running import. */
export interface LiveImport {
  readonly counts: () => ImportCounts | undefined
  /** Share of the input's bytes read, 0 to 1; undefined if the size is unknown. */
  readonly share: () => number | undefined
  readonly resumed: boolean
}

/** Fails with `input` for mistakes that are known before anything is opened, so that they create no data directory. */
export async function checkImport(request: ImportRequest): Promise<void> {
  checkOptions(request)
  await refuseUnreadable(request.paths)
}

function checkOptions({ format, port, portPattern }: ImportRequest): void {
  if (format !== undefined) importerNamed(format)
  portReader({ port, portPattern })
}

/** Imports files, folders and standard input (`-`). Fails with `input` for an invalid path or format name. */
export async function importFiles(request: ImportRequest, context: ImportContext): Promise<ImportSummary> {
  checkOptions(request)
  const files = await findFiles(request.paths, ANCHORS)
  const importId = context.importId ?? idOf(files, request)
  const checkpoint = new Checkpoint(context.checkpoints, importId)
  const earlier = checkpoint.load()
  const progress = new ReadProgress(files)
  const rejects = new RejectsFile(
    context.rejectsPath(importId),
    earlier?.rejectBytes ?? 0,
    context.rejectsLimit,
  )
  const live = liveFigures(progress, earlier)
  context.onStart?.(live)
  const resume = earlier?.inputs ?? []
  await using stack = new AsyncDisposableStack()
  const start = { id: importId, ...describe(files, request, context) }
  const watch = stack.use(await recordStart(context.recorder, start))
  const { signal, keepIcon, keepPicture } = context
  const batches = readBatches(readRequest(request, context, { files, importId, resume }), context, progress)
  const summary = await ingest(
    watched(batches, watch, () => forgetRead(context, checkpoint)),
    {
      ...{ importId, store: context.store, rejects, checkpoint, resume, keepIcon, keepPicture },
      onProgress: live.set,
      ...(signal === undefined ? {} : { signal }),
    },
  )
  if (!summary.stopped) await context.recorder?.end(importId, countsOf(summary), Object.keys(summary.formats))
  return summary
}

/** Adds the import to the list, and reports that it is running until it ends or fails. */
async function recordStart(
  recorder: ImportRecorder | undefined,
  start: ImportStart,
): Promise<ImportWatch | undefined> {
  await recorder?.start(start)
  return recorder && watchImport(recorder, start.id)
}

/** Yields the batches until the import is undone. */
async function* watched(
  batches: AsyncIterable<ReadBatch>,
  watch: ImportWatch | undefined,
  undone: () => Promise<void>,
): AsyncGenerator<ReadBatch> {
  for await (const batch of batches) {
    try {
      await watch?.check()
    } catch (error) {
      await undone()
      throw error
    }
    yield batch
  }
}

/** Removes the checkpoint of an undone import, so that importing it again reads all of it. */
async function forgetRead({ store }: ImportContext, checkpoint: Checkpoint): Promise<void> {
  await store.flush()
  // Batches that are durable by now save their marks first.
  await setImmediate()
  checkpoint.clear()
}

/** The entry of an import in the list of imports. */
function describe(
  files: readonly FoundFile[],
  { paths: _, ...options }: ImportRequest,
  { hiddenFolder = '' }: ReadingContext,
): Pick<ImportStart, 'files' | 'options'> {
  const names = files.map(({ path }) =>
    path.startsWith(hiddenFolder) ? path.slice(hiddenFolder.length) : path,
  )
  return { files: names.slice(0, 100), options: { ...options, fileCount: files.length } }
}

function countsOf(summary: ImportSummary): ImportCounts {
  const { inputs, refusedInputs, observations, rejects, leftOut, skipped, excluded } = summary
  const { added, replaced, touched, unchanged } = summary
  return {
    ...{ inputs, refusedInputs, observations, rejects, leftOut, skipped, excluded },
    ...{ added, replaced, touched, unchanged },
  }
}

/** Reads files, folders and standard input like an import, and stores nothing. */
export async function previewFiles(request: ImportRequest, context: ReadingContext): Promise<DryRunSummary> {
  checkOptions(request)
  const files = await findFiles(request.paths, ANCHORS)
  const progress = new ReadProgress(files)
  const rest = { files, importId: DRY_RUN, resume: [] }
  return dryRun(readBatches(readRequest(request, context, rest), context, progress), context.signal)
}

/** The id of imports that are never stored. */
const DRY_RUN = 'dry-run'

function readBatches(
  request: ReadRequest,
  { stallTimeout = STALL_TIMEOUT, standardInput = process.stdin, signal, thread, threads }: ReadingContext,
  progress: ReadProgress,
): AsyncIterable<ReadBatch> {
  const onProgress = (consumed: number): void => {
    progress.consumed = Math.max(progress.consumed, consumed)
  }
  return readInThread(request, { stallTimeout, standardInput, onProgress, signal, thread, threads })
}

/** A record takes microseconds, the longest allowed line a few seconds. */
const STALL_TIMEOUT = 30_000

function readRequest(
  { format, port, portPattern, fields, time, keepPersonal = false }: ImportRequest,
  context: ReadingContext,
  rest: Pick<ReadRequest, 'files' | 'importId' | 'resume'>,
): ReadRequest {
  const { lineLimit, limits, bodyLimit, databases, rules, feeds, hiddenFolder, exclusions } = context
  const { enrichingThreads } = context
  return {
    ...{ format, port, portPattern, fields, time, keepPersonal },
    ...{ lineLimit, limits, bodyLimit, databases, rules, feeds, hiddenFolder, exclusions, enrichingThreads },
    now: context.now ?? Date.now(),
    batch: context.batch ?? batchLimitsFor(rest.files),
    faults: [],
    ...rest,
  }
}

function batchLimitsFor(files: readonly FoundFile[]): BatchLimits {
  return files.some(({ path }) => path === STANDARD_INPUT) ? LIVE_BATCH_LIMITS : BATCH_LIMITS
}

/** Standard input can be read only once: each such import is a new one. */
function idOf(files: readonly FoundFile[], request: ImportRequest): string {
  if (files.some((file) => file.path === STANDARD_INPUT || file.size === undefined))
    return randomUUID().replaceAll('-', '')
  const { format, port, portPattern, fields, time, keepPersonal } = request
  return importIdOf({
    files: files.map(({ path, size = 0, modified = 0 }) => ({ path: resolve(path), size, modified })),
    options: { format, port, portPattern, fields, time, ...(keepPersonal && { keepPersonal }) },
  })
}

function liveFigures(
  progress: ReadProgress,
  earlier: Progress | undefined,
): LiveImport & { readonly set: (counts: ImportCounts) => void } {
  let latest: ImportCounts | undefined
  return {
    counts: () => latest,
    share: () =>
      progress.total === undefined || progress.total === 0 ? undefined : progress.consumed / progress.total,
    resumed: earlier !== undefined,
    set: (counts) => {
      latest = counts
    },
  }
}
