import { fieldNamed } from '../../field/index.ts'
import { isAppError } from '../../error/index.ts'
import type { JobRun, ResultFiles } from '../../job/index.ts'
import type { ResolvedQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import { checkRoom } from './room.ts'
import { writeExport } from './export-file.ts'
import type { ExportOutput, ExportsContext, ExportTask } from './types.ts'

/** Rows per price. */
const ROWS_PER_PRICE = 10_000

/** The price of `rows` rows in coins. */
export function costOf(rows: number, price: number): number {
  return Math.ceil(rows / ROWS_PER_PRICE) * price
}

/** The selected records, as of a time. */
export function selectionOf(query: ResolvedQuery, full: boolean, now: number): Selection {
  return { query, since: full ? undefined : Math.floor(oneYearBefore(now) / 1000), now }
}

/** Writes the file of a job and charges its rows. */
export async function runExport(
  { accounts, exclusions, store, room, directory }: ExportsContext,
  files: ResultFiles,
  { id, accountId, attempt, createdAt, input }: ExportTask,
  { signal, advance }: JobRun,
  used: number,
): Promise<ExportOutput> {
  const { query, fields, full, format, bom, total, price, name } = input
  if (accountId === null) throw new Error(`export ${id} belongs to no account`)
  const work = { accountId, amount: costOf(total, price), name: `export ${id}`, attempt }
  const coins = await accounts.reserveWork(work)
  const distinct = [...new Set(fields)]
  // As of the submission, so that a resumed export covers the same records.
  const selection = selectionOf(await accounts.readAccountQuery(accountId, query), full, createdAt)
  const scan = { ...selection, fields: distinct.map(fieldNamed), signal }
  try {
    await files.prepare()
    const written = await writeExport(
      {
        ...{ path: files.path(`${id}-${name}`), format, fields: distinct, bom },
        applyExclusions: exclusions.refresh,
        checkRoom: checkRoom(room, directory, used),
      },
      (from) => store.scan(from === undefined ? scan : { ...scan, from }),
      (rows) => advance(total === 0 ? 99 : (rows / total) * 99),
      signal,
    )
    return { ...written, cost: await coins.capture(costOf(written.rows, price)) }
  } catch (error) {
    // If the database is unavailable now, the release is repeated when it answers again.
    await coins.release().catch(() => {})
    // A file that may not grow is useless and takes space.
    if (isAppError(error) && error.code === 'params') await files.remove(id)
    throw error
  }
}
