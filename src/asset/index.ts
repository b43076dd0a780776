// The record of one internet-facing service, its identity and the observations it is made from.
// Knows nothing of sources, storage or the query language.

export { absorb, type Known } from './absorb.ts'
export {
  type Asset,
  COLUMNS,
  type Column,
  columnRow,
  type Identity,
  isUnknown,
  UNKNOWN_ASSET,
} from './asset.ts'
export type { AnyColumnRow, Derivation, Kind, PartName, Query, Range, Select } from './column.ts'
export type { BaseProtocol, Change } from './columns.ts'
export { bracketed, readHost, spellHost } from './host.ts'
export { ICON_LIMITS, type IconType, iconType } from './icon.ts'
export { beats, isSameUnit, mergeAcross, mergeWithin, type Unit, unitOf } from './merge.ts'
export {
  type Observation,
  type Page,
  readBaseProtocol,
  type Stated,
  type StatedColumn,
} from './observation.ts'
export { CONTENT_COLUMNS, type Part } from './part.ts'
export { settle } from './settle.ts'
