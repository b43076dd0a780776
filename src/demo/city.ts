// The locations and networks of the demonstration. Benchmark addresses have neither, so each record states its own; the networks
// are invented and use numbers reserved for private use (RFC 6996).
import type { Language } from './language.ts'
import { readTable } from './table.ts'

/** A city. */
export interface City {
  readonly country: string
  readonly country_name: string
  readonly province: string
  readonly city: string
  readonly latitude: number
  readonly longitude: number
  readonly language: Language
  readonly weight: number
}

/** A network: who announces the address. */
export interface Network {
  readonly as_number: number
  readonly as_organization: string
  readonly isp: string
}

/** All cities. */
export const CITIES = readTable<City>('city', {})

const BEGINNINGS = [
  'Nordlicht',
  'Halcyon',
  'Bluewater',
  'Redwood',
  'Meridian',
  'Kestrel',
  'Aurora',
  'Silverline',
  'Polaris',
  'Cobalt',
  'Granite',
  'Juniper Hill',
]
const KINDS = ['Telecom', 'Cloud', 'Hosting', 'Broadband', 'Data Centers', 'University', 'Mobile', 'Fibre']
const FIRST_NUMBER = 64512
/** Networks of each country. */
export const NETWORKS_PER_COUNTRY = 5

const countries = [...new Set(CITIES.map((city) => city.country))]

/** The network of this rank (0 to 4) in a country. */
export function networkOf(country: string, rank: number): Network {
  const index = countries.indexOf(country) * NETWORKS_PER_COUNTRY + rank
  const kind = KINDS[(index * 3 + rank) % KINDS.length] ?? ''
  const name = `${BEGINNINGS[(index * 7) % BEGINNINGS.length]} ${kind} ${country}`
  const sells = kind !== 'University'
  return { as_number: FIRST_NUMBER + index, as_organization: name, isp: sells ? name : '' }
}
