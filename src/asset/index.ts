// The record of one internet-facing service, its identity and the observations it is made from.
// Knows nothing of sources, storage or the query language.

export { absorb, type Known } from './absorb.ts'
export {
  type Asset,
  type BaseProtocol,
  type Change,
  CONTENT_COLUMNS,
  type Column,
  type Identity,
  PAGE_COLUMNS,
} from './asset.ts'
export { bracketed, readHost, spellHost } from './host.ts'
export { ICON_LIMITS, type IconType, iconType } from './icon.ts'
export { beats, isSameUnit, mergeAcross, mergeWithin, type Unit, unitOf } from './merge.ts'
export { type Observation, type Page, readBaseProtocol, type Stated } from './observation.ts'
export type { Part } from './part.ts'
export { settle } from './settle.ts'
