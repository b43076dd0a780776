// What the stored records say about an address, as the store collects it for tagging.

/** Everything that the stored records say about one address. The store makes the lists distinct, sorted and bounded. */
export interface Observed {
  readonly ports: readonly number[]
  readonly protocols: readonly string[]
  readonly products: readonly string[]
  readonly titles: readonly string[]
  /** Common and alternative names of certificates. */
  readonly certNames: readonly string[]
  /** Names that reverse DNS gives the address, as stated by scans. */
  readonly reverseNames: readonly string[]
  /** States of the certificates observed there, evaluated at the time of the query. */
  readonly certStates: readonly ('expired' | 'self_signed')[]
  /** Domains of the names that have the address, also among several; a few at most, `domainCount` is their total number. */
  readonly domains: readonly string[]
  readonly domainCount: number
  /** Names that have the address, also among several; a few at most. */
  readonly hosts: readonly string[]
  /** Days `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  /** Number of records of the address, and of names that have it among several. */
  readonly records: number
  /**
   * The records whose newest address this is. Only they provide its ports, products and certificates; `last` is empty if there are
   * none.
   */
  readonly served: { readonly records: number; readonly last: string }
  /** Starts of banners (each at most a few hundred characters), for tags that only banners show. */
  readonly banners: readonly string[]
  /** Whether an import stated that it is a honeypot (`is_honeypot`). */
  readonly statedHoneypot: boolean
}

/** Collects the records of many addresses (canonical texts) at once; addresses without a record are absent from the result. */
export type Observe = (ips: readonly string[]) => Promise<ReadonlyMap<string, Observed>>
