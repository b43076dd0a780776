// The compiler from resolved queries to ClickHouse SQL with typed parameters. Pure; knows the columns of the table `records`, not
// how or where statements run.

export { combinationsOf, distinctOf } from './combination.ts'
export {
  BIGRAM_INDEXED,
  CHARACTER_BIGRAM_INDEXED,
  characterBigrams,
  type Parts,
  WORD_INDEXED,
} from './contains.ts'
export { countTerms } from './count.ts'
export { countsSmallColumns, isCountedBeside } from './count-cost.ts'
export { excludedBy } from './exclusion.ts'
export { type Dimension, facetsOf } from './facet.ts'
export { storedListSteps } from './any-of.ts'
export {
  type Fragment,
  join,
  keyOfFragment,
  parameter,
  type Statement,
  sql,
  text,
  toStatement,
} from './fragment.ts'
export { fewOf, looksUpNetwork, lookUpOf } from './look-up.ts'
export { type Access, BY_INDEX, type Probe, probesOf, requiredProbesOf, usesTextIndex } from './needle.ts'
export { requiredLiterals } from './required-literal.ts'
export { type AgeLimits, expiredBy, limitsOf } from './retention.ts'
export {
  countAndNewestOf,
  countOf,
  type Filter,
  matchesOf,
  movedOf,
  pageOf,
  positionAfter,
  probeOf,
  type Range,
  timesOf,
} from './select.ts'
export { type FieldValues, sharingOf, VALUE_INDEXED } from './sharing.ts'
export { ALL_ADDRESSES } from './several-addresses.ts'
export { TAG_COLUMN_DEFINITIONS } from './tag-column.ts'
export { networkNamesOf, valuesOf } from './values.ts'
export { wordBigrams } from './word-bigram.ts'
export { type FoundWords, mostMatches, type WordFinder } from './word-list.ts'
