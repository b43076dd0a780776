// Tags of addresses: vocabulary, sources (feeds) and their look-up tables, the tagger and the result's formats.
// It sees records only through `Observe` and places only through `locate`; it must not know database, HTTP or files.

export type { Located, LocatedBy, TagContext } from './context.ts'
export { type Feed, type FeedHints, feedKinds, type Label, type ReadFeed, readFeed } from './feed/index.ts'
export type { Observe, Observed } from './observed/observed.ts'
export type {
  Basis,
  Conflict,
  Entry,
  Evidence,
  Freshness,
  OkEntry,
  Result,
  SourceRow,
  Stats,
} from './result/entry.ts'
export type { Source, SourceInput, SourceState } from './source/source.ts'
export type { Hit, SourceSet } from './source/source-set.ts'
export { AGES, type Category, freshness } from './vocabulary/index.ts'
