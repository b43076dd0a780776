// Tags of addresses: vocabulary, sources (feeds) and their look-up tables, the tagger and the result's formats.
// It sees records only through `Observe` and places only through `locate`; it must not know database, HTTP or files.

export type { LocatedBy, TagContext } from './context.ts'
export { tagsPage } from './docs.ts'
export {
  type ColumnHints,
  type Covered,
  coveredBy,
  feedKinds,
  findPreset,
  KNOWN_FEEDS,
  PRESETS,
  RECOMMENDED,
  type ReadFeed,
  readFeed,
} from './feed/index.ts'

export { Causes, Entry, type Freshness, OkEntry, Result, SourceRow, Sources, type Stats } from './entry.ts'
export {
  type Header,
  CSV_COLUMNS,
  MEDIA_TYPES,
  RESULT_FORMATS,
  type ResultFormat,
  resultHeader,
  writeResult,
} from './result/index.ts'
export {
  assembleSources,
  buffersOf,
  type Hit,
  openSourceSet,
  type Source,
  type SourceData,
  type SourceFacts,
  type SourceInput,
  type SourceSet,
  sourceRows,
  stateOf,
  unansweredIn,
} from './source/index.ts'
export { addressTags, tagAddress, tagLines } from './tagger/index.ts'
export {
  AGES,
  type Category,
  freshness,
  namespaceOf,
  STARTS,
  VOCABULARY,
  VocabularyRow,
} from './vocabulary/index.ts'
