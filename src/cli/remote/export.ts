// An export on a remote server: started there, waited for, and downloaded by the typed client, which resumes a broken connection
// where it broke. An interrupted command resumes from the state it stored beside the file.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { type Export, type ExportState, type FieldName, PeriplusError } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { CommandContext } from '../output/output.ts'
import { withProgress } from '../output/progress.ts'
import { readResume, saveResume } from '../resume.ts'
import type { Access } from './access.ts'
import { clientOf, inWords } from './client.ts'
import { withSpan } from './records.ts'

/** What to export. */
interface RemoteExport {
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: 'ndjson' | 'csv'
}

/** The result of an export. */
type RemoteExported = Pick<ExportState, 'rows' | 'bytes' | 'cost'>

/** Attempts of waiting and downloads: about a minute in total. */
const RETRIES = 8

/** Writes an export to a temporary file and renames it when complete. The same call resumes after any interruption. */
export async function exportToFile(
  access: Access,
  wanted: RemoteExport,
  out: string,
  context: CommandContext,
): Promise<RemoteExported> {
  const resume = `${out}.resume`
  const part = `${out}.part`
  const request = { ...wanted, server: access.url, email: access.email }
  const earlier = readResume<{ id: number }>(resume, request)
  const known = earlier === undefined ? undefined : await stateOf(access, earlier.id, context.signal)
  if (known === undefined) rmSync(part, { force: true })
  const started = known ?? (await start(access, wanted, context.signal))
  saveResume(resume, { ...request, id: started.id })
  const ready = await awaited(access, started, context)
  const handle = openSync(part, 'a')
  try {
    await fetchAll(access, ready, statSync(part).size, context, async (bytes) => {
      writeSync(handle, bytes)
    })
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, out)
  rmSync(resume, { force: true })
  return ready.state
}

/** Passes the text of an export on in pieces; to standard output by default. */
export async function exportToOutput(
  access: Access,
  wanted: RemoteExport,
  context: CommandContext,
  write: (text: string) => void = context.terminal.data,
): Promise<void> {
  const ready = await awaited(access, await start(access, wanted, context.signal), context)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  await fetchAll(access, ready, 0, context, async (bytes) => {
    write(decoder.decode(bytes, { stream: true }))
    await context.terminal.drained()
  })
}

// Repeating the request yields the same export, so a lost response does no harm.
function start(access: Access, wanted: RemoteExport, signal: AbortSignal): Promise<ExportState> {
  const request = { ...wanted, fields: wanted.fields as readonly FieldName[] }
  return inWords(access, () => clientOf(access).startExport(request, { signal })).catch((error: unknown) => {
    throw withSpan(wanted.query, error)
  })
}

/** The export that was started before, unless the server has forgotten it or it failed. */
function stateOf(access: Access, id: number, signal: AbortSignal): Promise<ExportState | undefined> {
  return inWords(access, async () => {
    try {
      const job = await clientOf(access).exportState(id, { signal })
      const gone = job.state === 'failure' || (job.state === 'success' && job.download_url === undefined)
      return gone ? undefined : job
    } catch (error) {
      if (error instanceof PeriplusError && error.code === 'task') return undefined
      throw error
    }
  })
}

/** Waits until an export has finished successfully. */
function awaited(access: Access, started: ExportState, context: CommandContext): Promise<Export> {
  let job = started
  const onProgress = (state: ExportState): void => {
    job = state
  }
  const { signal, terminal } = context
  return withProgress(
    terminal,
    () => ({ records: Math.floor((job.total * job.progress) / 100), rejects: 0, share: job.progress / 100 }),
    () => inWords(access, () => clientOf(access, RETRIES).awaitExport(started, { signal, onProgress })),
  )
}

/** Passes on every byte of an export's file from a position on. */
async function fetchAll(
  access: Access,
  { state, stream }: Export,
  position: number,
  { signal, terminal }: CommandContext,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let at = position
  const { rows, bytes } = state
  const fetchPieces = async (): Promise<void> => {
    for await (const piece of stream(position)) {
      signal.throwIfAborted()
      await write(piece)
      at += piece.length
    }
  }
  await withProgress(
    terminal,
    () => ({ records: rows, rejects: 0, sent: at, share: bytes === 0 ? 1 : at / bytes }),
    () => inWords(access, fetchPieces),
  )
  if (at !== bytes)
    throw new AppError('input', 'the file is longer than the server said; remove it and export again')
}
