// Exports of accounts: asked for, paid, written by whoever takes the task up, fetched by their address, forgotten in time.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import { deleteTasks, findTask, findTaskOfKind, listTasks, type TaskRow } from '../../state/index.ts'
import { type Account, isSame } from '../account/index.ts'
import { removeExport } from './export-file.ts'
import { jobOf, storedOf } from './job.ts'
import { runExport } from './run.ts'
import { submit } from './submit.ts'
import type { ExportJob, ExportResult, Exports, ExportsContext } from './types.ts'

const NAME = /^(\d{1,15})-[0-9a-f]{32}\.(?:csv|json|ndjson)$/

/** The use cases over a store and a state database. */
export function createExports(context: ExportsContext): Exports {
  return {
    submit: async (account, actor, request, signal) => {
      const job = await submit(context, account, actor, request, signal)
      await forgetBeyond(context, account)
      return job
    },
    info: (account, id) => info(context, account, id),
    list: async (account) => {
      const rows = await listTasks(context.state.db, account.id, context.kind, 100)
      return rows.map((row) => jobOf(context, row))
    },
    open: (name) => openResult(context, name),
    run: (task, run) => runExport(context, task, run),
    tidy: () => tidy(context),
  }
}

async function info(context: ExportsContext, account: Account, id: string): Promise<ExportJob> {
  const known = /^\d{1,15}$/.test(id)
  const row = known ? await findTask(context.state.db, account.id, Number(id)) : undefined
  if (row?.kind !== context.kind) throw new AppError('task', ERROR_TABLE.task.text)
  return jobOf(context, row)
}

async function openResult(context: ExportsContext, name: string): Promise<ExportResult> {
  const id = Number(NAME.exec(name)?.[1] ?? 0)
  const row = id === 0 ? undefined : await findTaskOfKind(context.state.db, context.kind, id)
  const job = row === undefined ? undefined : jobOf(context, row)
  if (job?.file !== undefined && isSame(job.file.name, name)) {
    const path = join(context.directory, job.file.name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return { path, name, format: job.format, size: found.size }
  }
  throw new AppError('file', ERROR_TABLE.file.text)
}

async function forgetBeyond(context: ExportsContext, account: Account): Promise<void> {
  const rows = await listTasks(context.state.db, account.id, context.kind, context.keep + 100)
  const ended = rows.filter((row) => row.ended_at !== null).slice(context.keep)
  await forget(context, ended)
}

async function forget(context: ExportsContext, rows: readonly TaskRow[]): Promise<void> {
  for (const row of rows) await removeExport(join(context.directory, `${row.id}-${storedOf(row).name}`))
  if (rows.length === 0) return
  await context.state.write((db) =>
    deleteTasks(
      db,
      rows.map((row) => row.id),
    ),
  )
}

/** What stands in the directory decides, so that nothing a crash left stays for ever. */
async function tidy(context: ExportsContext): Promise<void> {
  const names = await readdir(context.directory).catch(() => [])
  const ids = new Set(names.map((name) => Number(/^(\d{1,15})-/.exec(name)?.[1] ?? 0)))
  for (const id of ids) {
    const row = await findTaskOfKind(context.state.db, context.kind, id)
    if (row !== undefined && (row.ended_at === null || jobOf(context, row).file !== undefined)) continue
    for (const name of names.filter((one) => one.startsWith(`${id}-`)))
      await removeExport(join(context.directory, name))
    if (row?.state === 'success') await forget(context, [row])
  }
}
