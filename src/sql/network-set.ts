// Networks: one by one, or many at once grouped by prefix length, so that an address is truncated and looked up once per length.
import type { AddressRange } from '../query/index.ts'
import { printAddress } from '../util/index.ts'
import { type Fragment, join, parameter, sql, textSet } from './fragment.ts'

/** Fewer networks are compared one by one. */
const FEW = 16

const MAPPED = { first: 0xffff_0000_0000n, last: 0xffff_ffff_ffffn }

/** `address` holds IPv4 at ::ffff:0:0/96 and `::` for a record without address, so an IPv6 network leaves both out. */
export function inNetwork(network: AddressRange): Fragment {
  const bound = (value: bigint): Fragment => parameter('IPv6', printAddress({ version: 6, value }))
  const conditions = [sql`address BETWEEN ${bound(network.first)} AND ${bound(network.last)}`]
  if (network.version === 6) {
    if (network.first <= MAPPED.first && network.last >= MAPPED.last)
      conditions.push(sql`NOT address BETWEEN ${bound(MAPPED.first)} AND ${bound(MAPPED.last)}`)
    if (network.first === 0n) conditions.push(sql`ip != ''`)
  }
  return sql`(${join(conditions, ' AND ')})`
}

/** Networks as one condition, and those that are compared one by one. */
interface NetworkSets {
  readonly sets: Fragment | undefined
  readonly rest: readonly AddressRange[]
}

/** Groups networks into sets for an IPv6 value. IPv6 networks that overlap the mapped IPv4 range stay single. */
export function networkSets(
  networks: readonly AddressRange[],
  address: Fragment = sql`address`,
): NetworkSets {
  if (networks.length < FEW) return { sets: undefined, rest: networks }
  const rest = networks.filter(isOverlapping)
  const prefixes = networks.filter((network) => !isOverlapping(network)).flatMap(prefixesOf)
  const groups = Map.groupBy(prefixes, ({ length }) => length)
  const conditions = [...groups].map(([length, group]) => {
    const first = sql`IPv6CIDRToRange(${address}, ${parameter('UInt8', String(length))}).1`
    return sql`toString(${first}) IN ${textSet(group.map(({ start }) => printed(start)))}`
  })
  return { sets: conditions.length === 0 ? undefined : sql`(${join(conditions, ' OR ')})`, rest }
}

function isOverlapping({ version, first, last }: AddressRange): boolean {
  return version === 6 && first <= MAPPED.last && (last >= MAPPED.first || first === 0n)
}

// The text form of this column's addresses in the engine: IPv4 addresses are mapped.
function printed(start: bigint): string {
  const isFour = start >= MAPPED.first && start <= MAPPED.last
  const text = printAddress({ version: isFour ? 4 : 6, value: start })
  return isFour ? `::ffff:${text}` : text
}

interface Prefix {
  readonly start: bigint
  /** Prefix length, of 128 bits. */
  readonly length: number
}

function prefixesOf({ first, last }: AddressRange): readonly Prefix[] {
  const prefixes: Prefix[] = []
  for (let start = first; start <= last; ) {
    let bits = 0n
    while (bits < 128n && start % (1n << (bits + 1n)) === 0n && start + (1n << (bits + 1n)) - 1n <= last)
      bits++
    prefixes.push({ start, length: 128 - Number(bits) })
    start += 1n << bits
  }
  return prefixes
}
