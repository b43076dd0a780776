// Readers of the formats in which ranges are published, and what a feed holds once it is read.
// A reader knows its format and the vocabulary; it must not know where the bytes came from.

export { type Covered, coveredBy } from './covered.ts'
export type { ColumnHints, Complete, Feed, Label } from './feed.ts'
export { KNOWN_FEEDS } from './known-feed.ts'
export { MEASURED, UNMEASURED } from './measured.ts'
export { PRESET_COVERAGE } from './preset-coverage.ts'
export { findPreset, PRESETS, RECOMMENDED } from './preset.ts'
export { feedKinds, type ReadFeed, readFeed } from './read-feed.ts'
