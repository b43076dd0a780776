// Networks: one by one, or many at once grouped by prefix length, so that an address is truncated and looked up once per length.
import { type AddressRange, withoutPauses } from '../query/index.ts'
import { cidrsOf, printAddress } from '../util/index.ts'
import { type Fragment, join, parameter, setOf, sql, textListSteps } from './fragment.ts'

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

/** Networks of one prefix length, by the texts of their first addresses. */
interface Group {
  readonly length: number
  readonly starts: Fragment
}

/** Networks grouped for sets, and those that are compared one by one. */
export interface NetworkGroups {
  readonly groups: readonly Group[]
  readonly rest: readonly AddressRange[]
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
  return setsFor(withoutPauses(networkGroupSteps(networks)), address)
}

/** The condition of groups on an IPv6 value. */
export function setsFor({ groups, rest }: NetworkGroups, address: Fragment = sql`address`): NetworkSets {
  const conditions = groups.map(({ length, starts }) => {
    const first = sql`IPv6CIDRToRange(${address}, ${parameter('UInt8', String(length))}).1`
    return sql`toString(${first}) IN ${setOf(starts)}`
  })
  return { sets: conditions.length === 0 ? undefined : sql`(${join(conditions, ' OR ')})`, rest }
}

/** Networks of one step. */
const STEP = 500

/** Groups networks in steps. */
export function* networkGroupSteps(networks: readonly AddressRange[]): Generator<void, NetworkGroups> {
  if (networks.length < FEW) return { groups: [], rest: networks }
  const rest: AddressRange[] = []
  const starts = new Map<number, Set<string>>()
  for (const [index, network] of networks.entries()) {
    if (index % STEP === STEP - 1) yield
    if (isOverlapping(network)) rest.push(network)
    else
      for (const { start, length } of cidrsOf(network)) {
        const group = starts.get(length) ?? new Set()
        starts.set(length, group.add(printed(start)))
      }
  }
  const groups: Group[] = []
  for (const [length, group] of starts) groups.push({ length, starts: yield* textListSteps([...group]) })
  return { groups, rest }
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
