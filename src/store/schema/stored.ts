// The columns of stored rows as inserts name them, including those that are not part of the record.
import { COLUMNS, columnRow, SEEN_AGAIN_CHANGES } from '../../asset/index.ts'
import type { RowTag } from '../engine/index.ts'
import type { RowKind } from '../store.ts'
import { IDENTITIES } from './migrations.ts'

const MOVED = 'Array(Tuple(UInt64, UInt32, String, String))'

const TYPES: Readonly<Record<RowKind, Readonly<Record<string, string>>>> = {
  records: {
    ...Object.fromEntries(COLUMNS.map((column) => [column, columnRow(column).engine])),
    // Contained in backups of earlier versions.
    part_ranks: 'String',
    moved: MOVED,
    odd_letters: 'Bool',
    write_id: 'UInt64',
  },
}

/** The columns of a list of records that were only seen again: identity, row to copy, and changed values. */
export const SEEN_AGAIN_COLUMNS: string = [
  IDENTITIES,
  'source UInt64',
  ...SEEN_AGAIN_CHANGES.map((column) => `${column} ${columnRow(column).engine}`),
  `moved ${MOVED}`,
].join(', ')

/** Write numbers belong to the store that assigned them; rows copied from another store omit them. */
const OWN: ReadonlySet<string> = new Set(['write_id', 'moved'])

/** Tags rows of some columns with their write number. Fails when the table does not have one of the columns. */
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
