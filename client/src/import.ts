// Imports: a file sent and waited for, and what was rejected of it. For administrators.
import { ended, failed, type WaitOptions } from './export.ts'
import { answerOf, bodyOf, type CallOptions, sleep, type Transport } from './transport.ts'
import type { ImportInfoAnswer, ImportsAnswer } from './types.ts'

/** State of an import. */
export type ImportState = ImportInfoAnswer

/** What is sent. */
export interface Upload {
  readonly name: string
  /** Bytes, where they are known before. */
  readonly size?: number | undefined
  /** Milliseconds UTC. */
  readonly modified?: number | undefined
  /** Whether it can be read only once, so that a broken upload cannot be repeated. */
  readonly once?: boolean
  readonly open: () => AsyncIterable<Uint8Array>
}

/** How the content of an upload is read. */
export interface ImportRequest {
  readonly format?: string | undefined
  readonly port?: number | undefined
  /** Names of the columns, for sources that do not name them. */
  readonly fields?: readonly string[] | undefined
  /** Time of records without one: milliseconds, or text such as `2026-03-01 18:00`, UTC. */
  readonly time?: number | string | undefined
}

/** Reports while an import is sent and runs. */
export interface ImportOptions extends WaitOptions<ImportState> {
  /** Bytes of this attempt that were sent. */
  readonly onSent?: (bytes: number) => void
  /** Another import of the account runs first. */
  readonly onBusy?: (other: ImportsAnswer['imports'][number]) => void
}

/** Sends an upload, waits until it was imported and resolves to its counts. The same content again changes nothing. */
export async function runImport(
  transport: Transport,
  upload: Upload,
  request: ImportRequest,
  options: ImportOptions,
): Promise<ImportState> {
  const once = async (): Promise<ImportState> => {
    // An upload that broke off at its very end may be running there; repeated then, it changes nothing.
    await awaitFree(transport, options)
    return send(transport, upload, request, options)
  }
  const started = await transport.patiently(options, once, ({ passing }) => passing && upload.once !== true)
  const ask = (): Promise<ImportState> => transport.call('GET', `/api/v1/import/${started.id}`, {}, options)
  const state = await ended(started, options, ask)
  if (state.state === 'failure') throw failed(`the import of ${upload.name}`, state.reason)
  return state
}

/** The lines that an import rejected, with reasons, as NDJSON. */
export function rejectsOf(
  transport: Transport,
  id: number,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  return transport.patiently(options, async () => {
    const path = `/api/v1/import/${id}/rejects?${transport.encode({})}`
    return bodyOf(transport, await transport.fetch(path, {}, options))
  })
}

const BUSY_POLL = 1000

async function awaitFree(transport: Transport, options: ImportOptions): Promise<void> {
  const path = `/api/v1/import?${transport.encode({})}`
  for (let reported = false; ; reported = true) {
    const { imports } = await transport.answer<ImportsAnswer>(path, {}, options)
    const busy = imports.find(({ state }) => state === 'init' || state === 'running')
    if (busy === undefined) return
    if (!reported) options.onBusy?.(busy)
    await sleep(BUSY_POLL, options.signal)
  }
}

// The limit of a call does not hold here: an upload may take hours.
async function send(
  transport: Transport,
  upload: Upload,
  { fields, ...rest }: ImportRequest,
  options: ImportOptions,
): Promise<ImportState> {
  const { name, modified } = upload
  const parameters = { ...rest, name, modified, fields: fields?.join(',') }
  const { body, failure } = counted(upload, options.onSent)
  const length = upload.size === undefined ? {} : { 'content-length': String(upload.size) }
  const headers = { ...length, 'content-type': 'application/octet-stream' }
  const request = { method: 'POST', headers, body, duplex: 'half' }
  const path = `/api/v1/import?${transport.encode(parameters)}`
  try {
    return await answerOf(transport, await transport.fetch(path, request as RequestInit, options))
  } catch (error) {
    throw failure() ?? error
  }
}

/** The bytes of an upload; what cannot be read here is kept apart from failures of the network. */
function counted({ open }: Upload, onSent: ImportOptions['onSent']) {
  const pieces = open()[Symbol.asyncIterator]()
  let sent = 0
  let failure: unknown
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next().catch((error: unknown) => {
        failure = error
        throw error
      })
      if (done) return controller.close()
      controller.enqueue(value)
      sent += value.length
      onSent?.(sent)
    },
    cancel: async () => void (await pieces.return?.()),
  })
  return { body, failure: () => failure }
}
