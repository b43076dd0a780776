// Tags of addresses: vocabulary, sources (feeds) and their look-up tables, the tagger and the result's formats.
// It sees records only through `Observe` and places only through `locate`; it must not know database, HTTP or files.

export type { Located, LocatedBy, TagContext } from './context.ts'
export { tagsPage } from './document.ts'
export {
  type ColumnHints,
  type Covered,
  coveredBy,
  type Feed,
  type FeedHints,
  feedKinds,
  findPreset,
  type Label,
  PRESETS,
  RECOMMENDED,
  type Preset,
  type ReadFeed,
  readFeed,
} from './feed/index.ts'

export {
  type Classified,
  type ClassSigns,
  classify,
  type Observe,
  type Observed,
  scoreHoneypot,
} from './observed/index.ts'
export {
  type Basis,
  type Cause,
  type Causes,
  type Conflict,
  countEntries,
  type Entry,
  type Evidence,
  type Freshness,
  type Header,
  MEDIA_TYPES,
  type OkEntry,
  type Question,
  RESULT_FORMATS,
  type Result,
  type ResultFormat,
  resultHeader,
  type SourceRow,
  type Stats,
  writeResult,
} from './result/index.ts'
export {
  assembleSources,
  buffersOf,
  buildSources,
  type Hit,
  openSourceSet,
  type ReadSource,
  type Source,
  type SourceData,
  type SourceFacts,
  type SourceInput,
  type SourceSet,
  type SourceState,
  sourceStates,
  unansweredIn,
} from './source/index.ts'
export { explainInvalid, type InputLine, readLines, tagAddress, tagLines, tagOne } from './tagger/index.ts'
export {
  AGES,
  type Category,
  freshness,
  isTag,
  namespaceOf,
  STARTS,
  VOCABULARY,
  type VocabularyRow,
} from './vocabulary/index.ts'
