// Lists of networks as routers and firewalls print them: tables of BGP, and objects of FortiOS.
import { withMask } from '../table/cell.ts'
import { addresses, bad, FRAME, isLike, type RuleFormat, ruled } from './rule-line.ts'

/** Networks without a prefix length are whole classes (RFC 791). */
function classful(network: string): string {
  if (network.includes('/') || network.includes(':')) return network
  const first = Number(network.split('.', 1)[0])
  if (network === '0.0.0.0') return '0.0.0.0/0'
  return `${network}/${first < 128 ? 8 : first < 192 ? 16 : 24}`
}

/** `show ip bgp` of IOS, FRR and OpenBGPD: `*> network next-hop …`; further routes to a network leave it out. */
export const bgp: RuleFormat = {
  kind: 'bgp',
  title: 'table of BGP (`show ip bgp`)',
  sign: (line) => /^(?:Network +Next ?Hop\b|BGP table version is )/i.test(line),
  read: (line) => {
    if (!/^[*>sdhrSRiN=]/.test(line)) return FRAME
    const words = line.split(' ').map((word) => word.replace(/^[*>sdhrSRiN=]+(?=[\d:])/, ''))
    const [network, hop] = words.filter(isLike)
    // A network that is too long for its column stands alone; a next hop has no prefix length.
    if (network === undefined || (hop === undefined && !network.includes('/'))) return FRAME
    return addresses(classful(network))
  },
}

/** Lines of `bgpdump -m`: the network is the sixth cell, behind the address of the peer. */
export const bgpDump: RuleFormat = {
  kind: 'bgpdump',
  title: 'routes of bgpdump (`-m`, `-M`)',
  sign: (line) => BGP_DUMP.test(line),
  // Withdrawn routes are gone.
  read: (line) => (BGP_DUMP.exec(line)?.[1] === 'W' ? FRAME : addresses(line.split('|')[5])),
}

/** With the time as a number (`-m`) or as a date (`-M`). */
const BGP_DUMP = /^(?:TABLE_DUMP2?|BGP4MP(?:_ET)?)\|[\d./: ]+\|([AWB])\|/

/** Lines of bgpreader: the network is the tenth cell, behind the address of the peer. */
export const bgpReader: RuleFormat = {
  kind: 'bgpreader',
  title: 'routes of bgpreader (BGPStream)',
  sign: (line) => BGP_READER.test(line),
  read: (line) => (BGP_READER.exec(line)?.[1] === 'W' ? FRAME : addresses(line.split('|')[9])),
}

const BGP_READER = /^[RU]\|([RAWBES])\|\d{9,10}\.\d+\|/

/** Objects of FortiOS: `edit … set subnet … next`, each as one line. */
export const fortinet: RuleFormat = {
  kind: 'fortinet',
  title: 'address objects of FortiOS',
  block: { from: /^edit\b/, to: /^(?:next|end)$/ },
  sign: (line) => /^edit .* set (?:subnet|start-ip|ip6) /.test(line),
  read: (line) => {
    if (/ set (?:exclude-member|exclude enable)\b/.test(line))
      return bad('`exclude-member` takes addresses out of the group; they are not left out here')
    const [, subnet, mask] = / set (?:subnet|ip6) (\S+)(?: (\d+(?:\.\d+){3}))?/.exec(line) ?? []
    if (subnet !== undefined) return addresses(mask === undefined ? subnet : `${subnet}/${mask}`)
    const [, base, holes] = / set wildcard (\S+) (\S+)/.exec(line) ?? []
    if (base !== undefined)
      return withMask(base, holes ?? '') === undefined
        ? bad(`\`${base} ${holes}\` is a wildcard mask with holes; write its networks`)
        : addresses(`${base}/${holes}`)
    const [start, end] = [/ set start-ip (\S+)/, / set end-ip (\S+)/].map((one) => one.exec(line)?.[1])
    return start === undefined ? FRAME : addresses(end === undefined ? start : `${start}-${end}`)
  },
}

/** `set address NAME ip-netmask 192.0.2.0/24` of PAN-OS; names, groups and descriptions hold no address. */
export const panos: RuleFormat = {
  kind: 'panos',
  title: 'address objects of PAN-OS',
  sign: (line) => PANOS.test(line),
  read: (line) => {
    const [, kind, value] = PANOS.exec(line) ?? []
    if (kind === 'ip-wildcard') return bad(`\`${value}\` is a wildcard mask; write its networks`)
    return value === undefined ? (/^set |^#/.test(line) ? FRAME : addresses()) : addresses(value)
  },
}

const PANOS = /^set (?:\S+ ){0,4}?address (?:"[^"]*"|\S+) (ip-netmask|ip-range|ip-wildcard) (\S+)/

/** What a rich rule matches and does; the rest of the line is read apart, because the expression looks at each place once. */
const SOURCE = /\bsource (NOT )?address="([^"]*)"(?: invert="([^"]*)")?/i

/** Rich rules of firewalld: `rule family="ipv4" source address="192.0.2.1" drop`. */
export const firewalld: RuleFormat = {
  kind: 'firewalld',
  title: 'rich rules of firewalld',
  sign: (line) => /\brule /.test(line) && SOURCE.test(line),
  read: (line) => {
    const [, not, address, invert] = SOURCE.exec(line) ?? []
    if (address === undefined) return FRAME
    if (not !== undefined || /^(?:true|yes)$/i.test(invert ?? ''))
      return bad('`NOT` takes the addresses out of the rule; it is left out')
    return ruled(/\baccept\b/.test(line), address)
  },
}
