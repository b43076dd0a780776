import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import type { TaskRow } from '../../state/index.ts'
import { removeExport, type Written, writeExport } from './export-file.ts'
import { costOf, selectionOf, storedOf } from './job.ts'
import type { Exports, ExportsContext } from './types.ts'

/** Writes the file of a task and charges what stands in it. */
export async function runExport(
  context: ExportsContext,
  task: TaskRow,
  { signal, advance }: Parameters<Exports['run']>[1],
): Promise<Written & { readonly cost: number }> {
  const { query, fields, full, format, bom, total, price, name } = storedOf(task)
  await mkdir(context.directory, { recursive: true, mode: 0o700 })
  const coins = await context.accounts.reserveWork({
    accountId: task.account_id,
    amount: costOf(total, price),
    name: `export ${task.id}`,
    attempt: task.attempt,
  })
  const path = join(context.directory, `${task.id}-${name}`)
  const distinct = [...new Set(fields)]
  // As of when it was asked for, so that a continued one means the same records.
  const selection = selectionOf(readQuery(query), full, task.created_at)
  const scan = { ...selection, fields: distinct.map(fieldNamed), signal }
  try {
    const written = await writeExport(
      { path, format, fields: distinct, bom },
      (from) => context.store.scan(from === undefined ? scan : { ...scan, from }),
      (rows) => advance(total === 0 ? 99 : (rows / total) * 99),
      signal,
    )
    return { ...written, cost: await coins.settle(costOf(written.rows, price)) }
  } catch (error) {
    await coins.release()
    if (!signal.aborted) await removeExport(path)
    throw error
  }
}
