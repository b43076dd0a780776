// Receives results that scanners send while they run: each part is stored before it is acknowledged, and all parts of a scan are
// one import. Knows accounts and imports; nothing of HTTP.
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../error/index.ts'
import type { Account } from '../account/index.ts'
import {
  type ImportContext,
  type ImportRecorder,
  type ImportSummary,
  importFiles,
  type PartRecorder,
} from '../ingest/index.ts'
import { receiveFile } from '../upload/index.ts'

/** A part of the results of a scan. */
interface ScanPart {
  /** Letters and digits that identify the scan; the first part of a scan has none, and the response assigns one. */
  readonly id: string | undefined
  /** The user's name of the scan. */
  readonly name: string | undefined
}

/** The result of a part. */
export interface ReceivedPart {
  readonly id: string
  readonly observations: number
  readonly rejects: number
}

/** The context of the receiver. */
interface ReceiverContext {
  readonly tools: () => Promise<
    Omit<ImportContext, 'onStart' | 'recorder' | 'signal' | 'importId' | 'hiddenFolder' | 'rejectsPath'>
  >
  readonly recorder: (actor: string) => PartRecorder
  /** Where parts are stored until they are imported. */
  readonly directory: string
  /** Largest part in bytes. */
  readonly limit: number
}

/** The use case. */
export interface Receiver {
  /**
   * Imports a part; its records are searchable when it resolves. The same part again changes nothing. Fails with `forbidden`, with
   * `params` for an empty part or one in an unknown format, with `conflict` when the import was undone, and with `unavailable` when
   * too many parts are waiting.
   */
  readonly receive: (
    account: Account,
    part: ScanPart,
    stream: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<ReceivedPart>
}

/** Parts whose repetition is recognised: a scanner repeats the last one when it did not receive the response. */
const REMEMBERED_PARTS = 256
/** Parts that may wait; scanners send one part after the other and retry. */
const MOST_WAITING = 16
/** The ids of scans that projectdiscovery's tools accept. */
const SCAN = /^[a-z0-9]{20}$/

/** Creates a receiver that imports one part at a time. */
export function createReceiver(context: ReceiverContext): Receiver {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const done = new Map<string, ReceivedPart>()
  return {
    receive: async (account, part, stream, signal) => {
      const id = scanOf(account, part)
      if (waiting >= MOST_WAITING) throw tooMany()
      waiting++
      const folder = join(context.directory, randomBytes(16).toString('hex'))
      try {
        const { path, hash } = await received(context, folder, stream, signal)
        const key = `${importOf(account, id)} ${hash}`
        const imported = last.then(async () => {
          const known = done.get(key)
          if (known !== undefined) return known
          const summary = await importPart(context, account, { ...part, id }, { folder, path }, signal)
          const result = resultOf(id, summary)
          remember(done, key, result)
          return result
        })
        last = imported.catch(() => undefined)
        return await imported
      } finally {
        waiting--
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

function remember(done: Map<string, ReceivedPart>, key: string, result: ReceivedPart): void {
  done.set(key, result)
  const [oldest] = done.keys()
  if (done.size > REMEMBERED_PARTS && oldest !== undefined) done.delete(oldest)
}

function scanOf({ role }: Account, { id }: ScanPart): string {
  if (role !== 'administrator')
    throw new AppError('forbidden', '403 Forbidden: only administrators may import')
  if (id === undefined) return randomBytes(10).toString('hex')
  if (SCAN.test(id)) return id
  throw new AppError(
    'params',
    '[-4] Params Error: the name of a scan has 20 letters and digits, in lower case',
  )
}

function tooMany(): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: too many parts of scans are waiting; send this one again later',
  )
}

/** The file of a part. */
async function received(
  { limit }: ReceiverContext,
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly hash: string }> {
  const path = join(folder, 'part.jsonl')
  const { bytes, hash } = await receiveFile(stream, path, limit, signal)
  if (bytes === 0) throw new AppError('params', '[-4] Params Error: the part is empty; nothing was imported')
  return { path, hash }
}

async function importPart(
  context: ReceiverContext,
  account: Account,
  { id, name }: ScanPart & { readonly id: string },
  { folder, path }: { readonly folder: string; readonly path: string },
  signal: AbortSignal,
): Promise<ImportSummary> {
  const recorder = recorderOf(context.recorder(account.email), name ?? `scan ${id}`)
  const request = { paths: [path], format: undefined, port: undefined, fields: undefined, time: undefined }
  const summary = await importFiles(request, {
    ...(await context.tools()),
    rejectsPath: () => join(folder, 'rejects.ndjson'),
    importId: importOf(account, id),
    recorder,
    signal,
    hiddenFolder: `${folder}/`,
  })
  signal.throwIfAborted()
  const [refusal] = summary.refusals
  if (refusal === undefined) return summary
  throw new AppError('params', `[-4] Params Error: nothing was imported: ${refusal.reason}`)
}

/** All parts of a scan are one import in the list, under the name of the scan. */
function recorderOf(recorder: PartRecorder, name: string): ImportRecorder {
  return {
    ...recorder,
    start: ({ id, options }) => recorder.startPart({ id, files: [name.slice(0, 200)], options }),
    end: recorder.endPart,
  }
}

/** Scans of two accounts are different imports, whatever their names. */
function importOf(account: Account, scan: string): string {
  return createHash('sha256').update(`receiver ${account.id} ${scan}`).digest('hex').slice(0, 32)
}

function resultOf(id: string, { observations, rejects }: ImportSummary): ReceivedPart {
  return { id, observations, rejects }
}
