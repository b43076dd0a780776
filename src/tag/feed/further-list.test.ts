// Lists as people keep them: with comments of every kind, with both ends of connections, with entries that are switched off.
// What each holds is written down by hand.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

interface Case {
  readonly text: string
  readonly holds: string
  /** A part of a sentence about what was left out, rejected or guessed. */
  readonly says?: string
}

const CASES: Readonly<Record<string, Case>> = {
  'comments of several lines': {
    text: '/*\n203.0.113.6\n*/\n192.0.2.1\n<!-- 203.0.113.7\n203.0.113.8 -->\n192.0.2.2\n  // 203.0.113.9\n192.0.2.3\n',
    holds: '192.0.2.1 192.0.2.2 192.0.2.3',
  },
  'comments within a line': {
    text: 'ips = [\n  "192.0.2.1", # old\n  // "203.0.113.8",\n  /* "203.0.113.7", */ "198.51.100.7",\n  "198.51.100.8",\n  "198.51.100.9",\n]\n',
    holds: '192.0.2.1 198.51.100.7 198.51.100.8 198.51.100.9',
  },
  'marks of comments within words': {
    text: '192.0.2.1 GET /* text/html\n198.51.100.7 GET / */*\n203.0.113.9 GET /* */*\n',
    holds: '192.0.2.1 198.51.100.7 203.0.113.9',
  },
  'comments and switched off entries of Junos': {
    text: 'policy-options {\n    prefix-list BAD {\n        192.0.2.0/24;\n        /* 203.0.113.9/32; */\n        198.51.100.7/32;\n        inactive: 203.0.113.8/32;\n    }\n}\n',
    holds: '192.0.2.0/24 198.51.100.7',
    says: 'line 6: the entry is inactive',
  },
  'lines of Junos that delete': {
    text: 'set policy-options prefix-list BAD 192.0.2.0/24\nset policy-options prefix-list BAD 198.51.100.7/32\ndelete policy-options prefix-list BAD 203.0.113.9/32\n',
    holds: '192.0.2.0/24 198.51.100.7',
    says: '`delete` takes the addresses out of the list',
  },
  'a translated address of an object': {
    text: 'object network A\n host 192.0.2.1\nobject network D\n host 203.0.113.20\n nat (inside,outside) static 203.0.113.30\n',
    holds: '192.0.2.1 203.0.113.20',
    says: 'further addresses of 1 line are not read (line 5: `203.0.113.30`)',
  },
  'a rule of nftables that lets in beside a set that is dropped': {
    text: 'table inet filter {\n\tset bad {\n\t\ttype ipv4_addr\n\t\telements = { 192.0.2.0/24, 198.51.100.7 }\n\t}\n\tchain input {\n\t\tip saddr @bad drop\n\t\tip saddr 10.9.9.9 accept\n\t}\n}\n',
    holds: '192.0.2.0/24 198.51.100.7',
    says: 'allows what other lines of the list deny',
  },
  'a rule of pf that lets in beside a table that is blocked': {
    text: 'table <bad> persist { 192.0.2.0/24, 198.51.100.7 }\nblock in quick from <bad>\npass in from 203.0.113.5 to any\n',
    holds: '192.0.2.0/24 198.51.100.7',
    says: 'allows what other lines of the list deny',
  },
  'options of hosts.allow': {
    text: 'sshd: 192.0.2.1 : deny\nsshd: 198.51.100.7 : allow\n',
    holds: '192.0.2.1',
    says: 'allows what other lines of the list deny',
  },
  'routes of Windows': {
    text: '  0.0.0.0  0.0.0.0  203.0.113.1  203.0.113.5  25\n  192.0.2.0  255.255.255.0  On-link  203.0.113.5  281\n  198.51.100.0  255.255.255.0  On-link  203.0.113.5  281\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
  },
  'both ends of connections in JSON': {
    text: '{"src_ip":"192.0.2.1","dest_ip":"203.0.113.5"}\n{"source":{"ip":"198.51.100.7"},"destination":{"ip":"203.0.113.5"}}\n{"id.orig_h":"192.0.2.9","id.resp_h":"203.0.113.5"}\n{"sourceAddressPrefixes":["192.0.2.16/28"],"destinationAddressPrefix":"10.0.0.4"}\n{"dest_ip":"192.0.2.10"}\n',
    holds: '192.0.2.1 192.0.2.9 192.0.2.10 192.0.2.16/28 198.51.100.7',
    says: 'further addresses of 4 lines are not read',
  },
  'addresses beside those of an entry in JSON': {
    text: '[{"ip":"192.0.2.1","reporter_ip":"203.0.113.5","resolver":"203.0.113.6:53"},{"network":"192.0.2.64/26","gateway":"192.0.2.126"},{"gateway":"198.51.100.1"}]',
    holds: '192.0.2.1 192.0.2.64/26 198.51.100.1',
    says: 'further addresses of 3 lines are not read',
  },
  'entries of JSON that are switched off': {
    text: '[{"ip":"192.0.2.1","enabled":true},{"ip":"198.51.100.7","enabled":false},{"ip":"203.0.113.9","disabled":true}]',
    holds: '192.0.2.1',
    says: 'are left out: 2',
  },
  'numbers of JSON with dots': {
    text: '{"version":"1.2.3.4","oid":"1.3.6.1","ips":["192.0.2.1"]}',
    holds: '192.0.2.1',
  },
  'modes of JSON': {
    text: '[{"mode":"block","value":"192.0.2.1"},{"mode":"whitelist","value":"198.51.100.7"}]',
    holds: '192.0.2.1',
    says: 'entries that let addresses in (`mode: whitelist`)',
  },
  'gateways and name servers of YAML': {
    text: 'network:\n  ethernets:\n    eth0:\n      addresses: [192.0.2.0/28, "2001:db8::/64"]\n      routes:\n        - to: 198.51.100.0/24\n          via: 192.0.2.1\n      nameservers:\n        addresses: [203.0.113.9]\n',
    holds: '192.0.2.0/28 198.51.100.0/24 2001:db8::/64',
    says: 'addresses below `via`, `nameservers` are left out',
  },
  'the other end in the first column': {
    text: 'Victim,Attacker\n203.0.113.5,192.0.2.1\n203.0.113.6,198.51.100.7\n',
    holds: '192.0.2.1 198.51.100.7',
    says: 'column 2 (`attacker`)',
  },
  'a prefix length in a column with a name of another language': {
    text: 'Bezeichnung;Adresse;Präfix\nx;192.0.2.0;24\ny;198.51.100.0;25\n',
    holds: '192.0.2.0/24 198.51.100.0/25',
    says: 'with the prefix length in column 3 (`präfix`)',
  },
  'a count that may be a prefix length': {
    text: 'IP,Hits\n192.0.2.0,24\n198.51.100.0,25\n',
    holds: '192.0.2.0 198.51.100.0',
  },
  'a line above the names of columns': {
    text: 'Exported on 2024-01-01 by admin from 203.0.113.9\n\nIP,Reason\n192.0.2.1,x\n198.51.100.7,y\n',
    holds: '192.0.2.1 198.51.100.7',
    says: 'further addresses of 1 line are not read (line 1: `203.0.113.9`)',
  },
  'links of reports in a table of indicators': {
    text: 'type,value,comment\nip-dst,192.0.2.1,\nip-src,198.51.100.7,\nlink,http://203.0.113.10/r,\nip-dst|port,203.0.113.11|443,\n',
    holds: '192.0.2.1 198.51.100.7 203.0.113.11',
    says: 'rows of other types are left out: 1',
  },
  'addresses of requests beside those of clients': {
    text: '1.0 192.0.2.1 GET http://203.0.113.9/\n2.0 198.51.100.7 GET http://203.0.113.9/\n',
    holds: '192.0.2.1 198.51.100.7',
    says: 'addresses are read from column 2;',
  },
  'a list of addresses in one line with other words': {
    text: 'mynetworks = 127.0.0.0/8 192.0.2.0/24 [::1]/128\n',
    holds: '127.0.0.0/8',
    says: '(line 1: `192.0.2.0/24`)',
  },
  'a list in brackets in one line': {
    text: "['192.0.2.1', '198.51.100.7', '2001:db8::1']",
    holds: '192.0.2.1 198.51.100.7 2001:db8::1',
  },
  'a list with semicolons between blanks': {
    text: '192.0.2.1 ; 198.51.100.7\n203.0.113.1 ; SBL1\n',
    holds: '192.0.2.1 203.0.113.1',
    says: 'further addresses of 1 line are not read (line 1: `198.51.100.7`)',
  },
  'settings of INI that except': {
    text: '[DEFAULT]\nignoreip = 127.0.0.1/8 ::1\n[bad]\nip1=192.0.2.1\nip2=198.51.100.7\nip3=192.0.2.3\nip4=192.0.2.4\n',
    holds: '192.0.2.1 198.51.100.7 192.0.2.3 192.0.2.4',
    says: 'addresses below `ignoreip` are left out',
  },
  'routes that are withdrawn': {
    text: 'announce route 192.0.2.0/24 next-hop 203.0.113.1\nwithdraw route 203.0.113.9/32 next-hop 203.0.113.1\n',
    holds: '192.0.2.0/24 203.0.113.9',
    says: 'lines that let addresses in (`withdraw route',
  },
  'queries with alternatives': {
    text: 'ip="192.0.2.1" || ip="192.0.2.0/28"\nsrc=198.51.100.7 OR src=203.0.113.9\n[ipv4-addr:value = \'192.0.2.77\'] OR [ipv4-addr:value = \'192.0.2.79\']\n',
    holds: '192.0.2.1 192.0.2.0/28 198.51.100.7 203.0.113.9 192.0.2.77 192.0.2.79',
  },
  'a query that excepts': {
    text: 'ip="192.0.2.1" && ip!="198.51.100.7"\n',
    holds: '192.0.2.1',
    says: 'further addresses of 1 line are not read (line 1: `198.51.100.7`)',
  },
  'near addresses in one line': {
    text: '192.0.2.1;192.0.2.3;192.0.2.9',
    holds: '192.0.2.1 192.0.2.3 192.0.2.9',
  },
  'near addresses in brackets': {
    text: '| where ip in ("192.0.2.1", "192.0.2.3")',
    holds: '192.0.2.1 192.0.2.3',
  },
  'a zone in the first line': {
    text: 'fe80::1%eth0\n2001:db8::1\n',
    holds: '2001:db8::1',
    says: 'line 1: `fe80::1%eth0` is not a valid address or range',
  },
  'GreyNoise’s answers, one per line': {
    text: '{"ip":"192.0.2.1","noise":true,"riot":false,"classification":"malicious"}\n{"ip":"192.0.2.2","noise":false,"riot":false}\n{"ip":"192.0.2.3","noise":false,"riot":true,"name":"Example DNS"}\n',
    holds: '192.0.2.1',
  },
  'GreyNoise’s answers of version 3': {
    text: '{"data":[{"ip":"192.0.2.1","internet_scanner_intelligence":{"found":true,"classification":"benign","actor":"Example"}},{"ip":"192.0.2.2","internet_scanner_intelligence":{"found":false}}]}',
    holds: '192.0.2.1',
  },
  'characters without a glyph': {
    text: '\u200b192.0.2.1\n192.0.2.2\u200b\n192.0.\u200b2.3\n\u202a198.51.100.7\u202c\n\ufeff203.0.113.9\n',
    holds: '192.0.2.1 192.0.2.2 192.0.2.3 198.51.100.7 203.0.113.9',
  },
}

function read(text: string) {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  const { ranges, guesses, reasons } = found.feed
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  return { holds: rows, said: [...guesses, ...reasons].join('; ') }
}

describe('lists with more than their addresses', () => {
  it.each(Object.keys(CASES))('%s', (name) => {
    const { text = '', holds = '', says = '' } = CASES[name] ?? {}
    const found = read(text)
    expect(found.holds.toSorted()).toEqual(holds.split(' ').toSorted())
    expect(found.said).toContain(says)
  })
})
