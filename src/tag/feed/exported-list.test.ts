// Lists as firewalls, routers, clusters and platforms export them. What each holds is written down by hand, with how many of its lines are
// rejected and what else is said of it.
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

interface Case {
  readonly text: string | Uint8Array
  readonly holds: string
  readonly rejected?: number
  /** A part of a sentence about what was left out, rejected or guessed. */
  readonly says?: string
}

const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const CASES: Readonly<Record<string, Case>> = {
  'a network policy of Kubernetes with exceptions over several lines': {
    text: 'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec:\n  policyTypes:\n    - Ingress\n  ingress:\n    - from:\n        - ipBlock:\n            cidr: 172.17.0.0/16\n            except:\n              - 172.17.1.0/24\n              - 172.17.2.0/24\n        - ipBlock:\n            cidr: 198.51.100.0/24\n            except: ["198.51.100.5/32"]\n',
    holds: '172.17.0.0/16 198.51.100.0/24',
    says: 'addresses below `except` are left out; further addresses of 3 lines are not read (line 11: `172.17.1.0/24`)',
  },
  'exceptions of Calico beside the action': {
    text: 'kind: GlobalNetworkPolicy\nspec:\n  ingress:\n  - action: Deny\n    source:\n      nets:\n      - 192.0.2.0/24\n      notNets:\n      - 192.0.2.7/32\n',
    holds: '192.0.2.0/24',
    says: 'addresses below `notNets` are left out',
  },
  'exceptions of Cilium in one line': {
    text: '- cidr: 10.0.0.0/8\n  except: [10.96.0.0/12, 10.1.0.0/16]\n- {cidr: 192.0.2.0/24, except: [192.0.2.7/32]}\n',
    holds: '10.0.0.0/8 192.0.2.0/24',
    says: 'further addresses of 3 lines',
  },
  'middleware of Traefik, which only allows, with exceptions': {
    text: 'middlewares:\n  test:\n    ipAllowList:\n      sourceRange:\n        - 192.0.2.0/24\n      ipStrategy:\n        excludedIPs:\n          - 203.0.113.1\n',
    holds: '192.0.2.0/24',
    says: 'addresses below `excludedIPs` are left out',
  },
  'a list of YAML that only allows': { text: 'allow:\n  - 192.0.2.1\n', holds: '192.0.2.1' },
  'a list of YAML that denies and allows': {
    text: 'deny:\n  - 192.0.2.1\nallow:\n  - 198.51.100.7\n',
    holds: '192.0.2.1',
    says: 'addresses below `allow` are left out',
  },
  'addresses as names of an inventory': {
    text: 'all:\n  hosts:\n    web:\n      ansible_host: 192.0.2.1\n  children:\n    db:\n      hosts:\n        198.51.100.1:\n        198.51.100.2: {}\n',
    holds: '192.0.2.1 198.51.100.1 198.51.100.2',
  },
  'lists of YAML in brackets': {
    text: 'ips: [192.0.2.1, 198.51.100.7]\nothers: [\n  203.0.113.1,\n  "203.0.113.2"\n]\n',
    holds: '192.0.2.1 198.51.100.7 203.0.113.1 203.0.113.2',
  },
  'a text within YAML': {
    text: 'kind: ConfigMap\ndata:\n  deny.txt: |\n    # bad\n    192.0.2.1\n    198.51.100.7\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'lists behind an anchor': {
    text: 'base: &bad\n  - 192.0.2.1\n  - 198.51.100.7\nips: *bad\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'last octets behind an address': {
    text: '192.0.2.1,3,5\n198.51.100.1\n203.0.113.1\n',
    holds: '198.51.100.1 203.0.113.1',
    rejected: 1,
    says: 'line 1: `192.0.2.1,3,5` may list last octets or hold other columns; write each address on a line of its own',
  },
  'counts behind an address': { text: '192.0.2.9,3,5\n198.51.100.1,7,2\n', holds: '192.0.2.9 198.51.100.1' },
  'parts of a default route': {
    text: '0.0.0.0/1\n128.0.0.0/1\n::/1\n8000::/1\n192.0.2.1\n192.0.2.3\n',
    holds: '192.0.2.1 192.0.2.3 8000::/1',
    rejected: 3,
    says: '`0.0.0.0/1` is half of all addresses or more',
  },
  'ends of half of all addresses': {
    text: '0.0.0.0-127.255.255.255\n2000::-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff\n192.0.2.1\n198.51.100.1\n192.0.2.9-192.0.2.11\n',
    holds: '192.0.2.1 198.51.100.1 192.0.2.9-192.0.2.11',
    rejected: 2,
  },
  'an event of MISP': {
    text: JSON.stringify({
      Event: {
        Attribute: [
          { type: 'ip-dst', value: '192.0.2.1' },
          { type: 'link', value: 'https://203.0.113.9/report' },
          { type: 'url', value: 'http://198.51.100.7/x' },
          { type: 'comment', value: '203.0.113.10' },
        ],
      },
    }),
    holds: '192.0.2.1 198.51.100.7',
    says: 'entries of other types (links, comments, texts) are left out: 2',
  },
  'references of a report': {
    text: JSON.stringify({
      objects: [
        {
          pattern: "[ipv4-addr:value = '192.0.2.1']",
          external_references: [{ source_name: 'x', url: 'https://203.0.113.9/a' }],
        },
      ],
      references: ['http://203.0.113.8/'],
    }),
    holds: '192.0.2.1',
    says: 'are left out: 2',
  },
  'exceptions of JSON': {
    text: '{"include":["192.0.2.0/24"],"exclude":["192.0.2.7"],"whitelist":["198.51.100.1"]}',
    holds: '192.0.2.0/24',
    says: 'addresses below `exclude`, `whitelist` are left out',
  },
  'a whitelist of JSON': { text: '{"whitelist":["198.51.100.1"]}', holds: '198.51.100.1' },
  'entries of JSON that allow beside those that deny': {
    text: '{"rules":[{"access":"Deny","prefix":"192.0.2.0/24"},{"access":"Allow","prefix":"198.51.100.0/24"}]}',
    holds: '192.0.2.0/24',
    says: 'entries that let addresses in (`access: Allow`) beside those that keep them out are left out: 1',
  },
  'ranges of nftables in JSON': {
    text: '{"nftables":[{"set":{"elem":["192.0.2.1",{"range":["203.0.113.1","203.0.113.9"]}]}}]}',
    holds: '192.0.2.1 203.0.113.1-203.0.113.9',
  },
  'numbers of JSON that lose their last digits': {
    text: '[{"ip":"192.0.2.1"},{"ip":"192.0.2.3"},{"ip":42540766411282592856903984951653826561},{"ip":-1073741311}]',
    holds: '192.0.2.1 192.0.2.3',
    rejected: 2,
    says: 'stands for no address exactly; write it as text',
  },
  'comments within sets of nftables': {
    text: 'table inet f {\n  set s {\n    type ipv4_addr\n    elements = { 192.0.2.1 timeout 1h, 203.0.113.0/24 comment "x 10.0.0.1, y" }\n  }\n}\n',
    holds: '192.0.2.1 203.0.113.0/24',
  },
  'wildcards and exclusions of FortiOS': {
    text: 'config firewall address\nedit "z"\nset subnet 192.0.2.0 255.255.255.0\nnext\nedit "a"\nset type wildcard\nset wildcard 203.0.113.0 255.255.255.0\nnext\nedit "b"\nset wildcard 10.0.0.5 255.0.0.255\nnext\nend\nconfig firewall addrgrp\nedit "g"\nset member "a"\nset exclude enable\nset exclude-member "b"\nnext\nend\n',
    holds: '192.0.2.0/24 203.0.113.0/24',
    rejected: 2,
    says: '`10.0.0.5 255.0.0.255` is a wildcard mask with holes',
  },
  'objects of PAN-OS': {
    text: 'set address A ip-netmask 192.0.2.0/24\nset address "B C" ip-range 198.51.100.1-198.51.100.9\nset address D fqdn x.example\nset address E ip-wildcard 10.20.1.0/0.0.248.255\nset address A description "was 203.0.113.99"\nset address-group G static [ A ]\n',
    holds: '192.0.2.0/24 198.51.100.1-198.51.100.9',
    rejected: 1,
  },
  'exceptions of a filter of Junos': {
    text: 'set firewall family inet filter F term T from source-address 192.0.2.0/24\nset firewall family inet filter F term T from source-address 192.0.2.9/32 except\nset firewall family inet filter F term T then discard\n',
    holds: '192.0.2.0/24',
    rejected: 1,
  },
  'a permit beside a denied group': {
    text: 'object-group network BAD\n description was 203.0.113.200\n network-object host 192.0.2.1\n network-object 198.51.100.0 255.255.255.0\naccess-list OUT extended deny ip object-group BAD any\naccess-list OUT extended permit tcp 10.0.0.0 255.0.0.0 host 203.0.113.5 eq 443\n',
    holds: '192.0.2.1 198.51.100.0/24',
    rejected: 1,
  },
  'object groups of NX-OS': {
    text: 'object-group ip address BAD\n  10 host 192.0.2.1\n  20 198.51.100.0/24\n  30 203.0.113.0 0.0.0.255\n',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.0/24',
  },
  'object groups and prefix sets of IOS XR': {
    text: 'object-group network ipv4 BAD\n 10 192.0.2.0/24\n 20 range 198.51.100.1 198.51.100.9\n!\nprefix-set P\n  203.0.113.0/24 ge 25 le 32,\n  203.0.114.0/24\nend-set\n',
    holds: '192.0.2.0/24 198.51.100.1-198.51.100.9 203.0.113.0/24 203.0.114.0/24',
  },
  'lines that take addresses out of a group': {
    text: 'object-group network BAD\n network-object host 192.0.2.1\n network-object host 192.0.2.3\n no network-object host 192.0.2.9\n',
    holds: '192.0.2.1 192.0.2.3',
    rejected: 1,
  },
  'address sets of Huawei and H3C': {
    text: 'ip address-set BAD type object\n address 0 192.0.2.0 mask 24\n address 1 range 198.51.100.1 198.51.100.9\n 10 network subnet 203.0.113.0 255.255.255.0\n',
    holds: '192.0.2.0/24 198.51.100.1-198.51.100.9 203.0.113.0/24',
  },
  'exclusions of Hillstone': {
    text: 'address "BAD"\n  ip 192.0.2.0/24\n  range 198.51.100.1 198.51.100.9\n  exclude ip 192.0.2.7/32\nexit\n',
    holds: '192.0.2.0/24 198.51.100.1-198.51.100.9',
    rejected: 1,
  },
  'objects of SonicOS': {
    text: 'address-object ipv4 A host 192.0.2.1 zone WAN\naddress-object ipv4 B network 198.51.100.0 255.255.255.0 zone WAN\naddress-object ipv4 C range 203.0.113.1 203.0.113.9 zone WAN\n',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.1-203.0.113.9',
  },
  'objects of Check Point': {
    text: 'add host name A ip-address 192.0.2.1\nadd network name B subnet 198.51.100.0 subnet-mask 255.255.255.0\nadd address-range name C ip-address-first 203.0.113.1 ip-address-last 203.0.113.9\n',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.1-203.0.113.9',
  },
  'ranges of Check Point in columns': {
    text: 'name,ip-address-first,ip-address-last\nA,192.0.2.1,192.0.2.9\nB,198.51.100.1,198.51.100.9\n',
    holds: '192.0.2.1-192.0.2.9 198.51.100.1-198.51.100.9',
  },
  'descriptions of a tree': {
    text: 'address-group BAD {\n    address 192.0.2.1\n    address 198.51.100.1-198.51.100.9\n    description "was 203.0.113.1"\n}\n',
    holds: '192.0.2.1 198.51.100.1-198.51.100.9',
  },
  'patterns of an inventory': {
    text: '192.0.2.[1:5]\n198.51.100.{1,7}\n203.0.113.[10-12]\n',
    holds: '192.0.2.1-192.0.2.5 203.0.113.10-203.0.113.12',
    rejected: 1,
    says: '`198.51.100.{1,7}` is a pattern of addresses',
  },
  'ports beyond 65535': {
    text: '192.0.2.1:80\n198.51.100.7:65536\n203.0.113.1:65535/tcp\n',
    holds: '192.0.2.1 203.0.113.1',
    rejected: 1,
  },
  'routes of bgpdump with dates': {
    text: 'TABLE_DUMP2|01/01/24 00:00:00|B|203.0.113.1|64496|192.0.2.0/24|64496 64497|IGP\nTABLE_DUMP2|01/01/24 00:00:00|B|203.0.113.1|64496|198.51.100.0/24|64496 64497|IGP\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
  },
  'routes of bgpreader': {
    text: 'R|R|1704067200.000000|ris|rrc00|||64496|203.0.113.1|192.0.2.0/24|203.0.113.1|64496 64497|64497||\nR|R|1704067200.000000|ris|rrc00|||64496|203.0.113.1|198.51.100.0/24|203.0.113.1|64496|64496||\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
  },
  'a default route among others': {
    text: 'default via 203.0.113.1 dev eth0\n192.0.2.0/24 dev eth0 src 192.0.2.5\nblackhole 198.51.100.0/24\n',
    holds: '192.0.2.0/24 198.51.100.0/24',
    says: '(line 1: `203.0.113.1`)',
  },
  'a zone of DNS with SPF': {
    text: '$ORIGIN example.\n$TTL 3600\n@ IN SOA ns1.example. admin.example. 2024010101 3600 900 604800 86400\n@ IN NS ns1.example.\nns1 IN A 192.0.2.1\nwww 300 IN A 198.51.100.7\nwww IN AAAA 2001:db8::1\n@ IN TXT "v=spf1 ip4:203.0.113.0/24 -all"\n',
    holds: '192.0.2.1 198.51.100.7 2001:db8::1',
    says: '(line 8: `203.0.113.0/24`)',
  },
  'rows of SQL': {
    text: "INSERT INTO bad (ip,reason) VALUES ('192.0.2.1','x');\nINSERT INTO bad (ip,reason) VALUES ('198.51.100.7','from 203.0.113.99');\n",
    holds: '192.0.2.1 198.51.100.7',
    says: '(line 2: `203.0.113.99`)',
  },
  'names that do not stand above their columns': {
    text: 'Date first seen          Proto      Src IP Addr:Port          Dst IP Addr:Port\n2024-01-01 TCP        192.0.2.1:443   ->     203.0.113.1:1024\n2024-01-01 TCP        198.51.100.7:443   ->     203.0.113.1:1024\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'digits of another script in the first line': {
    text: '١٩٢.٠.٢.١\n192.0.2.1\n198.51.100.7\n',
    holds: '192.0.2.1 198.51.100.7',
    rejected: 1,
  },
  'a table whose mark is stated': {
    text: 'sep=;\r\nName;IP\r\nA 10.0.0.1;192.0.2.1\r\nB;198.51.100.7\r\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'lines parted by U+2028': {
    text: '# bad\u2028192.0.2.1\u2028198.51.100.7\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'lines parted by NEL': {
    text: '# bad\u0085192.0.2.1\u0085198.51.100.7\n',
    holds: '192.0.2.1 198.51.100.7',
  },
  'U+2028 within JSON': { text: '{"a":"x\u2028y","ip":"192.0.2.1"}', holds: '192.0.2.1' },
  'a table in GBK': {
    text: Buffer.concat([
      Buffer.from('b5d8d6b7', 'hex'),
      Buffer.from(','),
      Buffer.from('b9fabcd2', 'hex'),
      Buffer.from('\r\n192.0.2.1,'),
      Buffer.from('d6d0b9fa', 'hex'),
      Buffer.from('\r\n'),
    ]),
    holds: '192.0.2.1',
    says: 'column 1 (`地址`)',
  },
  'UTF-16 without its mark': {
    text: utf16('192.0.2.1\r\n198.51.100.7\r\n'),
    holds: '192.0.2.1 198.51.100.7',
  },
  'UTF-16 of the other order without its mark': {
    text: utf16('192.0.2.1\n198.51.100.7\n', true),
    holds: '192.0.2.1 198.51.100.7',
  },
}

function read(text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const found = readFeed('auto', bytes, { name: 'x', tags: ['list:x'] })
  if (!found.ok) throw new Error(found.reason)
  const { ranges, bad, guesses, reasons } = found.feed
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  return { holds: rows.join(' '), rejected: bad, said: [...guesses, ...reasons].join('; ') }
}

const refusal = (text: string): string => {
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'x', tags: ['list:x'] })
  return found.ok ? 'read' : found.reason
}

describe('exported lists are not misread', () => {
  it.each(Object.keys(CASES))('%s', (name) => {
    const { text = '', holds, rejected = 0, says = '' } = CASES[name] ?? {}
    const found = read(text)
    expect(found).toMatchObject({ holds, rejected })
    expect(found.said).toContain(says)
  })

  it.each([
    ['0.0.0.0/2\n64.0.0.0/2\n128.0.0.0/2\n192.0.0.0/2\n', 'are together nearly every IPv4 address there is'],
    [`${'192.0.2.1\n'.repeat(8000)}198.51.100.7\0\n`, 'line 8001: a NUL byte, which no text has'],
    [`${'{"a":'.repeat(5000)}"192.0.2.1"${'}'.repeat(5000)}`, 'nested more than 500 levels deep'],
    [
      `{"asn":${'['.repeat(9000)}${']'.repeat(9000)},"domain":"a.example","cc":"US","asname":"A"}\n{"type":"metadata"}\n`,
      'nested more than 500 levels deep',
    ],
    ...['ip', 'a', 'first', 'peer', 'src', 'range', 'description'].map((name) => [
      `{"${name}":${'['.repeat(9000)}"192.0.2.1"${']'.repeat(9000)},"host":"192.0.2.2"}`,
      'nested more than 500 levels deep',
    ]),
    ['192.0.2.1,3,5\n198.51.100.1,2\n', '`192.0.2.1,3,5` may list last octets'],
    ['<html><body><address>192.0.2.0/24</address></body></html>', 'save its addresses as text, CSV or JSON'],
  ])('what cannot be read is refused with place or remedy: %.40j', (text, reason) => {
    expect(refusal(text)).toContain(reason)
  })
})
