// Uploaded imports: received, kept until they are records, told about, and forgotten in time.
import { readdir, rm, stat } from 'node:fs/promises'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import { deleteTasks, listEndedTasks, listTasks, listTasksUnderWay } from '../../state/index.ts'
import type { Account } from '../account/index.ts'
import type { LiveImport } from '../ingest/index.ts'
import { find, jobOf, mustBeAdministrator, remove, storedOf } from './job.ts'
import { runUpload } from './run.ts'
import { cancel } from './cancel.ts'
import { check, submit } from './submit.ts'
import type { Uploads, UploadsContext } from './types.ts'

/** The use cases over a state database. */
export function createUploads(context: UploadsContext): Uploads {
  const live = new Map<number, LiveImport>()
  return {
    check: (account) => check(context, account),
    submit: (account, actor, request, stream, signal) =>
      submit(context, live, account, actor, request, stream, signal),
    info: async (account, id) => jobOf(await find(context, account, id), live),
    list: async (account) => {
      mustBeAdministrator(account)
      const rows = await listTasks(context.state.db, account.id, context.kind, 100)
      return rows.map((row) => jobOf(row, live))
    },
    rejects: (account, id) => rejectsOf(context, account, id),
    cancel: (account, actor, id) => cancel(context, live, account, actor, id),
    run: (task, run) => runUpload(context, live, task, run),
    tidy: () => tidy(context),
    clean: () => clean(context),
  }
}

async function rejectsOf(
  context: UploadsContext,
  account: Account,
  id: string,
): Promise<{ readonly path: string; readonly size: number }> {
  const row = await find(context, account, id)
  const path = context.rejectsPath(storedOf(row).importId)
  const found = row.state === 'success' ? await stat(path).catch(() => undefined) : undefined
  if (found === undefined) throw new AppError('file', ERROR_TABLE.file.text)
  return { path, size: found.size }
}

async function tidy(context: UploadsContext): Promise<void> {
  const { state } = context
  const ended = await listEndedTasks(state.db, context.kind, context.now() - context.expiry, 1000)
  for (const row of ended) {
    const { importId } = storedOf(row)
    const others = await listTasks(state.db, row.account_id, context.kind, 1000)
    const repeated = others.some((one) => one.id > row.id && storedOf(one).importId === importId)
    if (!repeated) await rm(context.rejectsPath(importId), { force: true })
  }
  const ids = ended.map((row) => row.id)
  await state.write((db) => deleteTasks(db, ids))
}

/** A folder of which no import under way speaks was left by a crash. */
async function clean(context: UploadsContext): Promise<void> {
  const folders = await readdir(context.directory).catch(() => [])
  if (folders.length === 0) return
  const rows = await listTasksUnderWay(context.state.db, context.kind)
  const wanted = new Set(rows.map((row) => storedOf(row).folder))
  for (const folder of folders) if (!wanted.has(folder)) await remove(context, folder)
}
