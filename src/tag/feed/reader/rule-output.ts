// What programs print of connections, names and rules: the other ends of ss and netstat, the answers of nslookup, what ufw, fail2ban
// and the firewall of Windows block.
import { rangeText } from '../table/cell.ts'
import { addresses, bad, FRAME, isLike, type RuleFormat, ruled } from './rule-line.ts'

/** The address of an end, without its port and the card behind `%`; `netstat` writes IPv6 without brackets, BSD a dot before the port. */
function addressOf(end: string): string | undefined {
  const at = Math.max(end.lastIndexOf(':'), end.includes(':') ? -1 : end.lastIndexOf('.'))
  if (at < 0 || !/^(?:\d{1,5}|\*)$/.test(end.slice(at + 1))) return undefined
  const [address = ''] = end
    .slice(0, at)
    .replace(/^\[|\]$/g, '')
    .split('%', 1)
  return address === '*' || /^[0-9a-f.:]+$/i.test(address) ? address : undefined
}

const STATE =
  /^(?:ESTAB(?:LISHED)?|TIME[-_]WAIT|CLOSE[-_]WAIT|LISTEN(?:ING)?|SYN[-_]\w+|FIN[-_]WAIT[-_]?\d|LAST[-_]ACK|CLOSED|CLOSING|UNCONN)$/
const PROTOCOL = /^(?:tcp|udp)(?:[46]|46)?$/i

const endsOf = (line: string): readonly string[] => line.split(' ').flatMap((word) => addressOf(word) ?? [])

const isSocket = (line: string): boolean => {
  const words = line.split(' ')
  return words.slice(0, 1).some((word) => PROTOCOL.test(word) || STATE.test(word)) && endsOf(line).length >= 2
}

/** Reader of the far end of every connection; sockets that listen have none. */
export const sockets: RuleFormat = {
  kind: 'sockets',
  title: 'connections as ss or netstat prints them',
  sign: (line) => isSocket(line) && endsOf(line).slice(0, 2).every(isLike),
  read: (line) => {
    if (!isSocket(line)) return FRAME
    const [near = '', far = ''] = endsOf(line)
    if (/^(?:\*|0\.0\.0\.0|::|)$/.test(far)) return FRAME
    if (rangeText(far) === undefined) return bad(`\`${far}\` is not the address of a connection`)
    return { ...addresses(far), ...(isLike(near) && { more: near }) }
  },
}

/** Reader of the addresses below the answers; the one below `Server:` is that of the name server. */
export const nslookup: RuleFormat = {
  kind: 'nslookup',
  title: 'answers of nslookup',
  sign: (line) => SERVER.test(line),
  block: { from: /^Server:/, to: /^Address(?:es)?:/ },
  read: (line) => {
    const server = SERVER.exec(line)?.[1]
    if (server !== undefined) return { ...addresses(), more: server }
    const answer = line.replace(/^Address(?:es)?: /, '')
    if (isLike(answer)) return addresses(answer.replace(/#\d+$/, ''))
    const named = /^\S+ (?:has (?:AAAA |IPv6 )?address|internet address =|has \S+ address) (\S+)$/.exec(
      answer,
    )
    return named === null ? FRAME : addresses(named[1])
  },
}

const SERVER = /^Server: .*\bAddress(?:es)?: ([0-9a-f.:]+)/i

const UFW = /^(?:\[ ?\d+\] )?\S.* (ALLOW|DENY|REJECT|LIMIT)(?: (?:IN|OUT|FWD))? (\S+)/

/** Reader of the addresses from which rules allow or deny. */
export const ufw: RuleFormat = {
  kind: 'ufw',
  title: 'rules as `ufw status` prints them',
  sign: (line) => isLike(UFW.exec(line)?.[2]),
  read: (line) => {
    const [, verdict, from = ''] = UFW.exec(line) ?? []
    return isLike(from) ? ruled(/^(?:ALLOW|LIMIT)$/.test(verdict ?? ''), from) : FRAME
  },
}

const BANNED = /^`- Banned IP list: ?(.*)$/

/** Reader of the addresses that a jail of fail2ban bans. */
export const fail2ban: RuleFormat = {
  kind: 'fail2ban',
  title: 'banned addresses as `fail2ban-client status JAIL` prints them',
  sign: (line) => /^Status for the jail: /.test(line),
  read: (line) => {
    const banned = BANNED.exec(line)?.[1]
    return banned === undefined ? FRAME : addresses(...banned.split(' '))
  },
}

const REMOTE = /(?:^| )RemoteIP: (\S+)/

/** Reader of the remote addresses of rules; what a rule does stands behind them. */
export const windowsFirewall: RuleFormat = {
  kind: 'windows-firewall',
  title: 'rules as `netsh advfirewall firewall show rule` prints them',
  sign: (line) => isLike(REMOTE.exec(line)?.[1]),
  block: { from: /^Rule Name:/, to: /^Action:/ },
  read: (block) => {
    const remote = REMOTE.exec(block)?.[1] ?? ''
    const texts = remote.split(',').filter(isLike)
    return texts.length === 0 ? FRAME : ruled(/ Action: Allow\b/.test(block), ...texts)
  },
}
