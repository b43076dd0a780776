// More lists written as the configuration of a program: tables, access lists, records of a resolver, rules of a detector.
import { dnsbl, rbldnsd } from './rule-dnsbl.ts'
import { addresses, bad, FRAME, isLike, type RuleFormat, type RuleLine, ruled } from './rule-line.ts'
import { bgp, bgpDump, bgpReader, firewalld, fortinet, panos } from './rule-network.ts'
import { fail2ban, nslookup, sockets, ufw, windowsFirewall } from './rule-output.ts'
import { reverseNames, zone } from './rule-zone.ts'

const wordsOf = (text: string): readonly string[] =>
  text.split(/[\s,;{}"'[\]()]+/).filter((word) => word !== '')

/** Elements of a set of which some may be taken out with `!`, or with `except` behind them. */
function elements(words: readonly string[]): RuleLine {
  const isOut = (word: string, at: number): boolean =>
    word.startsWith('!') || words[at - 1] === '!' || words[at + 1] === 'except'
  const out = words.findIndex(isOut)
  const found = words
    .filter((word, at) => !isOut(word, at))
    .map(unshortened)
    .filter(isLike)
  if (found.length > 0) return { ...addresses(...found), ...(out >= 0 && { left: words[out] }) }
  return out < 0 ? FRAME : bad('`!` takes addresses out of the set; it is left out')
}

/** `10/8` and `192.0.2/24`, as BIND and pf take them. */
const unshortened = (word: string): string => {
  const [, octets, bits] = /^(\d{1,3}(?:\.\d{1,3}){0,2})\/(\d{1,2})$/.exec(word) ?? []
  return octets === undefined
    ? word
    : `${[...octets.split('.'), '0', '0', '0'].slice(0, 4).join('.')}/${bits}`
}

const pf: RuleFormat = {
  kind: 'pf',
  title: 'tables of pf',
  sign: (line) => /^table <[^>]+>/.test(line),
  read: (line) => {
    if (/^(?:pass|block)\b/.test(line)) return filterRule(line)
    if (/^(?:match|scrub|nat|rdr|binat|anchor|antispoof|set|queue)\b/.test(line)) return FRAME
    return elements(wordsOf(line.replace(/^table <[^>]+>(?: (?:persist|const|counters))*/, '')))
  },
  list: (line) => /^table <([^>]+)>/.exec(line)?.[1],
}

/** `block in from 192.0.2.1 to any`: the addresses that a rule names as source. */
function filterRule(line: string): RuleLine {
  const from = / from (\{[^}]*\}|! ?\S+|\S+)/.exec(line)?.[1]
  const source = elements(wordsOf(from ?? ''))
  if (source.is === 'addresses') return { ...source, sense: line.startsWith('pass') ? 'allow' : 'deny' }
  return source.is === 'frame' && line.startsWith('block') && from !== 'any'
    ? { ...source, denies: true }
    : source
}

/** What a name server listens on, asks and sends to: its own addresses and those of others, none of a list. */
const OWN_ADDRESSES =
  /(?<![\w-])(?:forwarders|listen-on(?:-v6)?|also-notify|(?:query|transfer|notify)-source(?:-v6)?)(?![\w-])/

/** A line without such statements, and their text. */
function withoutOwn(line: string): { readonly rest: string; readonly own: string } {
  const at = line.search(OWN_ADDRESSES)
  if (at < 0) return { rest: line, own: '' }
  const [open, stop] = [line.indexOf('{', at), line.indexOf(';', at)]
  const end = open < 0 || (stop >= 0 && stop < open) ? stop : line.indexOf('}', open)
  const to = end < 0 ? line.length : end + 1
  const after = withoutOwn(line.slice(to))
  return { rest: `${line.slice(0, at)} ${after.rest}`, own: `${line.slice(at, to)} ${after.own}` }
}

const blocks: RuleFormat = {
  kind: 'blocks',
  title: 'address lists in braces (BIND, Junos, Varnish, OpenBGPD, BIRD)',
  sign: (line) =>
    /^(?:acl|prefix-list|prefix-set|roa-set|blackhole|masters|primaries)\b[^;]*\{/.test(line) ||
    /^define \w+ = \[/.test(line),
  block: { from: /^(?:forwarders|listen-on(?:-v6)?|also-notify)\b[^}]*$/, to: /\}/ },
  read: (line) => {
    if (line.startsWith('inactive:')) return bad('the entry is inactive; it is left out')
    const parted = withoutOwn(line)
    // Varnish writes the length behind the quotes.
    const rest = elements(wordsOf(parted.rest.replace(/"\/(?=\d)/g, '/')))
    const more = wordsOf(parted.own).find(isLike)
    if (more === undefined || rest.is === 'bad') return rest
    return { ...(rest.is === 'addresses' ? rest : addresses()), more }
  },
}

/** `http-request deny unless NAME` of HAProxy, `http_access deny !NAME` of Squid. */
const ACL_RULE =
  /^(?:(?:http|tcp)-request (?:connection |content )?|http_access |block )(deny|reject|silent-drop|tarpit|allow|accept)\b ?(.*)$/

const acl: RuleFormat = {
  kind: 'acl',
  title: 'access lists of HAProxy or Squid',
  sign: (line) => /^acl \S+ (?:src|dst)\b|^http-request .* \{ src /.test(line),
  read: (line) => {
    const words = wordsOf(line)
    const at = words.findIndex((word) => /^(?:src|dst)$/.test(word))
    if (at < 0) return FRAME
    const found = elements(words.slice(at + 1))
    if (found.is !== 'addresses' || words[0] === 'acl') return found
    if (words[at - 1] === '!' || words.includes('unless'))
      return bad('`!` or `unless` takes the addresses out of the rule; it is left out')
    return { ...found, sense: words.some((word) => /^(?:allow|accept)$/.test(word)) ? 'allow' : 'deny' }
  },
  uses: (line) => {
    const [, verdict, rest = ''] = ACL_RULE.exec(line) ?? []
    if (verdict === undefined || rest.includes('{')) return []
    const names = rest.split(' ').filter((word) => !/^(?:if|unless|or|\|\||all)$/.test(word))
    return names.map((word) => {
      const isTurned = word.startsWith('!') !== /^unless\b|\sunless\b/.test(rest)
      return {
        name: word.replace(/^!/, ''),
        sense: (verdict !== 'allow' && verdict !== 'accept') === isTurned ? 'allow' : 'deny',
      }
    })
  },
  list: (line) => /^acl (\S+) (?:src|dst)\b/.exec(line)?.[1],
}

const DETECT = /^(?:# ?)?(?:alert|drop|reject|block|pass|log) (?:ip|tcp|udp|icmp|http|tls|dns|pkthdr) /

/** The addresses of one side of a rule; what follows the last blank outside of brackets are ports. */
const withoutPorts = (side: string): string => side.replace(/ (?:\[[^\]]*\]|[^ \]]+)$/, '')

const suricata: RuleFormat = {
  kind: 'suricata',
  title: 'rules of Suricata or Snort',
  sign: (line) => DETECT.test(line) && / (?:->|<>) /.test(line),
  read: (line) => {
    const [head = ''] = line.split(' (', 1)
    if (!DETECT.test(head)) return FRAME
    const [from = '', to = ''] = head.replace(DETECT, '').split(/ (?:->|<>) /)
    const source = elements(wordsOf(withoutPorts(from)))
    const found = source.is === 'addresses' ? source : elements(wordsOf(withoutPorts(to)))
    return found.is === 'addresses' ? { ...found, sense: head.startsWith('pass') ? 'allow' : 'deny' } : found
  },
}

const dnsmasq: RuleFormat = {
  kind: 'dnsmasq',
  title: 'dnsmasq addresses',
  sign: (line) => /^(?:address|host-record)=\/|^(?:bogus-nxdomain|ignore-address)=/.test(line),
  read: (line) => {
    const name = /^(?:address|host-record|bogus-nxdomain|ignore-address)=/.exec(line)
    if (name === null) return FRAME
    const value = line.slice(name[0].length).split(/[/,]/).at(-1) ?? ''
    if (/^(?:|#|0\.0\.0\.0|::|127\..*)$/.test(value)) return bad(`\`${value}\` is not an address of the name`)
    return addresses(value)
  },
}

const UNBOUND = /^(access-control|private-address|do-not-query-address|local-data|outgoing-interface): ?/

const unbound: RuleFormat = {
  kind: 'unbound',
  title: 'access control or data of Unbound',
  sign: (line) => UNBOUND.test(line),
  read: (line) => {
    const [, name = ''] = UNBOUND.exec(line) ?? []
    const words = wordsOf(line.replace(UNBOUND, ''))
    if (name === 'local-data') return elements(words.slice(-1))
    if (name === 'access-control') return ruled(/^allow/.test(words[1] ?? ''), words[0])
    return name === '' ? FRAME : addresses(words[0])
  },
}

const RPZ = /^(\S+)\.rpz-(?:client-)?(?:ns)?ip\b/i

const rpz: RuleFormat = {
  kind: 'rpz',
  title: 'response policy zone with addresses',
  sign: (line) => RPZ.test(line),
  read: (line) => {
    const name = RPZ.exec(line)?.[1]
    if (name === undefined) return FRAME
    if (/\brpz-passthru\b/i.test(line)) return ruled(true, rpzRange(name))
    return ruled(false, rpzRange(name))
  },
}

/** `24.0.2.0.192` is 192.0.2.0/24, and `48.zz.db8.2001` is 2001:db8::/48. */
function rpzRange(name: string): string {
  const [bits = '', ...parts] = name.split('.')
  const reversed = parts.toReversed()
  const four = reversed.length === 4 && reversed.every((part) => /^\d+$/.test(part))
  if (four) return `${reversed.join('.')}/${bits}`
  return `${reversed
    .map((part) => (part.toLowerCase() === 'zz' ? '' : part))
    .join(':')
    .replace(/^:|:$/g, '::')}/${bits}`
}

/** Mechanisms of SPF (RFC 7208) whose addresses are in other records. */
const ELSEWHERE = /^\+?(?:include:|exists:|redirect=|ptr(?::|$)|(?:a|mx)(?:[:/]|$))/i

const spf: RuleFormat = {
  kind: 'spf',
  title: 'SPF record',
  sign: (line) => /\bv=spf1 /i.test(line),
  read: (line) => {
    const words = wordsOf(line)
    const found = words.filter((word) => /^\+?ip[46]:/i.test(word))
    const more = words.find((word) => ELSEWHERE.test(word))
    if (found.length === 0 && more === undefined) return FRAME
    return { is: 'addresses', texts: found.map((word) => word.replace(/^\+?ip[46]:/i, '')), more }
  },
}

/** The formats of this file, the surest signs first. */
export const LIST_FORMATS: readonly RuleFormat[] = [
  ...[
    sockets,
    nslookup,
    ufw,
    fail2ban,
    windowsFirewall,
    reverseNames,
    bgp,
    bgpDump,
    bgpReader,
    fortinet,
    panos,
    firewalld,
    pf,
    blocks,
    acl,
    suricata,
    dnsmasq,
    unbound,
    rpz,
    dnsbl,
    rbldnsd,
    zone,
    spf,
  ],
]
