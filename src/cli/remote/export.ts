// An export from a server elsewhere: started there, waited for, and fetched by the typed client, which takes a broken connection up
// again where it broke. A command that was interrupted continues with what it kept beside the file.
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import {
  awaitExport,
  type Export,
  type ExportState,
  type FieldName,
  PeriplusError,
  startExport,
} from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { CommandContext } from '../context.ts'
import { ProgressLine, type ProgressState } from '../progress.ts'
import type { Access } from './access.ts'
import { inWords, patientTransportTo, transportTo } from './client.ts'
import { placed } from './search.ts'

/** What is exported. */
export interface RemoteExport {
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: 'ndjson' | 'csv'
}

/** What came of it. */
export interface RemoteExported {
  readonly rows: number
  readonly bytes: number
  /** Coins. */
  readonly cost: number
}

/** What is kept beside a file that is not whole yet. */
interface Resume extends RemoteExport {
  readonly server: string
  readonly email: string
  readonly id: number
}

/** Writes an export to a file, aside until it is whole. The same call again continues after any break. */
export async function exportToFile(
  access: Access,
  wanted: RemoteExport,
  out: string,
  context: CommandContext,
): Promise<RemoteExported> {
  const resume = `${out}.resume`
  const part = `${out}.part`
  const earlier = readResume(resume, access, wanted)
  const known = earlier === undefined ? undefined : await infoOf(access, earlier.id, context.signal)
  if (known === undefined) rmSync(part, { force: true })
  const started = known ?? (await start(access, wanted, context.signal))
  const kept: Resume = { ...wanted, server: access.url, email: access.email, id: started.id }
  writeFileSync(resume, JSON.stringify(kept), { mode: 0o600 })
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
  const { rows, bytes, cost } = ready.state
  return { rows, bytes, cost }
}

/** Writes an export to standard output. */
export async function exportToOutput(
  access: Access,
  wanted: RemoteExport,
  context: CommandContext,
): Promise<void> {
  const ready = await awaited(access, await start(access, wanted, context.signal), context)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  await fetchAll(access, ready, 0, context, async (bytes) => {
    context.terminal.data(decoder.decode(bytes, { stream: true }))
    await context.terminal.drained()
  })
}

// Asked for again it is the same export, so that a lost answer does no harm.
function start(access: Access, wanted: RemoteExport, signal: AbortSignal): Promise<ExportState> {
  const request = { ...wanted, fields: wanted.fields as readonly FieldName[] }
  return startExport(transportTo(access), request, { signal }).catch((error: unknown) => {
    throw placed(wanted.query, inWords(access, error))
  })
}

/** The export that was started before, unless the server has forgotten it or it failed. */
async function infoOf(access: Access, id: number, signal: AbortSignal): Promise<ExportState | undefined> {
  try {
    const job = await transportTo(access).call<ExportState>('GET', `/api/v1/export/${id}`, {}, { signal })
    const gone = job.state === 'failure' || (job.state === 'success' && job.download_url === undefined)
    return gone ? undefined : job
  } catch (error) {
    if (error instanceof PeriplusError && error.code === 'task') return undefined
    throw inWords(access, error)
  }
}

/** Waits until an export has ended well. */
async function awaited(
  access: Access,
  started: ExportState,
  { signal, terminal }: CommandContext,
): Promise<Export> {
  let job = started
  const onProgress = (state: ExportState): void => {
    job = state
  }
  return watched(
    terminal,
    () => ({ records: Math.floor((job.total * job.progress) / 100), rejects: 0, share: job.progress / 100 }),
    () => awaitExport(patientTransportTo(access), started, { signal, onProgress }),
  ).catch((error: unknown) => {
    if (!(error instanceof PeriplusError) || error.code !== 'failed') throw inWords(access, error)
    throw new AppError(
      'input',
      `the server could not export: ${error.message.replace(/^the export failed: /, '')}`,
    )
  })
}

/** Hands on every byte of the file of an export from a position on. */
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
  await watched(
    terminal,
    () => ({ records: rows, rejects: 0, sent: at, share: bytes === 0 ? 1 : at / bytes }),
    fetchPieces,
  ).catch((error: unknown) => {
    throw inWords(access, error)
  })
  if (at !== bytes)
    throw new AppError('input', 'the file is longer than the server said; remove it and export again')
}

/** Runs work under a line that shows how far it is. */
async function watched<Result>(
  terminal: CommandContext['terminal'],
  state: () => ProgressState,
  work: () => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(terminal, state)
  try {
    return await work()
  } finally {
    line.stop()
  }
}

/** What an earlier run of the same command left. */
function readResume(path: string, access: Access, wanted: RemoteExport): Resume | undefined {
  try {
    const { id, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Resume
    const now = { ...wanted, server: access.url, email: access.email }
    return JSON.stringify(rest) === JSON.stringify(now) ? { ...now, id } : undefined
  } catch {
    return undefined
  }
}
