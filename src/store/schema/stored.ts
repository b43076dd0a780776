// The columns of stored rows, those beside the record's included, as inserts name them.
import { COLUMNS, columnRow, MERGE_COLUMNS } from '../../asset/index.ts'
import type { RowTag } from '../engine/index.ts'
import type { RowKind } from '../store.ts'
import { IDENTITIES } from './migrations.ts'

const MOVED = 'Array(Tuple(UInt64, UInt32, String, String))'

const TYPES: Readonly<Record<RowKind, Readonly<Record<string, string>>>> = {
  records: {
    ...Object.fromEntries(COLUMNS.map((column) => [column, columnRow(column).engine])),
    // Backups of earlier versions bring it.
    part_ranks: 'String',
    moved: MOVED,
    odd_letters: 'Bool',
    write_id: 'UInt64',
  },
}

/** The columns of a list of records that were only seen again: their identity, the row to copy, and what changes of it. */
export const SEEN_AGAIN_COLUMNS: string = [
  IDENTITIES,
  'source UInt64',
  ...MERGE_COLUMNS.slice(3).map((column) => `${column} ${columnRow(column).engine}`),
  `moved ${MOVED}`,
].join(', ')

/** Numbers of writes belong to the store that gave them out; rows of another store leave them behind. */
const OWN: ReadonlySet<string> = new Set(['write_id', 'moved'])

/** Tags rows of some columns with the write that brings them; fails when a column is not one of the table's. */
export function taggedRows(
  table: RowKind,
  columns: readonly string[],
  writeId: number,
  foreign: boolean,
): RowTag {
  const types = TYPES[table]
  const structure = columns.map((column) => {
    const type = types[column]
    if (type === undefined) throw new Error(`no column ${column} is stored`)
    return `${column} ${type}`
  })
  const stored = columns.filter((column) => column !== 'write_id' && !(foreign && OWN.has(column)))
  return { structure: structure.join(', '), stored, column: 'write_id', value: writeId }
}
