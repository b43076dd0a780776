// Lists written as the configuration of a program: one rule per line, the addresses at a known place among its words.

/** What a line of a configuration is. */
export type RuleLine =
  | { readonly is: 'addresses'; readonly texts: readonly string[] }
  /** Belongs to the format and holds no address. */
  | { readonly is: 'frame' }
  | { readonly is: 'bad'; readonly reason: string }

/** A format of configuration; lines come trimmed and with single blanks. */
export interface RuleFormat {
  readonly kind: string
  readonly title: string
  /** Whether only this format has such a line. */
  readonly sign: (line: string) => boolean
  readonly read: (line: string) => RuleLine
}

const FRAME: RuleLine = { is: 'frame' }
const bad = (reason: string): RuleLine => ({ is: 'bad', reason })
const addresses = (...texts: readonly (string | undefined)[]): RuleLine => ({
  is: 'addresses',
  texts: texts.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
})

/** Whether a word begins like an address or a network. */
export const isLike = (word: string | undefined): boolean =>
  word !== undefined && /^\[?(?:\d{1,3}\.\d|[0-9a-f]{0,4}:[0-9a-f:])/i.test(word)

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
  sign: (line) => isLike(after(line, 'add', '-a') === undefined ? undefined : elementOf(line)),
  read: (line) => {
    const element = elementOf(line)
    if (element === undefined) return FRAME
    if (lower(line).includes('nomatch'))
      return bad('`nomatch` takes addresses out of the set; it is left out')
    return addresses(element.split(',')[0])
  },
}

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
    if (NGINX.includes(first)) return /^(?:all|unix:.*)$/.test(second) ? FRAME : addresses(second)
    return /^(?:default|ranges|proxy|include|delete|map|geo|\})$/.test(first) || line.endsWith('{')
      ? FRAME
      : addresses(first)
  },
}

const apache: RuleFormat = {
  kind: 'apache',
  title: 'Apache access rules',
  sign: (line) => apacheWords(line)?.some(isLike) === true,
  read: (line) => {
    const words = apacheWords(line)
    if (words === undefined || words[0]?.toLowerCase() === 'all') return FRAME
    return addresses(...words)
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
  sign: (line) => /^\/ip(?:v6)? firewall address-list\b/.test(line) || isLike(addressOf(line)),
  read: (line) => {
    const address = addressOf(line)
    if (address !== undefined) return addresses(address)
    return /^(?:\/|:|\{|\}|remove\b|#)/.test(line) ? FRAME : addresses()
  },
}

const addressOf = (line: string): string | undefined =>
  line
    .split(' ')
    .map(unquoted)
    .find((word) => word.startsWith('address='))
    ?.slice('address='.length)

const iptables: RuleFormat = {
  kind: 'iptables',
  title: 'iptables rules',
  sign: (line) => /(?:^| )-[AI] /.test(line) && isLike(after(line, '-s', '--source')),
  read: (line) => {
    const source = after(line, '-s', '--source')
    return source === undefined ? FRAME : addresses(...source.split(','))
  },
}

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
    const held = line.slice(line.indexOf('{') + 1).split('}', 1)[0] ?? ''
    const elements = held.split(',').map((part) => elementWords(part.trim()))
    return elements.every((element) => element === '') ? FRAME : addresses(...elements)
  },
}

/** An element without its timeout or comment, but whole where it is a range. */
const elementWords = (part: string): string => {
  const words = part.split(' ')
  return words[1] === '-' ? words.slice(0, 3).join('') : (words[0] ?? '')
}

const cisco: RuleFormat = {
  kind: 'cisco',
  title: 'access list, prefix list or null routes of a router',
  sign: (line) => ROUTER.test(line.toLowerCase()) && line.split(' ').some(isLike),
  read: (line) => {
    const words = line.split(' ').map((word) => word.split(';', 1)[0] ?? '')
    const at = words.findIndex(isLike)
    if (at < 0)
      return /^!|^(?:ip|object-group|exit|end|conf|remark|access-list|set|\d+|deny|permit)\b/i.test(line)
        ? FRAME
        : addresses()
    const [address = '', mask] = [words[at], words[at + 1]]
    return addresses(isFour(address) && isFour(mask) ? `${address}/${mask}` : address)
  },
}

const ROUTER =
  /^(?:access-list |ip(?:v6)? (?:route|prefix-list|access-list) |network-object |(?:\d+ )?(?:deny|permit) (?:ip |host |\d)|set (?:policy-options |routing-options |prefix-list ))/

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
  read: (line) => (RPSL.test(line) ? addresses(line.slice(line.indexOf(':') + 1).trim()) : FRAME),
}

const RPSL = /^(?:route6?|inetnum|inet6num):/

const hosts: RuleFormat = {
  kind: 'hosts',
  title: 'hosts file',
  sign: (line) =>
    /^(?:(?:127\.0\.0\.1|::1|255\.255\.255\.255) (?:localhost|broadcasthost|ip6-)|0\.0\.0\.0 [a-z])/.test(
      line,
    ),
  read: (line) => {
    const [address = ''] = line.split(' ')
    if (/^(?:127\.|::1$|255\.255\.255\.255$|f[ef][0-9a-f]{2}::)/i.test(address)) return FRAME
    if (address === '0.0.0.0' || address === '::')
      return bad(`\`${address}\` stands for no address of the name`)
    return addresses(address)
  },
}

const yaml: RuleFormat = {
  kind: 'yaml',
  title: 'YAML with lists of addresses',
  sign: (line) => line.endsWith(':') && !line.includes(' ') && !isLike(line),
  read: (line) => {
    if (!line.startsWith('- ') && !line.includes(': ')) return FRAME
    const value = line.replace(/^- /, '')
    const colon = value.indexOf(': ')
    const words = (colon < 0 ? value : value.slice(colon + 2))
      .split(/[\s,[\]"']+/)
      .filter((word) => word !== '')
    const found = words.filter((word) => isLike(word) || /^AS\d+$/i.test(word))
    return found.length === 0 && colon >= 0 ? FRAME : addresses(...(found.length === 0 ? words : found))
  },
}

const wrapper: RuleFormat = {
  kind: 'wrapper',
  title: 'hosts.allow or hosts.deny',
  sign: (line) => /^(?:ALL|sshd|vsftpd|in\.[a-z]+) ?: ?\[?\d/.test(line),
  read: (line) => {
    const words = line
      .slice(line.indexOf(':') + 1)
      .split(/[\s,[\]]+/)
      .filter(isLike)
    return words.length === 0 && /\bALL\b/.test(line) ? FRAME : addresses(...words)
  },
}

/** The formats, the surest signs first. */
export const RULE_FORMATS: readonly RuleFormat[] = [
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
  yaml,
]
