// The columns of the table of records in the engine.
import { COLUMNS, columnRow } from '../../asset/index.ts'

export { COLUMNS }

/** The definitions of the columns that a schema version added. Lists of objects are JSON texts, because only merging reads them. */
export function defineColumns(version: number): readonly string[] {
  return COLUMNS.filter((column) => (columnRow(column).since ?? 1) === version).map(
    (column) => `${column} ${columnRow(column).engine}`,
  )
}
