// Enrichment in tests: every address is in Munich, each in a separate network.
import { type Asset, type Observation, type Location, NOWHERE } from '../../src/asset/index.ts'
import { createEnrich, type EnrichContext, type Enriched } from '../../src/enrich/index.ts'

/** The location and network of every address. */
export const munich: Location = {
  country: 'DE',
  country_name: 'Germany',
  province: 'Bavaria',
  city: 'Munich',
  latitude: 48.1374,
  longitude: 11.5755,
  as_number: 64500,
  as_organization: 'Example Networks',
}

const context: EnrichContext = {
  locator: { locate: (ip) => (ip === '' ? NOWHERE : munich), databases: [] },
  importId: 'import-1',
  defaultTime: Date.UTC(2026, 0, 2, 3, 4, 5),
  bodyLimit: 1000,
}

const enrich = createEnrich()

/** Enriches an observation of 192.0.2.1, port 80, that states only `part`. */
export function enriched(part: Partial<Observation>, limits: Partial<EnrichContext> = {}): Enriched {
  const bare: Observation = {
    reached: '192.0.2.1',
    port: 80,
    baseProtocol: 'tcp',
    time: undefined,
    stated: {},
  }
  return enrich({ ...bare, ...part }, { ...context, ...limits })
}

/** The record of such an observation. */
export function assetOf(part: Partial<Observation>, limits: Partial<EnrichContext> = {}): Asset {
  const result = enriched(part, limits)
  if ('reason' in result) throw new Error(result.reason)
  return result.asset
}
