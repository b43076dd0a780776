import { randomBytes } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../error/index.ts'
import { importerNamed } from '../../importer/index.ts'
import { findTaskUnderWay, insertTask, isConflict, listTasks, type TaskRow } from '../../state/index.ts'
import { visible } from '../../util/index.ts'
import { type Account, type Actor, utcDay } from '../account/index.ts'
import { importIdOf, type LiveImport } from '../ingest/index.ts'
import { find, jobOf, mustBeAdministrator, remove, storedOf } from './job.ts'
import { freeBytes, noRoom, receiveFile, tooLarge } from './receive.ts'
import type { Stored, UploadJob, UploadRequest, UploadsContext } from './types.ts'

/** Whether the account may send a file now. Fails with `forbidden` and `conflict`. */
export async function check(context: UploadsContext, account: Account): Promise<void> {
  mustBeAdministrator(account)
  const row = await findTaskUnderWay(context.state.db, account.id, context.kind)
  if (row !== undefined) throw underWay(row)
}

function underWay(row: TaskRow): AppError {
  return new AppError(
    'conflict',
    `[-4] Params Error: import ${row.id} of this account is under way; one runs at a time, wait for its end`,
  )
}

/** Takes a file in and adds its task. */
export async function submit(
  context: UploadsContext,
  live: ReadonlyMap<number, LiveImport>,
  account: Account,
  actor: Actor,
  request: UploadRequest,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<UploadJob> {
  await check(context, account)
  checkFormat(request.format)
  const folder = randomBytes(16).toString('hex')
  const name = safeName(request.name)
  const path = join(context.directory, folder, name)
  try {
    await checkRoom(context, request.size)
    const received = await receiveFile(stream, path, context.limit, signal)
    if (received.bytes === 0)
      throw new AppError('params', '[-4] Params Error: the file is empty; nothing was imported')
    const row = await begin(context, account, { ...request, name }, folder, received)
    if (row.id !== undefined) await announce(context, actor, row.id, name, received.bytes)
    else await remove(context, folder)
    return jobOf(await find(context, account, String(row.id ?? row.same)), live)
  } catch (error) {
    await remove(context, folder)
    throw error
  }
}

/** Adds the task; of the same upload sent twice at once the first one is told about. */
async function begin(
  context: UploadsContext,
  account: Account,
  request: UploadRequest,
  folder: string,
  { bytes, hash }: { readonly bytes: number; readonly hash: string },
): Promise<{ readonly id: number } | { readonly id: undefined; readonly same: number }> {
  const { name, format, port, fields, time } = request
  const files = [{ path: name, size: bytes, modified: 0 }]
  const importId = importIdOf({ files, options: { hash, format, port, fields, time } })
  const modified = request.modified ?? (await earlierTime(context, account, importId)) ?? context.now()
  await utimes(join(context.directory, folder, name), modified / 1000, modified / 1000)
  const stored: Stored = { name, bytes, format, port, fields, time, folder, importId, modified }
  const now = context.now()
  const task = { account_id: account.id, kind: context.kind, input: JSON.stringify(stored), lines: 0 }
  try {
    const id = await context.state.write((db) =>
      insertTask(db, { ...task, day: utcDay(now), created_at: now }),
    )
    return { id }
  } catch (error) {
    const row = isConflict(error)
      ? await findTaskUnderWay(context.state.db, account.id, context.kind)
      : undefined
    if (row === undefined) throw error
    if (storedOf(row).importId !== importId) throw underWay(row)
    return { id: undefined, same: row.id }
  }
}

/** The time that records without one were given when the same file was sent before, so that a repeat changes nothing. */
async function earlierTime(
  context: UploadsContext,
  account: Account,
  importId: string,
): Promise<number | undefined> {
  const rows = await listTasks(context.state.db, account.id, context.kind, 1000)
  return rows.map(storedOf).find((stored) => stored.importId === importId)?.modified
}

async function announce(
  context: UploadsContext,
  actor: Actor,
  id: number,
  name: string,
  bytes: number,
): Promise<void> {
  context.wake()
  await context.accounts.recordDeed(actor, { action: 'import', detail: { import: id, name, bytes } })
}

function checkFormat(format: string | undefined): void {
  try {
    if (format !== undefined) importerNamed(format)
  } catch (error) {
    throw new AppError('params', `[-4] Params Error: format: ${error instanceof Error ? error.message : ''}`)
  }
}

async function checkRoom(context: UploadsContext, size: number | undefined): Promise<void> {
  if (size === undefined) return
  if (size > context.limit) throw tooLarge(context.limit)
  if (size > (await freeBytes(join(context.directory, '..')))) throw noRoom()
}

/** A name that is one plain part of a path. */
function safeName(name: string): string {
  const plain = visible(basename(name.replaceAll('\\', '/'))).replaceAll(/[/\\\0]/g, '_')
  const short = Buffer.from(plain).subarray(0, 180).toString().replaceAll('\ufffd', '')
  return short === '' || /^\.+$/.test(short) ? 'upload' : short.replace(/^-$/, 'upload')
}
