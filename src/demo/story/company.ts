// The companies of the demonstration: invented, with their city, network, addresses and the kinds of hosts that they run.

import { CITIES, networkOf } from '../city.ts'
import type { Host } from '../host.ts'
import { readTable } from '../table.ts'

/** What a company does. */
export type Branch =
  | 'bank'
  | 'city'
  | 'energy'
  | 'factory'
  | 'health'
  | 'hosting'
  | 'hotel'
  | 'logistics'
  | 'media'
  | 'school'
  | 'shop'
  | 'software'
  | 'water'

/** One company. */
export interface Company {
  readonly name: string
  /** Under a reserved name (RFC 2606, RFC 6761). */
  readonly domain: string
  readonly city: string
  readonly branch: Branch
  readonly size: number
  /** A sentence for its pages. */
  readonly about: string
}

/** All companies. */
export const COMPANIES = readTable<Company>('company', {})

/** Blocks of documentation and benchmark addresses (RFC 5737, RFC 2544); the last companies have the former. */
const DOCUMENTATION = ['192.0.2', '203.0.113', '198.51.100']

function blockOf(index: number): string {
  return DOCUMENTATION[index - COMPANIES.length + DOCUMENTATION.length] ?? `198.18.${index}`
}

/** A host of a company: the addresses of a company lie in one block, one in nine has IPv6 (RFC 3849). */
export function companyHost(company: Company, number: number): Host {
  const index = COMPANIES.indexOf(company)
  const place = CITIES.find(({ city }) => city === company.city)
  if (place === undefined) throw new Error(`no place for ${company.city}`)
  const isIpv6 = number % 9 === 7
  return {
    ip: isIpv6 ? `2001:db8:${(index + 1).toString(16)}::${number}` : `${blockOf(index)}.${10 + number * 3}`,
    place,
    network: networkOf(place.country, index % 3),
    domain: company.domain,
    siteName: company.name,
    about: company.about,
  }
}

/** The company of this domain. */
export function companyOf(domain: string): Company {
  const company = COMPANIES.find((one) => one.domain === domain)
  if (company === undefined) throw new Error(`no company with ${domain}`)
  return company
}
