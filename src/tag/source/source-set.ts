// All sources together, immutable: built aside, then swapped by replacing the reference.
import type { Address } from '../../util/index.ts'
import type { Label } from '../feed/index.ts'
import type { Source } from './source.ts'

/** One range of one source that covers an address. */
export interface Hit {
  readonly source: Source
  readonly label: Label
  /** The range as the source gave it: CIDR, `first-last` or address; printed when asked for. */
  readonly match: string
  /** How narrow the match is: leading bits that are fixed; -1 for a whole system. */
  readonly bits: number
}

/** Every source with its look-up. */
export interface SourceSet {
  readonly sources: readonly Source[]
  /** Sources that could not be read, with the reason; the others are loaded. */
  readonly failures: readonly { readonly name: string; readonly reason: string }[]
  /** All ranges that cover the address, longest prefix first. */
  readonly lookup: (address: Address) => readonly Hit[]
  /** Where ranges of a family start, and where what is behind them starts: each once, ascending. IPv4 addresses are below 2^32. */
  readonly edges: (version: 4 | 6) => Iterable<bigint>
  /** What sources say of a whole autonomous system. */
  readonly system: (asn: number) => readonly Hit[]
  /** Whether the source has any range of the family, or speaks of whole systems. */
  readonly covers: (source: Source, version: 4 | 6) => boolean
  /** The sources that state to list a tag completely, for some family at least. */
  readonly complete: ReadonlyMap<string, readonly Source[]>
  readonly ranges: number
  /** Memory of the tables in bytes. */
  readonly bytes: number
}
