// Settings of reading statements.
import { type Column, columnRow } from '../../asset/index.ts'
import type { ResolvedNode } from '../../query/index.ts'
import { countsSmallColumns, looksUpNetwork, usesTextIndex } from '../../sql/index.ts'
import type { Settings } from '../engine/index.ts'
import type { PageRequest } from '../store.ts'

/** Lets the text indexes answer short and frequent needles too. */
export const TEXT_INDEX = {
  text_index_like_min_pattern_length: 1,
  text_index_like_max_postings_to_read: 1_000_000,
} as const

/** Keeps small columns uncompressed in memory. Long columns would displace them. */
const UNPACKED = { use_uncompressed_cache: 1 } as const

/**
 * The settings for a count. Small columns are read side by side: after a condition on one of them nearly every granule of 64 rows has
 * matches left, and reading the next column granule by granule costs twice as much as reading it whole.
 */
export function settingsOfCount(root: ResolvedNode): Settings {
  return countsSmallColumns(root) ? { ...TEXT_INDEX, ...UNPACKED, optimize_move_to_prewhere: 0 } : TEXT_INDEX
}

/** Block size and threads for statements that read bodies: even with the longest bodies, all blocks must fit into a query's memory. */
const WITH_BODIES = { max_block_size: 16, max_threads: 2 } as const

/** Block size for a page of a snapshot: larger blocks contain far more than a page. */
const ROWS_OF_READING = 2048

/** Block size for a short page with predicates on texts, so that few unneeded texts are read. */
const ROWS_OF_SEARCH = 1024

/** Block size for a short page with predicates on small columns: larger blocks read more rows than it needs. */
const ROWS_OF_SHORT_PAGE = 4096

/** The settings for reading some columns in order. */
export function settingsFor(columns: readonly Column[]): Settings {
  return columns.includes('body') ? { ...TEXT_INDEX, ...WITH_BODIES } : TEXT_INDEX
}

/** The settings for one page of a snapshot. */
function settingsOfReading(columns: readonly Column[]): Settings {
  return { max_block_size: ROWS_OF_READING, ...settingsFor(columns) }
}

/** The settings for a short page that no text index answers. */
function settingsOfShort(root: ResolvedNode, columns: readonly Column[]): Settings {
  const isSmall = countsSmallColumns(root) && columns.every((name) => columnRow(name).size === 'small')
  return { max_block_size: ROWS_OF_SHORT_PAGE, ...settingsFor(columns), ...(isSmall && UNPACKED) }
}

/** The settings for a short page with predicates on texts. */
function settingsOfSearch(columns: readonly Column[]): Settings {
  return { max_block_size: ROWS_OF_SEARCH, ...settingsFor(columns) }
}

/** The settings for a look-up: it reads small columns of few rows, but looks for these among all, by the coarse index. */
const LOOK_UP = {
  max_block_size: 65_536,
  ignore_data_skipping_indices: 'same_host',
  use_skip_indexes_on_data_read: 0,
  ...UNPACKED,
} as const

/** The settings for a look-up. Starting threads takes longer than reading what the index leaves; networks have none. */
export function settingsOfLookUp(root: ResolvedNode): Settings {
  return looksUpNetwork(root) ? LOOK_UP : { ...LOOK_UP, max_threads: 1 }
}

/** The settings for reading few matches that an index of words finds. */
export const FEW = { ...TEXT_INDEX, ...UNPACKED, max_block_size: 65_536 } as const

/** The settings for counting who shares values: nearly all records are others, so indexes of hosts and addresses exclude none. */
export const SHARING = {
  ...TEXT_INDEX,
  ignore_data_skipping_indices: 'same_host,same_ip,same_ips,look_up_host,look_up_address,look_up_domain',
} as const

/** Pages that end deeper than this are not short. */
export const SHALLOW = 1000

/** The settings for a page. */
export function settingsOfPage(
  { query, offset, limit, snapshot }: PageRequest,
  columns: readonly Column[],
): Settings {
  if (snapshot !== undefined) return settingsOfReading(columns)
  if (offset + limit > SHALLOW) return settingsFor(columns)
  return usesTextIndex(query.root) ? settingsOfSearch(columns) : settingsOfShort(query.root, columns)
}
