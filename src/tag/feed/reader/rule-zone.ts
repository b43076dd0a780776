// Zones of DNS (RFC 1035): the addresses that its names have. Reversed zones name their addresses themselves.
import { addresses, bad, FRAME, type RuleFormat } from './rule-line.ts'

const RECORD = /(?:^| )(?:\d+[smhdw]? )?(?:(?:IN|CH|HS) )?(A|AAAA) (\S+)(?: ;.*)?$/i
const ANY_RECORD =
  /(?:^|\s)IN (?:SOA|NS|A|AAAA|MX|TXT|CNAME|PTR|SRV|CAA|DS|DNSKEY|RRSIG|NSEC3?|NSEC3PARAM|SPF|TLSA|SSHFP|HINFO|NAPTR|LOC|DNAME|SVCB|HTTPS)\b/i

const HAS_SPF = /\bip[46]:(\S+?)["\s]/i

/** `www 300 IN A 192.0.2.1`. */
export const zone: RuleFormat = {
  kind: 'zone',
  title: 'zone of DNS, of which A and AAAA are read',
  sign: (line) => /^\$(?:ORIGIN|TTL) /i.test(line) || / IN SOA /i.test(line) || /\bIN (?:A|AAAA) /.test(line),
  read: (line) => {
    const [, type, value = ''] = RECORD.exec(line) ?? []
    if (type !== undefined) {
      if (/^(?:127\.|0\.0\.0\.0$|::1?$)/.test(value)) return bad(`\`${value}\` is not an address of the name`)
      return addresses(value)
    }
    const more = HAS_SPF.exec(`${line} `)?.[1]
    if (more !== undefined) return { ...addresses(), more }
    return /^[$;)\d"]/.test(line) || ANY_RECORD.test(line) || / (?:TXT|MX|NS|CNAME|SRV|PTR|CAA) /i.test(line)
      ? FRAME
      : addresses()
  },
}

const FOUR = /^((?:\d{1,3}\.){1,4})in-addr\.arpa\.?$/i
const SIX = /^((?:[0-9a-f]\.){1,32})ip6\.arpa\.?$/i

/** Reader of lists of names of reverse DNS; a name with fewer parts is that of a network. */
export const reverseNames: RuleFormat = {
  kind: 'reverse-names',
  title: 'names of reverse DNS',
  sign: (line) => FOUR.test(line) || SIX.test(line),
  read: (line) => {
    const parts = (FOUR.exec(line) ?? SIX.exec(line))?.[1]?.slice(0, -1).split('.').toReversed()
    if (parts === undefined) return bad(`\`${line}\` is not a name of reverse DNS`)
    if (FOUR.test(line)) return addresses(`${[...parts, 0, 0, 0].slice(0, 4).join('.')}/${parts.length * 8}`)
    const groups = parts.join('').padEnd(32, '0').match(/.{4}/g) ?? []
    return addresses(`${groups.join(':')}/${parts.length * 4}`)
  },
}
