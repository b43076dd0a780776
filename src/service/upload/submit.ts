// Accepts a scan file of an administrator and submits its import.
import { randomBytes } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../error/index.ts'
import { importerNamed } from '../../importer/index.ts'
import { visible } from '../../util/index.ts'
import type { Account, Actor } from '../account/index.ts'
import { importIdOf } from '../ingest/index.ts'
import { freeBytes, noRoom, type Received, receiveFile, removeFolder, tooLarge } from './receive.ts'
import type { OpenUploads, UploadInput, UploadRequest, UploadTask } from './types.ts'

/** Fails with `forbidden`. */
export function mustBeAdministrator(account: Account): void {
  if (account.role === 'administrator') return
  throw new AppError('forbidden', '403 Forbidden: only administrators may import')
}

/** Whether the account may upload a file now. Fails with `forbidden` and `conflict`. */
export async function check({ queue }: OpenUploads, account: Account): Promise<void> {
  mustBeAdministrator(account)
  const job = await queue.inFlight(account.id)
  if (job !== undefined) throw busy(job)
}

function busy({ id }: UploadTask): AppError {
  return new AppError(
    'conflict',
    `[-4] Params Error: import ${id} of this account is running; one runs at a time, wait for its end`,
  )
}

/** Stores a file and submits its import. */
export async function submit(
  open: OpenUploads,
  account: Account,
  actor: Actor,
  request: UploadRequest,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<UploadTask> {
  await check(open, account)
  checkFormat(request.format)
  const folder = randomBytes(16).toString('hex')
  const name = safeName(request.name)
  const input = await receive(open, account, { ...request, name }, folder, stream, signal).catch(
    async (error) => {
      await removeFolder(open.directory, folder)
      throw error
    },
  )
  return submitReceived(open, account, actor, input)
}

async function receive(
  open: OpenUploads,
  account: Account,
  request: UploadRequest,
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<UploadInput> {
  await checkRoom(open, request.size)
  const path = join(open.directory, folder, request.name)
  const received = await receiveFile(stream, path, open.limit, signal)
  if (received.bytes === 0)
    throw new AppError('params', '[-4] Params Error: the file is empty; nothing was imported')
  return inputOf(open, account, request, folder, received)
}

/** Adds the job; if the same upload is sent twice at once, the first one is kept. */
async function submitReceived(
  open: OpenUploads,
  account: Account,
  actor: Actor,
  input: UploadInput,
): Promise<UploadTask> {
  const { importId, folder, name, bytes } = input
  const { created, job } = await open.queue.submit({
    accountId: account.id,
    keyId: account.key?.id,
    key: importId,
    input,
  })
  if (created) {
    const detail = { import: job.id, name, bytes }
    await open.accounts.recordAuditEvent(actor, { action: 'import', detail })
    return job
  }
  await removeFolder(open.directory, folder)
  if (job.key !== importId) throw busy(job)
  return job
}

async function inputOf(
  open: OpenUploads,
  account: Account,
  request: UploadRequest,
  folder: string,
  { bytes, hash }: Received,
): Promise<UploadInput> {
  const { name, format, port, fields, time } = request
  const files = [{ path: name, size: bytes, modified: 0 }]
  const importId = importIdOf({ files, options: { hash, format, port, fields, time } })
  const modified = request.modified ?? (await earlierTime(open, account, importId)) ?? open.now()
  await utimes(join(open.directory, folder, name), modified / 1000, modified / 1000)
  return { name, bytes, format, port, fields, time, folder, importId, modified, actor: account.email }
}

/** The default time that was used when the same file was sent before, so that a repeat changes nothing. */
async function earlierTime(
  { queue }: OpenUploads,
  account: Account,
  importId: string,
): Promise<number | undefined> {
  const jobs = await queue.list({ accountId: account.id }, 1000)
  return jobs.find(({ input }) => input.importId === importId)?.input.modified
}

function checkFormat(format: string | undefined): void {
  try {
    if (format !== undefined) importerNamed(format)
  } catch (error) {
    throw new AppError('params', `[-4] Params Error: format: ${error instanceof Error ? error.message : ''}`)
  }
}

async function checkRoom({ limit, directory }: OpenUploads, size: number | undefined): Promise<void> {
  if (size === undefined) return
  if (size > limit) throw tooLarge(limit)
  if (size > (await freeBytes(join(directory, '..')))) throw noRoom()
}

/** A name that is a single safe path segment. */
function safeName(name: string): string {
  const plain = visible(basename(name.replaceAll('\\', '/'))).replaceAll(/[/\\\0]/g, '_')
  const short = Buffer.from(plain).subarray(0, 180).toString().replaceAll('\ufffd', '')
  return short === '' || /^\.+$/.test(short) ? 'upload' : short.replace(/^-$/, 'upload')
}
