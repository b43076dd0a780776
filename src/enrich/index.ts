// From an observation to a record: the canonical identity, and every value the source left open that follows from what it said or
// from the offline databases of places and networks. Knows no source and no storage, and never asks the network.

export { createEnrich } from './create-enrich.ts'
export { DERIVATION_VERSION, derivationsSince } from './derivation-version.ts'
export { createDeriveAgain, STORED_DERIVATIONS, type StoredDerivation } from './derive-again.ts'
export type {
  Database,
  Enrich,
  EnrichContext,
  Enriched,
  Locator,
} from './enrich.ts'
export {
  countryName,
  type DatabaseFiles,
  type LocatorData,
  type LocatorOptions,
  locatorBuffers,
  openLocator,
  readLocator,
} from './geo/index.ts'
export { type Reached, readReached } from './identity.ts'
export { iconHash, murmur32 } from './murmur.ts'
export { domainOf } from './place.ts'
