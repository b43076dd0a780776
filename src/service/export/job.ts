// An export as its task keeps it.
import type { ResolvedQuery } from '../../query/index.ts'
import type { TaskRow } from '../../state/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Written } from './export-file.ts'
import type { ExportJob, ExportsContext, Stored } from './types.ts'

/** Rows that one price buys. */
const ROWS_PER_PRICE = 10_000

/** A task as its account sees it. */
export function jobOf(context: ExportsContext, row: TaskRow): ExportJob {
  const stored = storedOf(row)
  const result = row.result === null ? undefined : (JSON.parse(row.result) as Written & { cost: number })
  const expiresAt = (row.ended_at ?? 0) + context.expiry
  const ready = row.state === 'success' && expiresAt > context.now()
  const { query, format, fields, full, total, price } = stored
  const held = row.state === 'failure' ? 0 : costOf(total, price)
  return {
    ...{ id: row.id, state: row.state, progress: row.progress, query, format, fields, full, total },
    rows: result?.rows ?? 0,
    bytes: result?.bytes ?? 0,
    cost: result?.cost ?? held,
    createdAt: row.created_at,
    reason: row.reason ?? undefined,
    file: ready ? { name: `${row.id}-${stored.name}`, expiresAt } : undefined,
  }
}

/** What the task keeps of its request. */
export function storedOf(row: TaskRow): Stored {
  return JSON.parse(row.input) as Stored
}

/** The coins that so many rows cost. */
export function costOf(rows: number, price: number): number {
  return Math.ceil(rows / ROWS_PER_PRICE) * price
}

/** The records that are meant, as of a time. */
export function selectionOf(query: ResolvedQuery, full: boolean, now: number): Selection {
  return { query, since: full ? undefined : Math.floor(oneYearBefore(now) / 1000), now }
}
