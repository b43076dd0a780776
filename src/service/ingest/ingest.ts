// From batches that were read to durable records: writes records in order, stores rejects and icons, and saves the progress. Reader
// and store are passed in; nothing here knows a format, a database or a terminal.
import type { Picture } from '../../enrich/index.ts'
import { isLeftOut } from '../../importer/index.ts'
import type { Store, WriteResult } from '../../store/index.ts'
import { Batcher } from './batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { InputMark, ReadBatch, ReadMark, RefusedInput } from './read-batch.ts'
import { type ReasonCount, ReasonCounter } from './reasons.ts'
import type { RejectsFile } from './rejects.ts'

/** The counts of an import before it starts. */
export const NO_COUNTS = {
  inputs: 0,
  refusedInputs: 0,
  /** Readings that became records, counting merged ones each. */
  observations: 0,
  rejects: 0,
  /** Rejects of a value alone: the record was made without it. */
  leftOut: 0,
  skipped: 0,
  /** Records that exclusion rules exclude. */
  excluded: 0,
  added: 0,
  replaced: 0,
  touched: 0,
  unchanged: 0,
}

/** The counts of an import so far. */
export type ImportCounts = Readonly<typeof NO_COUNTS>

/** The result of an import. */
export interface ImportSummary extends ImportCounts {
  readonly importId: string
  readonly rejectsFile: string | undefined
  /** Notes about inputs that were read. */
  readonly notes: readonly string[]
  /** Why whole files were refused. */
  readonly refusals: readonly ReasonCount[]
  /** Why lines were rejected. */
  readonly rejectReasons: readonly ReasonCount[]
  /** Why records were excluded. */
  readonly exclusions: readonly ReasonCount[]
  /** Counts by importer name. */
  readonly formats: Readonly<
    Record<string, { readonly inputs: number; readonly observations: number; readonly rejects: number }>
  >
  readonly stopped: boolean
}

/** The context of an import. */
export interface IngestContext {
  readonly importId: string
  readonly store: Pick<Store, 'append' | 'flush'>
  /** Stores the icon of a site; returns the reason if it could not be stored. */
  readonly keepIcon?: ((bytes: Uint8Array) => string | undefined) | undefined
  /** Stores a screenshot; the result is why it could not be stored. */
  readonly keepPicture?: ((picture: Picture) => Promise<string | undefined>) | undefined
  readonly rejects: RejectsFile
  readonly checkpoint: Checkpoint
  /** Marks of an interrupted run of the same import. */
  readonly resume: readonly InputMark[]
  /** Called once with figures that change while the import runs. */
  readonly onProgress: (counts: ImportCounts) => void
  readonly signal?: AbortSignal
}

/** What is durable together with a batch: the marks of the inputs and the length of the rejects file. */
interface Mark {
  readonly inputs: readonly InputMark[]
  readonly rejectBytes: number
}

const REJECTS_FULL =
  'the rejects file is full: further rejected lines are counted but not stored; raise import.rejectsLimit to store them'

const MOST_NOTES = 200

/** Runs one import to its end, or until its signal fires. Calling it again resumes a stopped or failed import. */
export async function ingest(
  batches: AsyncIterable<ReadBatch>,
  context: IngestContext,
): Promise<ImportSummary> {
  const run = new IngestRun(context)
  for await (const batch of batches) await run.take(batch)
  return run.finish()
}

/** The counters and marks of one running import. */
class IngestRun {
  readonly #context: IngestContext
  readonly #batcher: Batcher<Mark>
  readonly #marks: Map<string, InputMark>
  /** The inputs of this run; an input may be in several batches. */
  readonly #inputs = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #refusals = new ReasonCounter()
  readonly #reasons = new ReasonCounter()
  readonly #exclusions = new ReasonCounter()
  readonly #notes: string[] = []
  readonly #formats: Record<string, { inputs: number; observations: number; rejects: number }> = {}
  readonly #counts = { ...NO_COUNTS }

  constructor(context: IngestContext) {
    this.#context = context
    this.#marks = new Map(context.resume.map((mark) => [mark.name, mark]))
    context.onProgress(this.#counts)
    this.#batcher = new Batcher(context.store, (mark, result) => this.#durable(mark, result))
  }

  async take(batch: ReadBatch): Promise<void> {
    const { rejects, keepIcon, keepPicture } = this.#context
    for (const mark of batch.marks) this.#reached(mark)
    for (const refused of batch.refused) this.#refuse(refused)
    for (const note of batch.notes) this.#note(note)
    this.#count(batch)
    for (const { reason, count, files } of batch.reasons) {
      this.#reasons.add(reason, files[0] ?? '', count)
      if (isLeftOut(reason)) this.#counts.leftOut += count
    }
    for (const { reason, count, files } of batch.excluded) {
      this.#exclusions.add(reason, files[0] ?? '', count)
      this.#counts.excluded += count
    }
    // Icons are optional: if one cannot be stored, that is noted once, and the record is stored.
    for (const icon of batch.icons) this.#noteOnce(keepIcon?.(icon))
    for (const picture of batch.pictures) this.#noteOnce(await keepPicture?.(picture))
    rejects.append(batch.rejects)
    if (rejects.isFull) this.#noteOnce(REJECTS_FULL)
    await this.#batcher.write(batch.records, this.#markNow())
  }

  async finish(): Promise<ImportSummary> {
    await this.#batcher.finish()
    const stopped = this.#context.signal?.aborted ?? false
    if (!stopped) this.#context.checkpoint.clear()
    this.#context.rejects.close()
    const rejectsFile = this.#context.rejects.bytes > 0 ? this.#context.rejects.path : undefined
    const { importId } = this.#context
    const reasons = {
      refusals: this.#refusals.list(),
      rejectReasons: this.#reasons.list(),
      exclusions: this.#exclusions.list(),
    }
    return {
      ...this.#counts,
      importId,
      rejectsFile,
      notes: this.#notes,
      ...reasons,
      formats: this.#formats,
      stopped,
    }
  }

  #reached({ format, name, readings, done }: ReadMark): void {
    const mark = { name, readings, done }
    this.#marks.set(mark.name, mark)
    if (this.#inputs.has(mark.name)) return
    this.#inputs.add(mark.name)
    this.#counts.inputs++
    this.#format(format).inputs++
  }

  /** What is read again after a failure may be refused again. */
  #refuse({ name, reason }: RefusedInput): void {
    const text = `${name}: ${reason}`
    if (this.#refused.has(text)) return
    this.#refused.add(text)
    this.#counts.refusedInputs++
    this.#refusals.add(reason, name)
  }

  #count({ counts }: ReadBatch): void {
    for (const [format, { observations, rejects, skipped }] of Object.entries(counts)) {
      this.#counts.observations += observations
      this.#counts.rejects += rejects
      this.#counts.skipped += skipped
      this.#format(format).observations += observations
      this.#format(format).rejects += rejects
    }
  }

  #markNow(): Mark {
    return { inputs: [...this.#marks.values()], rejectBytes: this.#context.rejects.bytes }
  }

  #durable(mark: Mark, result: WriteResult): void {
    this.#counts.added += result.added
    this.#counts.replaced += result.replaced
    this.#counts.touched += result.touched
    this.#counts.unchanged += result.unchanged
    this.#context.checkpoint.save({ importId: this.#context.importId, ...mark, finished: false })
  }

  #noteOnce(text: string | undefined): void {
    if (text !== undefined && !this.#notes.includes(text)) this.#note(text)
  }

  #note(text: string): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(text)
  }

  #format(name: string): { inputs: number; observations: number; rejects: number } {
    this.#formats[name] ??= { inputs: 0, observations: 0, rejects: 0 }
    return this.#formats[name]
  }
}
