// Settings of statements that read.
import type { Column } from '../../asset/index.ts'
import type { Settings } from '../engine/index.ts'

/** Lets the text indexes answer short and frequent needles too. */
export const TEXT_INDEX = {
  text_index_like_min_pattern_length: 1,
  text_index_like_max_postings_to_read: 1_000_000,
} as const

/** Rows of a block that holds bodies, and threads that read such: of the longest bodies, all blocks must fit into a query's memory. */
const WITH_BODIES = { max_block_size: 16, max_threads: 2 } as const

/** A page of a reading is looked for in blocks of so many rows: larger ones hold far more than a page. */
const ROWS_OF_READING = 2048

/** A short page that texts decide is looked for in blocks of so many rows: few texts are read that it does not need. */
const ROWS_OF_SEARCH = 1024

/** A short page that small columns decide: larger blocks read more rows than it needs. */
const ROWS_OF_SHORT_PAGE = 4096

/** The settings for reading some columns in order. */
export function settingsFor(columns: readonly Column[]): Settings {
  return columns.includes('body') ? { ...TEXT_INDEX, ...WITH_BODIES } : TEXT_INDEX
}

/** The settings for one page of a reading that writes do not disturb. */
export function settingsOfReading(columns: readonly Column[]): Settings {
  return { max_block_size: ROWS_OF_READING, ...settingsFor(columns) }
}

/** The settings for a short page of matches that small columns decide. */
export function settingsOfShort(columns: readonly Column[]): Settings {
  return { max_block_size: ROWS_OF_SHORT_PAGE, ...settingsFor(columns) }
}

/** The settings for a short page of matches that are looked for in texts. */
export function settingsOfSearch(columns: readonly Column[]): Settings {
  return { max_block_size: ROWS_OF_SEARCH, ...settingsFor(columns) }
}
