// An uploaded import as its task keeps it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import { findTask, type TaskRow } from '../../state/index.ts'
import type { Account } from '../account/index.ts'
import type { ImportCounts, ImportSummary, LiveImport } from '../ingest/index.ts'
import type { Stored, UploadJob, UploadsContext } from './types.ts'

const NOTHING: ImportCounts = {
  inputs: 0,
  refusedInputs: 0,
  observations: 0,
  rejects: 0,
  skipped: 0,
  added: 0,
  replaced: 0,
  touched: 0,
  unchanged: 0,
}

/** Fails with `forbidden`. */
export function mustBeAdministrator(account: Account): void {
  if (account.role === 'administrator') return
  throw new AppError('forbidden', '403 Forbidden: only administrators may import')
}

/** A task as its administrator sees it. */
export function jobOf(row: TaskRow, live: ReadonlyMap<number, LiveImport>): UploadJob {
  const { name, bytes } = storedOf(row)
  const summary = row.result === null ? undefined : (JSON.parse(row.result) as ImportSummary)
  return {
    ...{ id: row.id, state: row.state, progress: row.progress, name, bytes },
    counts: summary ?? live.get(row.id)?.counts() ?? NOTHING,
    notes: summary?.notes ?? [],
    formats: summary?.formats ?? {},
    createdAt: row.created_at,
    reason: row.reason ?? undefined,
  }
}

/** The task of an account's import. Fails with `forbidden` and `task`. */
export async function find(context: UploadsContext, account: Account, id: string): Promise<TaskRow> {
  mustBeAdministrator(account)
  const row = /^\d{1,15}$/.test(id) ? await findTask(context.state.db, account.id, Number(id)) : undefined
  if (row?.kind !== context.kind) throw new AppError('task', ERROR_TABLE.task.text)
  return row
}

/** Removes a file that was sent. */
export async function remove(context: UploadsContext, folder: string): Promise<void> {
  await rm(join(context.directory, folder), { recursive: true, force: true })
}

/** What the task keeps of its upload. */
export function storedOf(row: TaskRow): Stored {
  return JSON.parse(row.input) as Stored
}
