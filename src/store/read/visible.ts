// The rows that readers see according to the commit log: the rows of committed units; while a unit is replacing, without the rows
// that it replaces.

import { firstWrite, type LogSnapshot, type OpenUnit, WRITES_OF_UNIT } from '../../commit/index.ts'
import { type Fragment, join, sql } from '../../sql/index.ts'

/** The condition that statements must add; undefined when every row is visible. */
export interface Visible {
  readonly condition: Fragment | undefined
}

const raw = (text: string | number): Fragment => ({ parts: [String(text)] })

/** The rows that are visible in a snapshot, whatever is inserted later. */
export function visibleAt(snapshot: LogSnapshot): Visible {
  if (snapshot.open.length === 0) return { condition: undefined }
  const later = sql`write_id < ${raw(firstWrite(snapshot.last + 1))}`
  return { condition: sql`(${join([later, ...snapshot.open.map(rowsBeside)], ' AND ')})` }
}

/** The rows that stay visible beside an open unit. */
function rowsBeside(unit: OpenUnit): Fragment {
  if (unit.phase !== 'replacing') return sql`NOT ${ownRows(unit.id)}`
  return sql`NOT ${replacedBy(unit)}`
}

/** The rows of a unit. */
export function ownRows(id: number): Fragment {
  const first = firstWrite(id)
  return sql`(write_id BETWEEN ${raw(first)} AND ${raw(first + WRITES_OF_UNIT - 1)})`
}

/** The earlier rows that a unit replaces or removes. Rows of later units are never included, whenever this is evaluated. */
export function replacedBy(unit: Pick<OpenUnit, 'id' | 'kind' | 'condition'>, table = 'records'): Fragment {
  const earlier = sql`write_id < ${raw(firstWrite(unit.id))}`
  if (unit.kind === 'removal') return sql`(${earlier} AND ${parseCondition(unit.condition)})`
  return sql`(${earlier} AND id IN (SELECT id FROM ${raw(table)} WHERE ${ownRows(unit.id)}))`
}

/** A condition as stored in the log. */
export function printCondition(condition: Fragment): string {
  return JSON.stringify(condition)
}

function parseCondition(text: string): Fragment {
  return JSON.parse(text) as Fragment
}

/**
 * Whether a statement between two snapshots, with the condition of the first, may have seen too many or too few rows. Rows inserted
 * meanwhile matter only without a condition; rows are missing only if a unit started to delete what it replaces.
 */
export function hasMoved(before: LogSnapshot, after: LogSnapshot): boolean {
  if (before.replaced !== after.replaced) return true
  return before.open.length === 0 && before.last !== after.last
}
