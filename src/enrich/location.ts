// Derives address, domain, location and network of a record.

import { getDomain } from 'tldts'
import type { Location } from '../asset/index.ts'
import type { Draft } from './draft.ts'
import { fill } from './draft.ts'
import type { Locator } from './enrich.ts'
import { countryName } from './geo/index.ts'

// Only suffixes of registries count: the domain of `foo.github.io` is `github.io`, because the question is who owns the name.
const SUFFIXES = {
  allowPrivateDomains: false,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const

/** The registrable domain of a canonical name; `''` if it has none. */
export function domainOf(name: string): string {
  return getDomain(name, SUFFIXES) ?? ''
}

/** The distinct registrable domains of canonical names. */
export function domainsOf(names: readonly string[]): readonly string[] {
  const domains = names.map((name) => domainOf(name.toLowerCase().replace(/\.$/, '')))
  return [...new Set(domains.filter((domain) => domain !== ''))]
}

/** Fills what is derived from the address alone. A location that the source states is never mixed with another location. */
export function fillLocation(draft: Draft, locator: Locator): void {
  const { asset, stated } = draft
  fill(draft, 'is_ipv6', asset.ip === '' ? null : asset.ip.includes(':'))
  const found = locator.locate(asset.ip)
  if (isSameCountry(draft, found)) fillGeography(draft, found)
  else fill(draft, 'country_name', countryName(asset.country))
  if (!stated.has('as_number') || asset.as_number === null || asset.as_number === found.as_number) {
    fill(draft, 'as_number', found.as_number)
    fill(draft, 'as_organization', found.as_organization)
  }
  // The network that announces the address provides its access, unless a database names the provider; the organisation that the
  // source states does not count.
  fill(draft, 'isp', found.isp || found.as_organization)
}

/** The code decides; the name, which has many spellings, decides only without a stated code. */
function isSameCountry({ asset, stated }: Draft, found: Location): boolean {
  if (asset.country !== '') return agrees(stated.has('country'), asset.country, found.country)
  return agrees(stated.has('country_name'), asset.country_name, found.country_name)
}

/** Whether a found value does not contradict a stated one; an empty stated value contradicts nothing. */
function agrees(isStated: boolean, said: string, found: string): boolean {
  return !isStated || said === '' || said.toLowerCase() === found.toLowerCase()
}

function fillGeography(draft: Draft, found: Location): void {
  const { asset, stated } = draft
  fill(draft, 'country', found.country)
  fill(draft, 'country_name', found.country_name)
  if (!agrees(stated.has('province'), asset.province, found.province)) return
  fill(draft, 'province', found.province)
  if (!agrees(stated.has('city'), asset.city, found.city)) return
  fill(draft, 'city', found.city)
  // A latitude without its longitude is useless: both or none.
  if (stated.has('latitude') || stated.has('longitude')) return
  fill(draft, 'latitude', found.latitude)
  fill(draft, 'longitude', found.longitude)
}
