// An export from a server elsewhere: begun there, waited for, and fetched in as many pieces as the connection breaks into.
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
import { setTimeout as sleep } from 'node:timers/promises'
import { type ExportInfoAnswer as ExportBody, unreachable } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { CommandContext } from '../context.ts'
import { ProgressLine } from '../progress.ts'
import type { Access } from './access.ts'
import { call, fetchFrom, inWords, PassingFailure, patiently } from './client.ts'
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
  const { signal } = context
  const resume = `${out}.resume`
  const part = `${out}.part`
  const earlier = readResume(resume, access, wanted)
  const known = earlier === undefined ? undefined : await infoOf(access, earlier, signal)
  if (known === undefined) rmSync(part, { force: true })
  const begun = known ?? (await begin(access, wanted, signal))
  const kept: Resume = { ...wanted, server: access.url, email: access.email, id: begun.id }
  writeFileSync(resume, JSON.stringify(kept), { mode: 0o600 })
  const job = await ready(access, begun, context)
  const handle = openSync(part, 'a')
  try {
    let at = statSync(part).size
    await download(
      access,
      job,
      () => at,
      context,
      async (bytes) => {
        at += writeSync(handle, bytes)
      },
    )
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, out)
  rmSync(resume, { force: true })
  return { rows: job.rows, bytes: job.bytes, cost: job.cost }
}

/** Writes an export to standard output. */
export async function exportToOutput(
  access: Access,
  wanted: RemoteExport,
  context: CommandContext,
): Promise<void> {
  const job = await ready(access, await begin(access, wanted, context.signal), context)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = 0
  await download(
    access,
    job,
    () => at,
    context,
    async (bytes) => {
      at += bytes.length
      context.terminal.data(decoder.decode(bytes, { stream: true }))
      await context.terminal.drained()
    },
  )
}

async function begin(access: Access, wanted: RemoteExport, signal: AbortSignal): Promise<ExportBody> {
  const { query, fields, full, format } = wanted
  const parameters = {
    qbase64: Buffer.from(query).toString('base64'),
    fields: fields.join(','),
    full: String(full),
    format,
  }
  // Asked for again it is the same export, so that a lost answer does no harm.
  return call<ExportBody>(access, 'POST', '/api/v1/export', parameters, signal).catch((error: unknown) => {
    throw placed(query, error)
  })
}

/** The export that was begun before, unless the server has forgotten it or it failed. */
async function infoOf(
  access: Access,
  { id }: { readonly id: number },
  signal: AbortSignal,
): Promise<ExportBody | undefined> {
  try {
    const job = await call<ExportBody>(access, 'GET', `/api/v1/export/${id}`, {}, signal)
    const gone = job.state === 'failure' || (job.state === 'success' && job.download_url === undefined)
    return gone ? undefined : job
  } catch (error) {
    if (error instanceof AppError && error.message === 'Task does not exist!') return undefined
    throw error
  }
}

/** Waits until an export has ended well. */
async function ready(access: Access, begun: ExportBody, context: CommandContext): Promise<ExportBody> {
  const { signal, terminal } = context
  let job = begun
  const line = new ProgressLine(terminal, () => ({
    records: Math.floor((job.total * job.progress) / 100),
    rejects: 0,
    share: job.progress / 100,
  }))
  try {
    for (let wait = 50; job.state === 'init' || job.state === 'running'; wait = Math.min(2000, wait * 2)) {
      await sleep(wait, undefined, { signal })
      job = await patiently(
        () => call<ExportBody>(access, 'GET', `/api/v1/export/${job.id}`, {}, signal),
        signal,
      )
    }
  } finally {
    line.stop()
  }
  if (job.state === 'success') return job
  throw new AppError('input', `the server could not export: ${job.reason ?? 'no reason was given'}`)
}

/** Fetches the file of an export from `position` on, again and again until all bytes are there. */
async function download(
  access: Access,
  job: ExportBody,
  position: () => number,
  { signal, terminal }: CommandContext,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const { pathname, search } = new URL(job.download_url ?? '', access.url)
  const path = pathname.slice(pathname.indexOf('/file_downloads/')) + search
  const line = new ProgressLine(terminal, () => ({
    records: job.rows,
    rejects: 0,
    sent: position(),
    share: job.bytes === 0 ? 1 : position() / job.bytes,
  }))
  try {
    await patiently(async (moved) => {
      while (position() < job.bytes) {
        const before = position()
        await fetchRest(access, path, position(), write, signal)
        if (position() === before) throw new PassingFailure(`${access.url} sent nothing of the file`)
        moved()
      }
    }, signal)
  } finally {
    line.stop()
  }
  if (position() !== job.bytes)
    throw new AppError('input', 'the file is longer than the server said; remove it and export again')
}

async function fetchRest(
  access: Access,
  path: string,
  from: number,
  write: (bytes: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const headers = { range: `bytes=${from}-`, 'accept-encoding': 'identity' }
  const answer = await fetchFrom(access, path, { headers }, signal)
  if (answer.status >= 500) throw new PassingFailure(`${access.url} has trouble (status ${answer.status})`)
  if (answer.status !== 206 && !(answer.status === 200 && from === 0))
    throw new AppError('input', `the file of the export cannot be fetched (status ${answer.status})`)
  const body = answer.body?.getReader()
  for (;;) {
    const piece = await body?.read().catch((error: unknown) => {
      throw signal.aborted ? signal.reason : inWords(access, unreachable(access.url, error))
    })
    if (piece === undefined || piece.done) return
    await write(piece.value)
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
