// The record of one internet-facing service, its identity, and the observations that it is merged from. Knows nothing of sources,
// storage or the query language.

export { type Asset, COLUMNS, type Column, columnRow, isUnknown, UNKNOWN_ASSET } from './asset.ts'
export { CERTIFICATE_CLASSES, CLASSES } from './class-table.ts'
export { type ClassSigns, classify } from './classify.ts'
export type { AnyColumnRow, BaseProtocol, Change, Derivation, Kind, Query, Range, Select } from './column.ts'
export { deriveColumns } from './derive-columns.ts'
export {
  type Found,
  keepSince,
  type Recognise,
  readEvidence,
  RECOGNISED_COLUMNS,
  withEvidence,
  withoutEvidence,
} from './evidence.ts'
export { EXCLUSION_KINDS, type ExclusionKind, type ExclusionRule, exclusionFinder } from './exclusion.ts'
export { type Finding, observedFindings, SEVERITIES, type Severity, type StatedFinding } from './finding.ts'
export { bracketed, readHost, spellHost } from './host.ts'
export { type IconType, iconType } from './icon.ts'
export { type Location, NOWHERE } from './location.ts'
export { merge } from './merge.ts'
export {
  MERGE_COLUMNS,
  type MergeColumns,
  mergeHead,
  SEEN_AGAIN_CHANGES,
} from './merge-head.ts'
export {
  type Observation,
  type Page,
  readBaseProtocol,
  type Stated,
  type StatedColumn,
  type StoredScreenshot,
} from './observation.ts'
export type { Observe, Observed } from './observed.ts'
export { CONTENT_COLUMNS, CONTENT_PARTS, type Part } from './part.ts'
export { lastSighting, measureAgain, sightingsOf, statesOf, withStates } from './part-state.ts'
export { isSameProduct, type Reason, readReasons } from './reasons.ts'
export { readScripts } from './script.ts'
export { ipsOf, KEPT_ADDRESSES, newestFirst } from './sightings.ts'
export {
  type AddressTags,
  addressTagsOf,
  decoySign,
  NO_TAGS,
  TAG_COLUMNS,
  TAGGED_COLUMNS,
  withoutTags,
  withTags,
} from './tagging.ts'
export { withoutImport } from './undo-import.ts'
