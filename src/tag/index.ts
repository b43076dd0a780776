// Tags of addresses: vocabulary, sources (feeds) and their look-up tables, the tagger and the result's formats.
// It sees records only through `Observe` and places only through `locate`; it must not know database, HTTP or files.

export type { LocatedBy, TagContext } from './context.ts'
export { tagsPage } from './docs.ts'
export {
  type ColumnHints,
  type Covered,
  coveredBy,
  type Feed,
  type FeedHints,
  feedKinds,
  findPreset,
  KNOWN_FEEDS,
  type Label,
  PRESETS,
  RECOMMENDED,
  type Preset,
  type ReadFeed,
  readFeed,
} from './feed/index.ts'

export { type ClassSigns, classify, scoreHoneypot } from './observed/index.ts'
export {
  type Basis,
  type Cause,
  Causes,
  type Conflict,
  Entry,
  type Evidence,
  type Freshness,
  OkEntry,
  type Question,
  Result,
  SourceRow,
  Sources,
  type Stats,
} from './entry.ts'
export {
  countEntries,
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
  buildSources,
  type Hit,
  openSourceSet,
  type Source,
  type SourceData,
  type SourceFacts,
  type SourceInput,
  type SourceSet,
  sourceRows,
  type SourceState,
  sourceStates,
  stateOf,
  unansweredIn,
} from './source/index.ts'
export {
  addressTags,
  explainInvalid,
  type InputLine,
  readLines,
  tagAddress,
  tagLines,
  tagOne,
} from './tagger/index.ts'
export {
  AGES,
  type Category,
  freshness,
  isTag,
  namespaceOf,
  STARTS,
  VOCABULARY,
  VocabularyRow,
} from './vocabulary/index.ts'
