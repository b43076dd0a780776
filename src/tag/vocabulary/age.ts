// How long what a source says can be trusted, per category, and how sure it is to begin with, per basis. Data, shown in docs/tags.md.
import type { Basis, Freshness } from '../entry.ts'

/** What kind of thing a source speaks of; decides how fast it ages. */
export const CATEGORIES = [
  'definition',
  'tor',
  'vpn',
  'proxy',
  'relay',
  'cloud',
  'cdn',
  'scanner',
  'service',
  'list',
  'network',
  'geography',
  'override',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Ages in days; `null` never comes. */
interface Age {
  readonly stale: number | null
  readonly expired: number | null
  readonly meaning: string
}

/** The two ages of every category. */
export const AGES: Readonly<Record<Category, Age>> = {
  definition: { stale: null, expired: null, meaning: 'registries and standards: hold until replaced' },
  override: { stale: null, expired: null, meaning: 'what the administrator says holds until changed' },
  tor: { stale: 1, expired: 7, meaning: 'relays come and go within hours' },
  vpn: { stale: 14, expired: 60, meaning: 'exit addresses are rented by the month' },
  proxy: { stale: 14, expired: 60, meaning: 'open proxies are found and closed within weeks' },
  relay: { stale: 30, expired: 365, meaning: 'egress ranges of large privacy services, published by them' },
  cloud: { stale: 30, expired: 365, meaning: 'providers add ranges weekly and rarely give one back' },
  cdn: { stale: 30, expired: 365, meaning: 'as for clouds' },
  scanner: { stale: 30, expired: 365, meaning: 'research scanners keep their addresses for years' },
  service: {
    stale: 30,
    expired: 365,
    meaning: 'resolvers, crawlers, monitors and other well-known services',
  },
  list: { stale: 30, expired: 120, meaning: 'an attacking address is soon someone else’s' },
  network: { stale: 90, expired: null, meaning: 'who announces a range; goes stale, never silent' },
  geography: { stale: 90, expired: null, meaning: 'where a range is used; goes stale, never silent' },
}

/** Start confidence per basis where the category has no row of its own. */
export const STARTS: Readonly<
  Record<
    Basis,
    { readonly usual: number; readonly least: number; readonly most: number; readonly meaning: string }
  >
> = {
  override: { usual: 100, least: 100, most: 100, meaning: 'the administrator of this server said so' },
  definition: { usual: 100, least: 100, most: 100, meaning: 'a registry (IANA) or standard (RFC) says so' },
  published: { usual: 98, least: 95, most: 98, meaning: 'the owner’s own list' },
  observed: { usual: 80, least: 70, most: 90, meaning: 'our own records; newer and repeated is higher' },
  curated: { usual: 65, least: 50, most: 75, meaning: 'a list kept by a third party' },
  asn: { usual: 60, least: 40, most: 80, meaning: 'the whole network is of that kind' },
  inferred: { usual: 30, least: 20, most: 40, meaning: 'concluded from something else' },
}

/** What a tag must reach to be named in `tags`. */
export const THRESHOLD = 50

/** What a block-list hit on an address that many share can reach at most. */
export const SHARED_CAP = 30

const DAY = 86_400

/** The state of a source of a category at an age in seconds. */
export function freshness(category: Category, age: number): Freshness {
  const { stale, expired } = AGES[category]
  if (expired !== null && age >= expired * DAY) return 'expired'
  return stale !== null && age > stale * DAY ? 'stale' : 'fresh'
}

/**
 * A start confidence after an age in seconds: whole until stale, then falling in a line to half at expired, 0 from there on.
 * Where a category never expires it keeps the start.
 */
export function decay(start: number, category: Category, age: number): number {
  const { stale, expired } = AGES[category]
  if (stale === null || expired === null || age <= stale * DAY) return start
  if (age >= expired * DAY) return 0
  const part = (age - stale * DAY) / ((expired - stale) * DAY)
  return Math.round(start * (1 - part / 2))
}
