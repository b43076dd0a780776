// The record of one internet-facing service, its identity and the observations it is made from.
// Knows nothing of sources, storage or the query language.

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
export { type Observation, type Page, readBaseProtocol, type Stated } from './observation.ts'
