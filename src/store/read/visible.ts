// Which rows readers see, given what the commit log says: those of units that count, and while one of them is replacing not the rows
// that it replaces.
import { type Fragment, join, sql } from '../../sql/index.ts'
import { firstWrite, type LogSnapshot, type OpenUnit, WRITES_OF_UNIT } from '../../commit/index.ts'

/** What statements must add to their conditions; none when every row counts. */
export interface Visible {
  readonly condition: Fragment | undefined
}

const raw = (text: string | number): Fragment => ({ parts: [String(text)] })

/** The rows that count at the moment of a snapshot, whatever is inserted later. */
export function visibleAt(snapshot: LogSnapshot): Visible {
  if (snapshot.open.length === 0) return { condition: undefined }
  const later = sql`write_id < ${raw(firstWrite(snapshot.last + 1))}`
  return { condition: sql`(${join([later, ...snapshot.open.map(rowsBeside)], ' AND ')})` }
}

/** What an open unit leaves to see. */
function rowsBeside(unit: OpenUnit): Fragment {
  if (unit.phase !== 'replacing') return sql`NOT ${ownRows(unit.id)}`
  return sql`NOT ${replacedBy(unit)}`
}

/** The rows of a unit. */
export function ownRows(id: number): Fragment {
  const first = firstWrite(id)
  return sql`(write_id BETWEEN ${raw(first)} AND ${raw(first + WRITES_OF_UNIT - 1)})`
}

/** The earlier rows that a unit replaces or removes. A later row is never among them, however late this is asked. */
export function replacedBy(unit: Pick<OpenUnit, 'id' | 'kind' | 'condition'>, table = 'records'): Fragment {
  const earlier = sql`write_id < ${raw(firstWrite(unit.id))}`
  if (unit.kind === 'removal') return sql`(${earlier} AND ${parseCondition(unit.condition)})`
  return sql`(${earlier} AND id IN (SELECT id FROM ${raw(table)} WHERE ${ownRows(unit.id)}))`
}

/** A condition as the log keeps it. */
export function printCondition(condition: Fragment): string {
  return JSON.stringify(condition)
}

function parseCondition(text: string): Fragment {
  return JSON.parse(text) as Fragment
}

/**
 * Whether a statement that ran between two snapshots, with the condition of the first, may have seen too much or too little. What is
 * inserted meanwhile matters only without a condition; rows are missing only when a unit began to delete what it replaces.
 */
export function hasMoved(before: LogSnapshot, after: LogSnapshot): boolean {
  if (before.replaced !== after.replaced) return true
  return before.open.length === 0 && before.last !== after.last
}
