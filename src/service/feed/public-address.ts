// Which addresses a feed may be fetched from: globally reachable ones only (IANA special-purpose registries, RFC 6890).
import { type Address, isInside, type Network, parseAddress, parseNetwork } from '../../util/index.ts'

const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.map(parseNetwork).filter((network) => network !== undefined)

const CLOSED_V4 = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)
const GLOBAL_V6 = networks('2000::/3')
// 6to4 and Teredo embed IPv4 addresses, including private ones.
const CLOSED_V6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

const within = (address: Address, list: readonly Network[]): boolean =>
  list.some((network) => isInside(address, network))

/** Whether an address is globally reachable and does not embed another one. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  if (address.version === 4) return !within(address, CLOSED_V4)
  return within(address, GLOBAL_V6) && !within(address, CLOSED_V6)
}
