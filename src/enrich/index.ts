// From an observation to a record: the canonical identity, and every value that the source left open and that can be derived from
// it or from the offline databases. Knows no source and no storage, and never uses the network.

export { createEnrich } from './create-enrich.ts'
export { DERIVATION_VERSION, derivationsSince } from './derivation-version.ts'
export { createDeriveAgain, STORED_DERIVATIONS, type StoredDerivation } from './derive-again.ts'
export type { Database, Enrich, EnrichContext, Enriched, EnrichedRecord, Locator, TagsOf } from './enrich.ts'
export {
  countryName,
  type DatabaseFiles,
  type LocatorData,
  type LocatorOptions,
  locatorBuffers,
  openLocator,
  readLocator,
} from './geo/index.ts'
export { asciiName, readReached } from './identity.ts'
export { domainOf } from './location.ts'
export { iconHash, murmur32 } from './murmur.ts'
export { cleanPicture, PICTURE_LIMITS, type Picture, type PictureType, pictureType } from './picture/index.ts'
