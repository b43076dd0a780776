// Conditions on the addresses of a name that has several (`ips`): any of them finds the name. Nearly all records have none of
// these, so reading the lists is cheap.
import { type AddressRange, withoutPauses } from '../query/index.ts'
import { type Address, printAddress } from '../util/index.ts'
import { type Fragment, join, sql, text, textList } from './fragment.ts'
import { type NetworkGroups, networkGroupSteps, setsFor } from './network-set.ts'

/** Whether a name has this address among several; an index answers this. */
export function hasAddress(address: Address): Fragment {
  return sql`has(ips, ${text(printAddress(address))})`
}

/** All addresses of a record. */
export const ALL_ADDRESSES: Fragment = sql`arrayPushFront(ips, ip)`

/** Whether a record has this address; the index of look-ups answers this. */
export function isAmongAddresses(address: Address): Fragment {
  return sql`has(${ALL_ADDRESSES}, ${text(printAddress(address))})`
}

/** Whether one of several addresses of a name is in a network. */
export function hasAddressIn(networks: readonly AddressRange[]): Fragment {
  return hasAddressInGroups(withoutPauses(networkGroupSteps(networks)))
}

/** The same for networks that are grouped. */
export function hasAddressInGroups(groups: NetworkGroups): Fragment {
  const { sets, rest } = setsFor(groups, sql`toIPv6OrDefault(x)`)
  const single = ([4, 6] as const).flatMap((version) => {
    const own = rest.filter((network) => network.version === version)
    return own.length === 0 ? [] : [anyWithin(version, own)]
  })
  const conditions = [...(sets === undefined ? [] : [sql`arrayExists(x -> ${sets}, ips)`]), ...single]
  return sql`(notEmpty(ips) AND (${join(conditions, ' OR ')}))`
}

function anyWithin(version: 4 | 6, networks: readonly AddressRange[]): Fragment {
  const bounds = (end: 'first' | 'last'): Fragment =>
    textList(networks.map((network) => printAddress({ version, value: network[end] })))
  const isOfVersion = version === 4 ? sql`isIPv4String(x)` : sql`isIPv6String(x)`
  return sql`arrayExists(x -> ${isOfVersion} AND arrayExists((f, l) -> toIPv6OrDefault(x) BETWEEN toIPv6OrDefault(f) AND toIPv6OrDefault(l), ${bounds('first')}, ${bounds('last')}), ips)`
}
