// The columns of the table of records in the engine.
import { type Column, COLUMNS, columnRow } from '../../asset/index.ts'

export { COLUMNS }

const sinceOf = (column: Column): number => columnRow(column).since ?? 1

/** The newest schema version that added columns. */
export const NEWEST_COLUMNS = Math.max(...COLUMNS.map(sinceOf))

/** The definitions of the columns that a schema version added. Lists of objects are JSON texts, because only merging reads them. */
export function defineColumns(version: number): readonly string[] {
  return COLUMNS.filter((column) => sinceOf(column) === version).map(
    (column) => `${column} ${columnRow(column).engine}`,
  )
}
