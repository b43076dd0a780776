// The migrations from an empty database to the current schema, for every kind of engine. A version adds the columns whose `since` it
// is; what else it changes is in `CHANGES`. A released version never changes. On a cluster the tables of records are those of each
// server, and the distributed tables over them are recreated after every step.
import type { Column } from '../../asset/index.ts'
import {
  ALL_ADDRESSES,
  BIGRAM_INDEXED,
  CHARACTER_BIGRAM_INDEXED,
  characterBigrams,
  TAG_COLUMN_DEFINITIONS,
  toStatement,
  VALUE_INDEXED,
  WORD_INDEXED,
  wordBigrams,
} from '../../sql/index.ts'
import { defineColumns, NEWEST_COLUMNS } from './columns.ts'

const wordIndex = (name: Column): string =>
  `INDEX words_${name} lowerUTF8(${name}) TYPE text(tokenizer = splitByNonAlpha)`

const wideIndex = (name: Column): string =>
  `INDEX wide_${name} ${toStatement(characterBigrams(name)).text} TYPE text(tokenizer = array)`

const ID = 'reinterpretAsUInt128(sipHash128(reached, port, base_protocol))'

/** The columns of a table of identities to look up. */
export const IDENTITIES = `reached String, port UInt16, base_protocol LowCardinality(String), id UInt128 MATERIALIZED ${ID}`

/** The released name of the table of superseded versions; it exists up to version 3 of the schema. */
export const SUPERSEDED = 'dormant'

/** The released prefix of the indexes of word bigrams. */
export const BIGRAM_INDEX = 'seams_'

/** How the tables of one engine are named and created. */
export interface Placement {
  /** The table in which a server stores its rows of this logical table. */
  readonly table: (name: 'records' | typeof SUPERSEDED) => string
  /** The engine of a persistent table. */
  readonly engine: (name: 'records' | typeof SUPERSEDED) => string
  /** The `ON CLUSTER` clause that follows the name of a new table; may be empty. */
  readonly onCluster: string
}

/** A single engine, where each table has its logical name. */
export const ALONE: Placement = { table: (name) => name, engine: () => 'MergeTree', onCluster: '' }

const records = ({
  table,
  engine,
  onCluster,
}: Placement): string => `CREATE TABLE IF NOT EXISTS ${table('records')}${onCluster} (
  ${defineColumns(1).join(', ')},
  part_ranks String,
  write_id UInt64,
  odd_letters Bool,
  recency UInt32 MATERIALIZED 4294967295 - lastupdatetime,
  id UInt128 MATERIALIZED ${ID},
  address IPv6 MATERIALIZED toIPv6OrDefault(ip),
  ${WORD_INDEXED.map(wordIndex).join(', ')},
  ${CHARACTER_BIGRAM_INDEXED.map(wideIndex).join(', ')},
  INDEX same_host host TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX same_ip ip TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX same_id id TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = ${engine('records')} ORDER BY (recency, host, base_protocol)
SETTINGS index_granularity = 64, index_granularity_bytes = 1048576, fsync_after_insert = 1, fsync_part_directory = 1,
  min_columns_to_activate_adaptive_write_buffer = 1, vertical_merge_algorithm_min_rows_to_activate = 1,
  vertical_merge_algorithm_min_columns_to_activate = 1`

/** Superseded versions, kept until version 4. */
const superseded = ({
  table,
  engine,
  onCluster,
}: Placement): string => `CREATE TABLE IF NOT EXISTS ${table(SUPERSEDED)}${onCluster} (
  reached String, port UInt16, base_protocol LowCardinality(String), content_import LowCardinality(String),
  unit String CODEC(ZSTD(3)), write_id UInt64, id UInt128 MATERIALIZED ${ID}
) ENGINE = ${engine(SUPERSEDED)} ORDER BY (id, content_import, write_id) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1,
  min_columns_to_activate_adaptive_write_buffer = 1, vertical_merge_algorithm_min_rows_to_activate = 1,
  vertical_merge_algorithm_min_columns_to_activate = 1`

/** The identities that a write looks up; in memory. */
const probe = ({ onCluster }: Placement): string => `CREATE TABLE IF NOT EXISTS probe${onCluster} (
  reached String, port UInt16, base_protocol LowCardinality(String), id UInt128 MATERIALIZED ${ID}
) ENGINE = Memory`

/** The sort keys of a record before its latest changes: write number, recency, host, base_protocol; see `write/moves.ts`. */
const moved = ({ table, onCluster }: Placement): string =>
  `ALTER TABLE ${table('records')}${onCluster} ADD COLUMN IF NOT EXISTS moved Array(Tuple(UInt64, UInt32, String, String)) AFTER part_ranks`

/** The index of word bigrams. Existing records are indexed in the background; until then their texts are read. */
const bigramIndexes = ({ table, onCluster }: Placement): string[] =>
  BIGRAM_INDEXED.flatMap((name) => [
    `ALTER TABLE ${table('records')}${onCluster} ADD INDEX IF NOT EXISTS ${BIGRAM_INDEX}${name} ${toStatement(wordBigrams(name)).text} TYPE text(tokenizer = array)`,
    `ALTER TABLE ${table('records')}${onCluster} MATERIALIZE INDEX ${BIGRAM_INDEX}${name}`,
  ])

/** The columns that a version adds. */
const addColumns = ({ table, onCluster }: Placement, version: number): string[] =>
  joined(
    `ALTER TABLE ${table('records')}${onCluster} `,
    defineColumns(version).map((definition) => `ADD COLUMN IF NOT EXISTS ${definition}`),
  )

/** Several changes of a table as one statement; each statement writes the definition of the table anew. */
const joined = (alter: string, changes: readonly string[]): string[] =>
  changes.length === 0 ? [] : [`${alter}${changes.join(', ')}`]

/** The index of the addresses of names with several; nearly all its granules are empty. */
const addressIndex = ({ table, onCluster }: Placement): string[] => [
  `ALTER TABLE ${table('records')}${onCluster} ADD INDEX IF NOT EXISTS same_ips ips TYPE bloom_filter(0.001) GRANULARITY 1`,
  `ALTER TABLE ${table('records')}${onCluster} MATERIALIZE INDEX same_ips`,
]

/** The columns that follow from tags. Until those of existing records are written in the background, they are derived when read. */
const addTagColumns = ({ table, onCluster }: Placement): string[] =>
  Object.entries(TAG_COLUMN_DEFINITIONS).flatMap(([name, definition]) => [
    `ALTER TABLE ${table('records')}${onCluster} ADD COLUMN IF NOT EXISTS ${name} ${definition}`,
    `ALTER TABLE ${table('records')}${onCluster} MATERIALIZE COLUMN ${name}`,
  ])

/** What look-ups compare, by the name of its index, in version 15. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  host: 'host',
  address: toStatement(ALL_ADDRESSES).text,
  id: 'id',
  domain: 'domain',
  icon_hash: 'lowerUTF8(icon_hash)',
  cert_sha256: 'lowerUTF8(cert_sha256)',
  cert_sn: 'lowerUTF8(cert_sn)',
  jarm: 'lowerUTF8(jarm)',
}

/**
 * Filters for look-ups, one for 64 granules, because a look-up opens each: of a million records 244 instead of 15,625. The fine ones of
 * version 1 stay for conditions that are parts of a disjunction: the engine (chdb 3.4) combines only filters of single granules.
 * Existing records get theirs in the background; until then look-ups read the values.
 */
const lookUpIndexes = ({ table, onCluster }: Placement): string[] => {
  const alter = `ALTER TABLE ${table('records')}${onCluster} `
  const added = Object.entries(LOOKED_UP).map(addLookUp)
  const written = Object.keys(LOOKED_UP).map((name) => `MATERIALIZE INDEX look_up_${name}`)
  return [...joined(alter, [...added, 'DROP INDEX IF EXISTS same_id']), ...joined(alter, written)]
}

const addLookUp = ([name, compared]: readonly [string, string]): string =>
  `ADD INDEX IF NOT EXISTS look_up_${name} ${compared} TYPE bloom_filter(0.001) GRANULARITY 64`

/** The filter for look-ups of icons by MD5, a column of the same version: existing records have no value in it. */
const iconIndex = ({ table, onCluster }: Placement): string[] => [
  `ALTER TABLE ${table('records')}${onCluster} ${addLookUp(['icon_md5', 'lowerUTF8(icon_md5)'])}`,
]

/**
 * Filters for values that identify a service when they are rare, one for 512 records: of a value that 200 of a million records have,
 * a tenth of the column is read. Existing records get theirs in the background; until then the values are read.
 */
const valueIndexes = ({ table, onCluster }: Placement): string[] => {
  const alter = `ALTER TABLE ${table('records')}${onCluster} `
  const added = VALUE_INDEXED.map(
    (name) => `ADD INDEX IF NOT EXISTS value_${name} ${name} TYPE bloom_filter(0.001) GRANULARITY 8`,
  )
  const written = VALUE_INDEXED.map((name) => `MATERIALIZE INDEX value_${name}`)
  return [...joined(alter, added), ...joined(alter, written)]
}

/** Drops unneeded tables: the distributed one and those of each server. */
const dropSuperseded = ({ table, onCluster }: Placement): string[] =>
  [...new Set([SUPERSEDED, table(SUPERSEDED)])].map((name) => `DROP TABLE IF EXISTS ${name}${onCluster}`)

/** What a version changes besides the columns that it adds. Version 1 creates the tables with its columns. */
const CHANGES: Readonly<Record<number, (placement: Placement) => readonly string[]>> = {
  1: (placement) => [records(placement), superseded(placement), probe(placement)],
  2: (placement) => [moved(placement)],
  3: bigramIndexes,
  4: dropSuperseded,
  6: addressIndex,
  14: addTagColumns,
  15: lookUpIndexes,
  16: valueIndexes,
  17: iconIndex,
}

const NEWEST = Math.max(NEWEST_COLUMNS, ...Object.keys(CHANGES).map(Number))

/** Statements of each version, the first making version 1. */
export const MIGRATIONS: readonly ((placement: Placement) => readonly string[])[] = Array.from(
  { length: NEWEST },
  (_, index) => (placement) => [
    ...(index === 0 ? [] : addColumns(placement, index + 1)),
    ...(CHANGES[index + 1]?.(placement) ?? []),
  ],
)

/** Statements that make the tables of the newest version where there are none. Repeating them changes nothing. */
export function newTables(placement: Placement): readonly string[] {
  const alter = `ALTER TABLE ${placement.table('records')}${placement.onCluster} `
  const all = MIGRATIONS.flatMap((step) => step(placement)).filter(
    (one) => !/ MATERIALIZE (?:INDEX|COLUMN) /.test(one),
  )
  const changes = all.filter((one) => one.startsWith(alter)).map((one) => one.slice(alter.length))
  return [...all.filter((one) => !one.startsWith(alter)), ...joined(alter, changes)]
}
