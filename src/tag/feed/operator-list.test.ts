// Lists as operators have them: configurations, routing tables, logs and exports. What each holds is written down by hand, with how many of
// its lines are rejected and what else is said of it.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

interface Case {
  readonly text: string
  readonly holds: string
  readonly rejected?: number
  /** A part of a sentence about what was left out or guessed. */
  readonly says?: string
}

const CASES: Readonly<Record<string, Case>> = {
  'two ends of a connection in a log': {
    text: 'blocked connection from 192.0.2.1 to 203.0.113.9 port 22\nblocked connection from 198.51.100.7 to 203.0.113.9 port 22\n',
    holds: '192.0.2.1 198.51.100.7',
    says: 'further addresses of 2 lines are not read (line 1: `203.0.113.9`)',
  },
  'two addresses of a sentence that are near each other': {
    text: 'block from 192.0.2.0 to 192.0.2.9 now\nblock from 198.51.100.0 to 198.51.100.9 now\n',
    holds: '192.0.2.0-192.0.2.9 198.51.100.0-198.51.100.9',
    says: '`192.0.2.0 to 192.0.2.9` is read as a range',
  },
  'two ends of a connection with a dash': {
    text: '192.0.2.1 - 203.0.113.9 tcp 22\n192.0.2.2 - 203.0.113.9 tcp 22\n',
    holds: '192.0.2.1 192.0.2.2',
    says: 'further addresses of 2 lines',
  },
  'wide ranges of whole blocks': {
    text: '192.0.0.0 - 195.255.255.255 registry\n198.51.0.0 - 198.53.255.255 registry\n',
    holds: '192.0.0.0/6 198.51.0.0-198.53.255.255',
  },
  'two ends of a connection in columns': {
    text: 'from,to\n192.0.2.1,203.0.113.9\n192.0.2.2,203.0.113.9\n',
    holds: '192.0.2.1 192.0.2.2',
    says: 'further addresses of 2 lines',
  },
  'ends of ranges in columns whose names say so': {
    text: 'start_ip,end_ip\n192.0.2.5,192.1.3.9\n198.51.100.7,198.53.0.1\n',
    holds: '192.0.2.5-192.1.3.9 198.51.100.7-198.53.0.1',
  },
  'two ends of a connection in JSON': {
    text: '[{"from":"192.0.2.1","to":"203.0.113.9"},{"from":"192.0.2.2","to":"203.0.113.10"}]',
    holds: '192.0.2.1 203.0.113.9 192.0.2.2 203.0.113.10',
    says: '`$[].from` (2), `$[].to` (2)',
  },
  'a slash with blanks around it': {
    text: '192.0.2.0 / 24\n198.51.100.0 / 25\n',
    holds: '192.0.2.0/24 198.51.100.0/25',
  },
  'prefix lengths beside networks, without names': {
    text: '192.0.2.0\t24\t64496\n198.51.100.0\t25\t64497\n2001:db8::\t32\t64498_64499\n',
    holds: '192.0.2.0/24 198.51.100.0/25 2001:db8::/32',
    says: 'the prefix length in column 2',
  },
  'counts beside addresses': {
    text: '192.0.2.7 24\n198.51.100.0 25\n',
    holds: '192.0.2.7 198.51.100.0',
  },
  'a semicolon between addresses of a few lines': {
    text: '192.0.2.1\n192.0.2.2\n192.0.2.3\n192.0.2.4;198.51.100.9\n192.0.2.5 ; 203.0.113.1 was here\n',
    holds: '192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4 198.51.100.9 192.0.2.5',
  },
  'rules of nginx on one line': {
    text: 'location /admin { deny 192.0.2.1; deny 198.51.100.0/24; }\n',
    holds: '192.0.2.1 198.51.100.0/24',
  },
  'a server of nginx that only allows': {
    text: 'server {\n listen 80;\n location / {\n  allow 192.0.2.0/24;\n  allow 198.51.100.7;\n  deny all;\n  proxy_pass http://10.0.0.5:8080;\n }\n}\n',
    holds: '192.0.2.0/24 198.51.100.7',
  },
  'rules of iptables that translate': {
    text: '*nat\n-A POSTROUTING -s 10.0.0.0/8 -o eth0 -j MASQUERADE\n-A PREROUTING -d 203.0.113.5/32 -p tcp -j DNAT --to-destination 10.0.0.5:80\nCOMMIT\n*filter\n-A INPUT -s 192.0.2.1/32 -j DROP\n-A FORWARD -s 192.0.2.2/32 -d 203.0.113.9/32 -j DROP\nCOMMIT\n',
    holds: '192.0.2.1 192.0.2.2',
    says: 'further addresses of 3 lines are not read (line 2: `10.0.0.0/8`)',
  },
  'a whole ruleset of nftables': {
    text: 'table inet filter {\n\tset bad {\n\t\ttype ipv4_addr\n\t\telements = { 192.0.2.1,\n\t\t\t     198.51.100.0/24 }\n\t}\n\tchain input {\n\t\ttype filter hook input priority filter; policy accept;\n\t\tct state established,related accept\n\t\tiifname "lo" accept\n\t\tip saddr @bad drop\n\t\tip saddr { 203.0.113.1, 203.0.113.2 } counter drop\n\t\tip6 saddr 2001:db8::1 drop\n\t\tip saddr 10.0.0.0/8 accept\n\t\ttcp dport { 22, 80 } accept\n\t}\n}\n',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.1 203.0.113.2 2001:db8::1',
    rejected: 1,
  },
  'verdicts of a map of nftables': {
    text: 'table ip f {\n map m {\n  type ipv4_addr : verdict\n  elements = { 192.0.2.1 : drop, 198.51.100.1 : accept }\n }\n}\n',
    holds: '192.0.2.1',
    rejected: 1,
  },
  'rules of pf beside its tables': {
    text: 'table <bad> persist { 192.0.2.1, 10/8 }\nblock in quick from <bad>\nblock in quick from 203.0.113.5 to any\npass in from 198.51.100.0/24 to any\n',
    holds: '192.0.2.1 10.0.0.0/8 203.0.113.5',
    rejected: 1,
  },
  'short networks of BIND': {
    text: 'acl bad { 10/8; 192.0.2/24; 198.51.100.7; };\n',
    holds: '10.0.0.0/8 192.0.2.0/24 198.51.100.7',
  },
  'exceptions of Junos': {
    text: 'prefix-list bad {\n 198.51.100.0/24;\n}\nfrom {\n source-address {\n  192.0.2.0/24;\n  192.0.2.9/32 except;\n }\n}\n',
    holds: '198.51.100.0/24 192.0.2.0/24',
    rejected: 1,
  },
  'exceptions and brackets of TCP wrappers': {
    text: 'ALL: 192.0.2.0/255.255.255.0 EXCEPT 192.0.2.5\nsshd: 198.51.100.\nsshd: [2001:db8::]/32\n',
    holds: '192.0.2.0/24 198.51.100.0/24 2001:db8::/32',
    rejected: 1,
  },
  'lists of several names in one file': {
    text: 'create white hash:ip\ncreate black hash:ip\nadd white 192.0.2.1\nadd black 198.51.100.1\n',
    holds: '192.0.2.1 198.51.100.1',
    says: 'the lists `white`, `black` of the file are read as one',
  },
  'pairs of networks in a set': {
    text: 'add p 192.0.2.0/24,203.0.113.0/24\nadd p 198.51.100.0/24,203.0.113.0/24\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
    says: 'further addresses of 2 lines are not read (line 1: `203.0.113.0/24`)',
  },
  'entries of a MikroTik that are disabled': {
    text: '/ip firewall address-list\nadd address=192.0.2.1 list=bad\nadd address=192.0.2.2 disabled=yes list=bad\n',
    holds: '192.0.2.1',
    rejected: 1,
  },
  'a default route among null routes': {
    text: 'ip route 0.0.0.0 0.0.0.0 203.0.113.1\nip route 192.0.2.0 255.255.255.0 Null0\nip route 198.51.100.0 255.255.255.0 Null0\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
    rejected: 1,
  },
  'objects of an ASA': {
    text: 'object network A\n host 192.0.2.1\nobject network B\n subnet 198.51.100.0 255.255.255.0\nobject network C\n range 203.0.113.1 203.0.113.9\n',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.1-203.0.113.9',
  },
  'routes and prefixes of Huawei': {
    text: 'ip route-static 192.0.2.0 24 NULL0\nip route-static 198.51.100.0 255.255.255.0 NULL0\nip ip-prefix B index 10 permit 203.0.113.0 24\n',
    holds: '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24',
  },
  'destinations of rules': {
    text: 'access-list 101 deny ip host 192.0.2.1 host 203.0.113.5\naccess-list 101 deny ip 198.51.100.0 0.0.0.255 any\n',
    holds: '192.0.2.1 198.51.100.0/24',
    says: 'further addresses of 1 line are not read (line 1: `203.0.113.5`)',
  },
  'access lists of HAProxy that are negated': {
    text: 'acl bad src 192.0.2.1\nhttp-request deny if ! { src 10.0.0.0/8 }\n',
    holds: '192.0.2.1',
    rejected: 1,
  },
  'next hops on lines of their own': {
    text: '192.0.2.0/24  unicast [b 10:00] * (100) [AS64496i]\n\tvia 203.0.113.1 on eth0\n198.51.100.0/24  *[BGP/170] 1d, localpref 100\n   >  to 203.0.113.1 via ge-0/0/0.0\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
    says: 'further addresses of 2 lines are not read (line 2: `203.0.113.1`)',
  },
  'rules that allow among those that deny, of any program': {
    text: 'ufw deny from 192.0.2.1 to any\nufw deny from 198.51.100.0/24 to any\nufw allow from 10.0.0.0/8\n',
    holds: '192.0.2.1 198.51.100.0/24',
    says: 'rows that are not of the list (`allow`) are left out: 1',
  },
  'statistics of a registry without their head': {
    text: 'arin|US|ipv4|192.0.2.0|256|20000101|allocated\narin|US|ipv4|198.51.100.0|128|20000101|assigned\narin|US|asn|64496|1|20000101|allocated\n',
    holds: '192.0.2.0/24 198.51.100.0/25',
  },
  'lengths that are not of networks in JSON': {
    text: '[{"ip":"192.0.2.77","length":28},{"gateway":"192.0.2.1","network":"198.51.100.0","cidr":24}]',
    holds: '192.0.2.77 198.51.100.0/24',
    says: 'further addresses of 1 line are not read ($[].gateway: `192.0.2.1`)',
  },
  'prefix lengths on lines of their own': {
    text: '- address_prefix: 192.0.2.0\n  prefix_len: 24\n- address_prefix: 198.51.100.0\n  prefix_len: 25\n',
    holds: '192.0.2.0 198.51.100.0',
    rejected: 2,
  },
  'indicators that were revoked or exclude': {
    text: JSON.stringify({
      objects: [
        { pattern: "[ipv4-addr:value = '192.0.2.1']", revoked: true },
        { pattern: "([ipv4-addr:value = '198.51.100.7'])", revoked: false },
        { pattern: "[ipv4-addr:value NOT = '203.0.113.5' AND ipv4-addr:value = '203.0.113.6']" },
        { pattern: "[ipv4-addr:value LIKE '198.51.100.%']" },
        { pattern: "[url:value = 'https://a.example/']", revoked: true },
      ],
    }),
    holds: '198.51.100.7 203.0.113.6',
    rejected: 1,
    says: 'entries that were taken out (`revoked: true`) are left out: 1',
  },
  'indicators of other types in a table': {
    text: 'uuid,type,value,comment\na,ip-dst,192.0.2.1,\nb,domain,a.example,\nc,ip-dst|port,198.51.100.7|443,\nd,md5,d41d8cd98f00b204e9800998ecf8427e,\ne,url,http://203.0.113.9/x,\nf,sha1,x,\n',
    holds: '192.0.2.1 198.51.100.7 203.0.113.9',
    says: 'rows of other types are left out: 3',
  },
  'whole numbers in JSON': {
    text: '[{"ip":3221225985,"count":3325256711},{"ip":"198.51.100.7"}]',
    holds: '192.0.2.1 198.51.100.7',
  },
  'addresses of network cards': {
    text: '192.0.2.1,00:11:22:33:44:55:66:77\n192.0.2.2,00:11:22:33:44:55:66:88\n',
    holds: '192.0.2.1 192.0.2.2',
  },
  'netmasks on lines of their own': {
    text: 'ip=192.0.2.1\nmask=255.255.255.0\nip=198.51.100.1\nmask=255.255.255.128\n',
    holds: '192.0.2.1 198.51.100.1',
    rejected: 2,
  },
  'logs of IIS, whose columns a comment names': {
    text: '#Fields: date time s-ip cs-method s-port c-ip sc-status\n2024-01-01 10:00:00 10.0.0.5 GET 80 192.0.2.1 200\n2024-01-01 10:00:01 10.0.0.5 GET 80 198.51.100.7 200\n',
    holds: '192.0.2.1 198.51.100.7',
    says: 'column 6 (`c_ip`)',
  },
  'access lists of Varnish': {
    text: 'acl bad {\n  "192.0.2.1";\n  "198.51.100.0"/24;\n  ! "198.51.100.7";\n}\n',
    holds: '192.0.2.1 198.51.100.0/24',
    rejected: 1,
  },
  'sets of prefixes of BIRD': {
    text: 'define BAD = [\n  192.0.2.0/24,\n  198.51.100.0/24{24,32},\n  2001:db8::/32+\n];\n',
    holds: '192.0.2.0/24 198.51.100.0/24 2001:db8::/32',
  },
  'sets of prefixes of OpenBGPD': {
    text: 'prefix-set bad {\n  192.0.2.0/24\n  198.51.100.0/24 prefixlen 24 - 32\n}\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
  },
  'more ways to make addresses harmless': {
    text: '192[dot]0[dot]2[dot]1\nhxxps[://]198.51.100[.]7/x\n203{.}0{.}113{.}9\n2001[:]db8[:][:]1\n[2001:db8:1::]/48\n',
    holds: '192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1 2001:db8:1::/48',
  },
}

function read(text: string) {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  const { ranges, bad, guesses } = found.feed
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  return { holds: rows.join(' '), rejected: bad, said: guesses.join('; ') }
}

describe('lists of operators are not misread', () => {
  it.each(Object.keys(CASES))('%s', (name) => {
    const { text = '', holds, rejected = 0, says = '' } = CASES[name] ?? {}
    const found = read(text)
    expect(found).toMatchObject({ holds, rejected })
    expect(found.said).toContain(says)
  })
})
