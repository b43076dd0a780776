// Exports: started, waited for, and fetched in as many pieces as the connection breaks into.
import { foreign } from './answer.ts'
import { PeriplusError } from './error.ts'
import type { Selection } from './search.ts'
import { bodyOf, type CallOptions, sleep, type Transport, toBase64 } from './transport.ts'
import type { ExportInfoAnswer, FieldName } from './types.ts'

/** The state of an export. */
export type ExportState = ExportInfoAnswer

/** What is exported. */
export interface ExportRequest extends Selection {
  readonly fields: readonly FieldName[]
  /** Default: ndjson. */
  readonly format?: 'ndjson' | 'csv' | 'json'
  /** Whether a CSV file begins with a byte order mark. */
  readonly bom?: boolean
}

/** Told now and then while an export or a task runs. */
export interface WaitOptions<State> extends CallOptions {
  readonly onProgress?: (state: State) => void
}

/** A finished export. */
export interface Export {
  readonly state: ExportState
  /** The file from `position` (bytes) on; a connection that breaks is taken up again where it broke. */
  readonly stream: (position?: number) => ReadableStream<Uint8Array>
}

/** Starts an export. */
export function startExport(
  transport: Transport,
  { query, fields, full, format, bom }: ExportRequest,
  options: CallOptions,
): Promise<ExportState> {
  const parameters = { qbase64: toBase64(query), fields: fields.join(','), full, format, bom }
  return transport.call('POST', '/api/v1/export', parameters, options)
}

/** Waits until an export that was started has ended well. */
export async function awaitExport(
  transport: Transport,
  started: ExportState,
  options: WaitOptions<ExportState>,
): Promise<Export> {
  const state = await ended(started, options, () =>
    transport.call<ExportState>('GET', `/api/v1/export/${started.id}`, {}, options),
  )
  if (state.state === 'failure') throw failed('the export', state.reason)
  return { state, stream: (position = 0) => fileStream(transport, state, position, options) }
}

interface Progressing {
  readonly state: 'init' | 'running' | 'success' | 'failure'
}

const FIRST_POLL = 50
const LONGEST_POLL = 2000

/** Asks until a task has ended, more and more seldom, and reports every state. */
export async function ended<State extends Progressing>(
  started: State,
  { signal, onProgress }: WaitOptions<State>,
  ask: () => Promise<State>,
): Promise<State> {
  let state = started
  onProgress?.(state)
  for (let wait = FIRST_POLL; state.state === 'init' || state.state === 'running'; ) {
    await sleep(wait, signal)
    wait = Math.min(LONGEST_POLL, wait * 2)
    state = await ask()
    onProgress?.(state)
  }
  return state
}

/** A task of the server that ended in failure. */
export function failed(what: string, reason: string | undefined): PeriplusError {
  return new PeriplusError('failed', `${what} failed: ${reason ?? 'no reason was given'}`)
}

/** The path of a download at the server that was called, whatever name it gives itself. */
export function pathOf(transport: Transport, downloadUrl: string | undefined): string {
  const { pathname, search } = new URL(downloadUrl ?? '', transport.url)
  const at = pathname.indexOf('/file_downloads/')
  if (at < 0) throw foreign(transport.url, 200)
  return pathname.slice(at) + search
}

function fileStream(
  transport: Transport,
  state: ExportState,
  position: number,
  options: CallOptions,
): ReadableStream<Uint8Array> {
  const path = pathOf(transport, state.download_url)
  let at = position
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const piece = async (): Promise<Uint8Array> => {
    reader ??= (await openAt(transport, path, at, options)).getReader()
    const { value } = await reader.read().catch((error: unknown) => {
      reader = undefined
      throw new PeriplusError('network', `the connection to ${transport.url} broke`, { cause: error })
    })
    if (value !== undefined) return value
    reader = undefined
    throw new PeriplusError('network', `${transport.url} sent only ${at} of ${state.bytes} bytes`)
  }
  return new ReadableStream({
    async pull(controller) {
      if (at >= state.bytes) return controller.close()
      const bytes = await transport.patiently(options, piece)
      at += bytes.length
      controller.enqueue(bytes)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}

async function openAt(
  transport: Transport,
  path: string,
  at: number,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  // Browsers name the encodings they take themselves.
  const headers: Record<string, string> =
    at === 0 ? {} : { range: `bytes=${at}-`, 'accept-encoding': 'identity' }
  const response = await transport.fetch(path, { headers }, options)
  if (at > 0 && response.ok && response.status !== 206) throw foreign(transport.url, response.status)
  return bodyOf(transport, response)
}
