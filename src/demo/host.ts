// The hosts of the demonstration: each has an address, a location, a network and a domain.
import type { City, Network } from './city.ts'

/** One host. */
export interface Host {
  readonly ip: string
  readonly place: City
  readonly network: Network
  /** Under a reserved name (RFC 2606, RFC 6761). */
  readonly domain: string
  /** What the sites of the host call themselves. */
  readonly siteName: string
  /** A sentence about the site, in its language, for pages without invented words. */
  readonly about?: string
}
