// The location and network of an address, by offline databases. Knows nothing of records and never uses the network.

export { countryName } from './country.ts'
export {
  type DatabaseFiles,
  type LocatorData,
  type LocatorOptions,
  locatorBuffers,
  openLocator,
  readLocator,
} from './locator.ts'
