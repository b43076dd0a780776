// Where and in whose network an address is, by offline databases. Knows nothing of records and never asks the network.

export { countryName } from './country.ts'
export {
  type DatabaseFiles,
  type LocatorData,
  type LocatorOptions,
  locatorBuffers,
  openLocator,
  readLocator,
} from './locator.ts'
