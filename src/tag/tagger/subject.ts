// One address with all data about it, before claims are weighed.

import type { Location, Observed } from '../../asset/index.ts'
import { type Address, printAddress } from '../../util/index.ts'
import { SPECIAL_BLOCKS } from '../range/index.ts'
import type { TagContext } from '../context.ts'
import { scoreHoneypot } from '../observed/index.ts'
import type { Honeypot, Scope } from '../entry.ts'
import type { Hit } from '../source/index.ts'

/** The address and the results from sources, databases and records. */
export interface Subject {
  readonly address: Address
  readonly ip: string
  /** The text as in the input file. */
  readonly input: string
  readonly scope: Scope
  /** Ranges first, narrowest first, then whole systems. */
  readonly hits: readonly Hit[]
  /** What versions of feeds from before say of the address. */
  readonly earlier: readonly Hit[]
  readonly located: Location | undefined
  /** Null when we have no record, undefined when no records were consulted. */
  readonly observed: Observed | null | undefined
  readonly honeypot: Honeypot | undefined
  readonly context: TagContext
}

/** Collects all data about an address; locations are looked up for public addresses only. */
export function askAbout(
  address: Address,
  input: string,
  context: TagContext,
  observed: Observed | null | undefined,
): Subject {
  const ip = printAddress(address)
  const ranges = context.sources.lookup(address)
  const scope = scopeOf(ranges)
  const located = scope === 'public' ? context.locate?.(ip) : undefined
  const asn = located?.as_number ?? null
  const hits = asn === null ? ranges : [...ranges, ...context.sources.system(asn)]
  const earlier = (context.earlier ?? []).flatMap((set) => set.lookup(address))
  const honeypot = observed ? scoreHoneypot(observed) : undefined
  return { address, ip, input, scope, hits, earlier, located, observed, honeypot, context }
}

const SCOPES: ReadonlyMap<string, Scope> = new Map(
  SPECIAL_BLOCKS.map(({ name, scope }) => [`reserved:${name}`, scope]),
)

/** The narrowest block of the registry decides. */
function scopeOf(hits: readonly Hit[]): Scope {
  const block = hits.find(({ source }) => source.name === 'iana')
  return SCOPES.get(block?.label.tags[0] ?? '') ?? 'public'
}
