// Lists written as the configuration of a program: one rule per line, the addresses at a known place among its words.

import { bitsOfMask } from '../table/cell.ts'
import { hosts, wrapper } from './rule-hosts.ts'
import { addresses, bad, blockOf, FRAME, isLike, type RuleFormat, type RuleLine, ruled } from './rule-line.ts'
import { LIST_FORMATS } from './rule-list.ts'

const isFour = (word: string | undefined): boolean =>
  word !== undefined && /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(word)

const lower = (line: string): readonly string[] => line.toLowerCase().split(' ')
const unquoted = (word: string): string => word.replaceAll('"', '')

/** The word behind the first of some words. */
const after = (line: string, ...names: readonly string[]): string | undefined => {
  const words = line.split(' ')
  const at = words.findIndex((word) => names.includes(word.toLowerCase()))
  return at < 0 ? undefined : words[at + 1]
}

const ipset: RuleFormat = {
  kind: 'ipset',
  title: 'ipset save or restore',
  sign: (line) =>
    line === 'Members:' || isLike(after(line, 'add', '-a') === undefined ? undefined : elementOf(line)),
  read: (line) => {
    const element = elementOf(line) ?? (isLike(line.split(' ')[0]) ? line.split(' ')[0] : undefined)
    if (element === undefined) return FRAME
    if (lower(line).includes('nomatch'))
      return bad('`nomatch` takes addresses out of the set; it is left out')
    const [address, ...others] = element.split(',')
    const more = others.find((part) => /\d\.\d|::/.test(part))
    return { ...addresses(address), ...(more !== undefined && { more }) }
  },
  list: (line) => (elementOf(line) === undefined ? undefined : line.split(' ').at(listAt(line))),
}

const listAt = (line: string): number => line.split(' ').findIndex((word) => /^(?:add|-A)$/i.test(word)) + 1

/** `add SET ELEMENT`, with `ipset` or `-exist` before or without. */
function elementOf(line: string): string | undefined {
  const words = line.split(' ').filter((word) => word !== 'ipset' && !/^-(?:exist|!)$/.test(word))
  return /^(?:add|-A)$/i.test(words[0] ?? '') ? words[2] : undefined
}

const NGINX = ['deny', 'allow', 'set_real_ip_from']

const nginx: RuleFormat = {
  kind: 'nginx',
  title: 'nginx access rules or geo block',
  sign: (line) => {
    const [first = '', second] = line.split(' ')
    return (
      (first === 'geo' && line.endsWith('{')) ||
      (NGINX.includes(first) && isLike(second) && line.includes(';'))
    )
  },
  read: (line) => {
    const [first = '', second = ''] = line.replaceAll(';', ' ').split(' ')
    if (first === 'set_real_ip_from') return /^unix:/.test(second) ? FRAME : addresses(second)
    if (NGINX.includes(first))
      return /^(?:all|unix:.*)$/.test(second) ? FRAME : ruled(first === 'allow', second)
    // What begins with no address is another directive.
    return isLike(first) ? ruled(/^(?:0|no|off|false|"")$/i.test(second), first) : FRAME
  },
}

const apache: RuleFormat = {
  kind: 'apache',
  title: 'Apache access rules',
  sign: (line) => apacheWords(line)?.some(isLike) === true,
  read: (line) => {
    const words = apacheWords(line)
    if (words === undefined || words[0]?.toLowerCase() === 'all') return FRAME
    const address = words.filter((word) => !/^(?:env=|[a-z.-]+$)/i.test(word))
    return address.length === 0 ? FRAME : ruled(/^(?:allow|require ip)/i.test(line), ...address.map(blockOf))
  },
}

/** The words behind `Deny from`, `Require ip` and their like. */
function apacheWords(line: string): readonly string[] | undefined {
  const words = line.split(' ')
  const head = lower(line).slice(0, 3).join(' ')
  if (head.startsWith('require not ip')) return words.slice(3)
  return /^(?:(?:deny|allow) from|require ip)\b/.test(head) ? words.slice(2) : undefined
}

const mikrotik: RuleFormat = {
  kind: 'mikrotik',
  title: 'MikroTik address list',
  sign: (line) =>
    /^\/ip(?:v6)? firewall address-list\b/.test(line) ||
    (/^add .*\blist=/.test(line) && isLike(addressOf(line))),
  read: (line) => {
    const address = addressOf(line)
    if (/ disabled="?yes\b/.test(line)) return bad('the entry is disabled; it is left out')
    if (address !== undefined) return addresses(address)
    return /^(?:\/|:|\{|\}|remove\b|#)/.test(line) ? FRAME : addresses()
  },
  list: (line) => settingIn(line, 'list'),
}

const settingIn = (line: string, name: string): string | undefined =>
  line
    .split(' ')
    .map(unquoted)
    .find((word) => word.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const addressOf = (line: string): string | undefined => settingIn(line, 'address')

const iptables: RuleFormat = {
  kind: 'iptables',
  title: 'iptables rules',
  sign: (line) => /(?:^| )-[AI] /.test(line) && isLike(matched(line)),
  read: (line) => {
    const address = matched(line)
    if (address === undefined) return FRAME
    if (/ ! (?:-[sd]|--(?:source|destination|src-range|dst-range)) /.test(line))
      return bad('`!` takes the addresses out of the rule; it is left out')
    // Rules that translate or mark keep nobody out.
    if (/ -j (?:MASQUERADE|[SD]NAT|REDIRECT|NETMAP|TPROXY|(?:CONN)?MARK|CT|NOTRACK|LOG|NFLOG)\b/.test(line))
      return { ...addresses(), more: address }
    const target = after(line, '-d', '--destination', '--dst', '--dst-range')
    const rule = ruled(/ -j (?:ACCEPT|RETURN)\b/.test(line), ...address.split(','))
    return target === undefined || target === address ? rule : { ...rule, more: target }
  },
}

/** What a rule of iptables matches: the source, or the destination where it names none. */
const matched = (line: string): string | undefined =>
  after(line, '-s', '--source', '--src', '--src-range') ??
  after(line, '-d', '--destination', '--dst', '--dst-range')

const nftables: RuleFormat = {
  kind: 'nftables',
  title: 'nftables sets',
  sign: (line) => /^(?:add element .*\{|elements = \{|table (?:inet|ip6?) \S+ \{)/.test(line),
  read: (line) => {
    if (
      /^(?:table|set|chain|map|flush|delete|create|include|type|flags|policy|size|timeout|auto-merge)\b/.test(
        line,
      )
    )
      return FRAME
    const rule = chainRule(withoutComments(line))
    if (rule !== undefined) return rule
    // Other rules of a chain; elements of a set begin with an address.
    if (/^[a-z]/i.test(line) && !isLike(line) && !/^(?:elements|(?:nft )?add element)\b/.test(line))
      return FRAME
    const bare = withoutComments(line)
    const held = bare.slice(bare.indexOf('{') + 1).split('}', 1)[0] ?? ''
    const parts = held.split(',').map((part) => part.trim())
    const accepted = parts.find((part) => / : accept$/.test(part))
    const elements = parts.filter((part) => !/ : accept$/.test(part)).map(elementWords)
    if (parts.every((element) => element === '')) return FRAME
    return { ...addresses(...elements), ...(accepted !== undefined && { left: accepted }) }
  },
  list: (line) => /^(?:set|(?:nft )?add element \S+ \S+) (\S+) \{/.exec(line)?.[1],
}

const withoutComments = (line: string): string => line.replace(/ ?\bcomment "[^"]*"/g, '')

/** `ip saddr { 192.0.2.1, 192.0.2.2 } drop`: what a rule of a chain matches, and what it does. */
function chainRule(line: string): RuleLine | undefined {
  const match = NFT_MATCH.exec(line)
  if (match === null) return undefined
  const rule = line.slice(match.index + match[0].length)
  const end = rule.startsWith('{') ? rule.indexOf('}') + 1 : rule.indexOf(' ')
  const matched = end <= 0 ? rule : rule.slice(0, end)
  const texts = matched
    .replace(/[{}]/g, '')
    .split(',')
    .map((part) => elementWords(part.trim()))
  if (match[1] !== undefined) return bad('`!=` takes the addresses out of the rule; it is left out')
  const verdict = rule.slice(matched.length)
  if (texts.some((text) => text.startsWith('@')))
    return /\b(?:drop|reject)\b/.test(verdict) ? { is: 'frame', denies: true } : FRAME
  if (/\b(?:masquerade|[sd]nat|redirect)\b/.test(verdict)) return { ...addresses(), more: texts[0] }
  return ruled(/\b(?:accept|return)\b/.test(verdict), ...texts)
}

const NFT_MATCH = /\bip6? [sd]addr (!= )?/

/** An element without its timeout or comment, but whole where it is a range. */
const elementWords = (part: string): string => {
  const words = part.split(' ')
  return words[1] === '-' ? words.slice(0, 3).join('') : (words[0] ?? '')
}

const cisco: RuleFormat = {
  kind: 'cisco',
  title: 'access list, object group, prefix list or null routes of a router',
  sign: (line) =>
    /^object-group (?:network|ip address)\b/.test(line) ||
    (ROUTER.test(line.toLowerCase()) && line.split(' ').some(isLike)),
  read: (line) => {
    if (/^(?:access-list \S+ |ip access-list \S+ )?(?:\d+ )?(?:remark|description|descr) /i.test(line))
      return FRAME
    const words = line.split(' ').map((word) => word.split(/[;,]/, 1)[0] ?? '')
    const at = words.findIndex(isLike)
    const sense = words.find((word) => /^(?:deny|permit)$/i.test(word))
    if (at < 0) return withoutAddress(line, sense)
    if (/^(?:nat|option)$/i.test(words[0] ?? '')) return { ...addresses(), more: words[at] }
    if (/^(?:no|exclude|delete|deactivate|undo)$/i.test(words[0] ?? ''))
      return bad(`\`${words[0]}\` takes the addresses out of the list; it is left out`)
    if (words.at(-1) === 'except' || words[at + 1] === 'except')
      return bad('`except` takes the addresses out of the list; it is left out')
    const text = networkAt(words, at)
    // In a rule a second address is where the traffic goes.
    const target = sense === undefined ? undefined : words.slice(at + 2).find(isLike)
    const rule = sense === undefined ? addresses(text) : ruled(/permit/i.test(sense), text)
    return target === undefined || isMaskOf(words, target) ? rule : { ...rule, more: target }
  },
  list: (line) => ROUTER_LIST.exec(line)?.[1],
}

/** A line of the configuration without an address; one that denies a group makes others exceptions. */
function withoutAddress(line: string, sense: string | undefined): RuleLine {
  if (/^deny$/i.test(sense ?? '')) return { is: 'frame', denies: true }
  return /^!|^(?:ip|object(?:-group)? (?:network|ip|service|protocol)|prefix-set|end-set|security-zone|address|acl|exit|end|conf|remark|access-list|set|\d+ (?:deny|permit)|rule \d+ (?:deny|permit)|permit|object)\b/i.test(
    line,
  )
    ? FRAME
    : addresses()
}

const ROUTER_LIST =
  /^(?:access-list|ip(?:v6)? (?:prefix-list|ip-prefix)|ip(?:v6)? access-list(?: standard| extended)?|object-group network) (?!standard|extended)(\S+)/i

/** The network at a place: with its mask, as a range, or with the prefix length that Huawei writes behind it. */
function networkAt(words: readonly string[], at: number): string {
  const next = /^(?:net)?mask$/i.test(words[at + 1] ?? '') ? at + 2 : at + 1
  const [address = '', mask = ''] = [words[at], words[next]]
  if (/^range$/i.test(words[at - 1] ?? '')) return `${address}-${mask}`
  if (isFour(address) && isFour(mask)) return `${address}/${mask}`
  if (next === at + 2 && /^\d{1,3}$/.test(mask)) return `${address}/${mask}`
  const hasLength =
    /^ip(?:v6)?$/i.test(words[0] ?? '') && /^(?:route-static|ip-prefix)$/i.test(words[1] ?? '')
  return hasLength && /^\d{1,3}$/.test(mask) ? `${address}/${mask}` : address
}

const isMaskOf = (words: readonly string[], target: string): boolean =>
  isFour(target) && bitsOfMask(target) !== undefined && isFour(words[words.indexOf(target) - 1])

const ROUTER =
  /^(?:access-list |ip(?:v6)? (?:route|route-static|prefix-list|ip-prefix|ipv6-prefix|access-list) |network-object |(?:\d+ )?(?:host|subnet|range) [\da-f]|(?:\d+ )?network (?:host|subnet|range) |(?:rule )?(?:\d+ )?(?:deny|permit) (?:ip |host |source |\d)|set (?:policy-options |routing-options |prefix-list |firewall family )|address-object ipv[46] |address \d+ (?:\d|range ))/

const p2p: RuleFormat = {
  kind: 'p2p',
  title: 'PeerGuardian (P2P) or eMule ranges',
  sign: (line) => {
    const levelled = line.split(',')
    if (levelled.length >= 3 && /^ ?\d{1,3} ?$/.test(levelled[1] ?? '')) return isSpan(levelled[0] ?? '')
    return isSpan(line.slice(line.lastIndexOf(':') + 1)) && line.includes(':')
  },
  read: (line) => {
    const [range = '', level = ''] = line.split(',')
    if (!isSpan(range)) return addresses(line.slice(line.lastIndexOf(':') + 1).trim())
    return Number(level) > 127
      ? bad('a level above 127 allows the range; it is left out')
      : addresses(range.trim())
  },
}

const isSpan = (text: string): boolean => {
  const [from = '', to = '', more] = text.split('-')
  return more === undefined && isFour(from.trim()) && isFour(to.trim())
}

const rpsl: RuleFormat = {
  kind: 'rpsl',
  title: 'objects of a routing registry (RPSL)',
  sign: (line) => RPSL.test(line),
  read: (line) =>
    RPSL.test(line)
      ? addresses(
          ...line
            .slice(line.indexOf(':') + 1)
            .trim()
            .split(/, ?/),
        )
      : FRAME,
}

/** `CIDR` is an attribute of ARIN; YAML has it in lower case. */
const RPSL = /^(?:(?:route6?|inetnum|inet6num|[Nn]et[Rr]ange|ROUTE6?|INETNUM|INET6NUM|NETRANGE)|CIDR):/

/** The formats, the surest signs first. */
export const RULE_FORMATS: readonly RuleFormat[] = [
  ...LIST_FORMATS,
  ipset,
  nginx,
  apache,
  mikrotik,
  iptables,
  nftables,
  cisco,
  rpsl,
  p2p,
  hosts,
  wrapper,
]
