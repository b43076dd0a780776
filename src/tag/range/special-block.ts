// IANA's special-purpose address registries and the address spaces they sit in, by name (iana.org: iana-ipv4-special-registry,
// iana-ipv6-special-registry, ipv6-address-space, multicast-addresses). State of the registries: November 2025.
import type { Scope } from '../entry.ts'

/** A block that a registry sets apart. */
interface SpecialBlock {
  readonly range: string
  /** The value of the tag `reserved:…`. */
  readonly name: string
  readonly scope: Scope
  /** Title in the registry, with the document that defines it. */
  readonly title: string
}

type Row = readonly [range: string, name: string, scope: Scope, title: string]

const FOUR: readonly Row[] = [
  ['0.0.0.0/8', 'this-network', 'special', 'this network (RFC 791 §3.2)'],
  ['0.0.0.0', 'this-host', 'special', 'this host on this network (RFC 1122 §3.2.1.3)'],
  ['10.0.0.0/8', 'private', 'private', 'private use (RFC 1918)'],
  ['100.64.0.0/10', 'shared-address', 'special', 'shared address space for carrier-grade NAT (RFC 6598)'],
  ['127.0.0.0/8', 'loopback', 'special', 'loopback (RFC 1122 §3.2.1.3)'],
  ['169.254.0.0/16', 'link-local', 'special', 'link local (RFC 3927)'],
  ['172.16.0.0/12', 'private', 'private', 'private use (RFC 1918)'],
  ['192.0.0.0/24', 'ietf-protocol', 'special', 'IETF protocol assignments (RFC 6890 §2.1)'],
  ['192.0.0.0/29', 'service-continuity', 'special', 'IPv4 service continuity prefix (RFC 7335)'],
  ['192.0.0.8', 'dummy', 'special', 'IPv4 dummy address (RFC 7600)'],
  ['192.0.0.9', 'pcp-anycast', 'public', 'port control protocol anycast (RFC 7723)'],
  ['192.0.0.10', 'turn-anycast', 'public', 'traversal using relays around NAT anycast (RFC 8155)'],
  ['192.0.0.170', 'nat64-discovery', 'special', 'NAT64/DNS64 discovery (RFC 8880, RFC 7050 §2.2)'],
  ['192.0.0.171', 'nat64-discovery', 'special', 'NAT64/DNS64 discovery (RFC 8880, RFC 7050 §2.2)'],
  ['192.0.2.0/24', 'documentation', 'special', 'documentation TEST-NET-1 (RFC 5737)'],
  ['192.31.196.0/24', 'as112', 'public', 'AS112-v4 (RFC 7535)'],
  ['192.52.193.0/24', 'amt', 'public', 'automatic multicast tunneling (RFC 7450)'],
  ['192.88.99.0/24', '6to4-relay', 'special', 'deprecated 6to4 relay anycast (RFC 7526)'],
  ['192.88.99.2', '6a44-relay', 'special', '6a44 relay anycast (RFC 6751)'],
  ['192.168.0.0/16', 'private', 'private', 'private use (RFC 1918)'],
  ['192.175.48.0/24', 'as112', 'public', 'direct delegation AS112 service (RFC 7534)'],
  ['198.18.0.0/15', 'benchmarking', 'special', 'benchmarking (RFC 2544)'],
  ['198.51.100.0/24', 'documentation', 'special', 'documentation TEST-NET-2 (RFC 5737)'],
  ['203.0.113.0/24', 'documentation', 'special', 'documentation TEST-NET-3 (RFC 5737)'],
  ['224.0.0.0/4', 'multicast', 'multicast', 'multicast (RFC 5771)'],
  ['240.0.0.0/4', 'future-use', 'special', 'reserved for future use (RFC 1112 §4)'],
  ['255.255.255.255', 'broadcast', 'special', 'limited broadcast (RFC 919 §7)'],
]

const SIX: readonly Row[] = [
  ['::', 'unspecified', 'special', 'unspecified address (RFC 4291)'],
  ['::1', 'loopback', 'special', 'loopback (RFC 4291)'],
  ['64:ff9b::/96', 'nat64', 'special', 'IPv4-IPv6 translation, well-known prefix (RFC 6052)'],
  ['64:ff9b:1::/48', 'nat64-local', 'special', 'IPv4-IPv6 translation, local use (RFC 8215)'],
  ['100::/64', 'discard-only', 'special', 'discard-only address block (RFC 6666)'],
  ['100:0:0:1::/64', 'dummy', 'special', 'dummy IPv6 prefix (RFC 9780)'],
  ['2001::/23', 'ietf-protocol', 'special', 'IETF protocol assignments (RFC 2928)'],
  ['2001::/32', 'teredo', 'special', 'Teredo (RFC 4380)'],
  ['2001:1::1', 'pcp-anycast', 'public', 'port control protocol anycast (RFC 7723)'],
  ['2001:1::2', 'turn-anycast', 'public', 'traversal using relays around NAT anycast (RFC 8155)'],
  ['2001:1::3', 'dns-sd-srp-anycast', 'public', 'DNS-SD service registration protocol anycast (RFC 9665)'],
  ['2001:2::/48', 'benchmarking', 'special', 'benchmarking (RFC 5180)'],
  ['2001:3::/32', 'amt', 'public', 'automatic multicast tunneling (RFC 7450)'],
  ['2001:4:112::/48', 'as112', 'public', 'AS112-v6 (RFC 7535)'],
  ['2001:10::/28', 'orchid', 'special', 'deprecated ORCHID (RFC 4843)'],
  ['2001:20::/28', 'orchidv2', 'public', 'ORCHIDv2 (RFC 7343)'],
  ['2001:30::/28', 'drip', 'public', 'drone remote identification entity tags (RFC 9374)'],
  ['2001:db8::/32', 'documentation', 'special', 'documentation (RFC 3849)'],
  ['2002::/16', '6to4', 'special', '6to4 (RFC 3056)'],
  ['2620:4f:8000::/48', 'as112', 'public', 'direct delegation AS112 service (RFC 7534)'],
  ['3fff::/20', 'documentation', 'special', 'documentation (RFC 9637)'],
  ['5f00::/16', 'srv6-sids', 'special', 'segment routing (SRv6) SIDs (RFC 9602)'],
  ['fc00::/7', 'unique-local', 'private', 'unique local (RFC 4193)'],
  ['fe80::/10', 'link-local', 'special', 'link-local unicast (RFC 4291)'],
  ['fec0::/10', 'site-local', 'private', 'deprecated site-local unicast (RFC 3879)'],
  ['ff00::/8', 'multicast', 'multicast', 'multicast (RFC 4291)'],
]

/** Parts of the IPv6 address space that are set aside by the IETF; global unicast is 2000::/3 alone. */
const OUTSIDE = [
  '::/8',
  '100::/8',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '4000::/3',
  '6000::/3',
  '8000::/3',
  'a000::/3',
  'c000::/3',
  'e000::/4',
  'f000::/5',
  'f800::/6',
  'fe00::/9',
]

/** Every block, both families. An address may be in several; the narrowest decides its scope. */
export const SPECIAL_BLOCKS: readonly SpecialBlock[] = [
  ...FOUR,
  ...SIX,
  ...OUTSIDE.map((range): Row => [range, 'ietf', 'special', 'reserved by IETF (RFC 4291)']),
].map(([range, name, scope, title]) => ({ range, name, scope, title }))
