// What our own records say of an address, as the store gathers it for tagging.

/** Everything our records hold of one address. Lists are distinct, sorted and bounded by whoever fills them. */
export interface Observed {
  readonly ports: readonly number[]
  readonly protocols: readonly string[]
  readonly products: readonly string[]
  readonly titles: readonly string[]
  /** Common and alternative names of certificates. */
  readonly certNames: readonly string[]
  /** States of certificates seen there at the time of the question. */
  readonly certStates: readonly ('expired' | 'self_signed')[]
  /** Domains of names reached at the address; at most a handful, `domainCount` is the whole number. */
  readonly domains: readonly string[]
  readonly domainCount: number
  /** Days `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  readonly records: number
  /** Beginnings of banners (each at most a few hundred characters), for what only the banner gives away. */
  readonly banners: readonly string[]
  /** Whether an import stated that it is a honeypot (`is_honeypot`). */
  readonly statedHoneypot: boolean
}

/** Gathers the records of many addresses (canonical texts) at once; an address without a record is absent from the answer. */
export type Observe = (ips: readonly string[]) => Promise<ReadonlyMap<string, Observed>>
