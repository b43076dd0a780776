// The steps from an empty directory to the present schema. A released step never changes; a new one is added.
import { COLUMN_TYPES, COLUMNS } from './columns.ts'

/** Columns with a text index over their lower-cased text. */
const INDEXED = ['title', 'header', 'body', 'banner', 'cert', 'host'] as const

const textIndex = (column: string): string =>
  `INDEX text_${column} lowerUTF8(${column}) TYPE text(tokenizer = splitByNonAlpha)`

const ID = 'reinterpretAsUInt128(sipHash128(reached, port, base_protocol))'

const RECORDS = `CREATE TABLE IF NOT EXISTS records (
  ${COLUMNS.map((column) => `${column} ${COLUMN_TYPES[column]}`).join(', ')},
  part_ranks String,
  write_id UInt64,
  recency UInt32 MATERIALIZED 4294967295 - lastupdatetime,
  id UInt128 MATERIALIZED ${ID},
  address IPv6 MATERIALIZED toIPv6OrDefault(ip),
  ${INDEXED.map(textIndex).join(', ')},
  INDEX same_host host TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX same_ip ip TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX same_id id TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = MergeTree ORDER BY (recency, host, base_protocol)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1`

/** Units whose content does not stand now; see `asset/absorb.ts`. */
const DORMANT = `CREATE TABLE IF NOT EXISTS dormant (
  reached String, port UInt16, base_protocol LowCardinality(String), content_import LowCardinality(String),
  unit String CODEC(ZSTD(3)), write_id UInt64, id UInt128 MATERIALIZED ${ID}
) ENGINE = MergeTree ORDER BY (id, content_import, write_id) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/** The identities a write asks about; lives in memory. */
const PROBE = `CREATE TABLE IF NOT EXISTS probe (
  reached String, port UInt16, base_protocol LowCardinality(String), id UInt128 MATERIALIZED ${ID}
) ENGINE = Memory`

/** Statements of each version, the first making version 1. */
export const MIGRATIONS: readonly (readonly string[])[] = [[RECORDS, DORMANT, PROBE]]
