// Lists in every common way of writing: what each of the samples holds, written down by hand, and what of it is rejected.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'
import { READERS } from './reader.ts'

const samples = new URL('./corpus/', import.meta.url)
const known = new URL('./sample/', import.meta.url)

interface Expected {
  readonly kind: string
  /** Ranges of IPv4, of IPv6, then systems, blanks between. */
  readonly holds: string
  /** Lines or places of what is rejected. */
  readonly rejected?: readonly string[]
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'sockets.txt': { kind: 'sockets', holds: '192.0.2.1 2001:db8::7' },
  'fail2ban-status.txt': { kind: 'fail2ban', holds: '192.0.2.1 198.51.100.7' },
  'windows-firewall.txt': {
    kind: 'windows-firewall',
    holds: '192.0.2.1 198.51.100.0/24',
    rejected: ['line 11'],
  },
  'reverse-names.txt': { kind: 'reverse-names', holds: '192.0.2.1 198.51.100.0/24', rejected: ['line 4'] },
  'ufw.txt': { kind: 'ufw', holds: '192.0.2.1 198.51.100.0/24', rejected: ['line 6'] },
  'nslookup.txt': { kind: 'nslookup', holds: '192.0.2.1 2001:db8::1' },
  'aliases.xml': { kind: 'xml', holds: '192.0.2.1 198.51.100.7 203.0.113.4/30 2001:db8::/32' },
  'blocklist.toml': { kind: 'sections', holds: '192.0.2.1 198.51.100.7 203.0.113.0/24 2001:db8::/32' },
  'group.tf': { kind: 'braces', holds: '192.0.2.0/24 198.51.100.7' },
  'asn-names.csv': { kind: 'table', holds: 'AS64496 AS64497 AS65551' },
  'asn-numbers.txt': { kind: 'plain', holds: 'AS64496 AS64497 AS65551' },
  'asn-prefixed.txt': { kind: 'plain', holds: 'AS64496 AS64497 AS64498' },
  'quoted.csv': { kind: 'table', holds: '192.0.2.1 198.51.100.0/24 2001:db8::/32' },
  'last-column.csv': { kind: 'table', holds: '192.0.2.1 198.51.100.7 203.0.113.9' },
  'tabs.tsv': { kind: 'table', holds: '192.0.2.0/24 198.51.100.0/25 2001:db8:1::/48' },
  'semicolons.csv': { kind: 'table', holds: '192.0.2.0/25 198.51.100.64/26' },
  'bars.txt': { kind: 'table', holds: '192.0.2.1 198.51.100.2' },
  'first-last.csv': { kind: 'table', holds: '192.0.2.0/25 198.51.100.0-198.51.100.99 2001:db8::/112' },
  'first-last-nameless.csv': { kind: 'table', holds: '192.0.2.0/24 198.51.100.5' },
  'numbers.csv': { kind: 'table', holds: '192.0.2.0/24 198.51.100.0/24' },
  'netmask.csv': { kind: 'table', holds: '192.0.2.0/24 198.51.100.128/25' },
  'netmask-blanks.txt': { kind: 'table', holds: '192.0.2.0/26 203.0.113.0/24' },
  'prefix-length.csv': { kind: 'table', holds: '192.0.2.0/24 2001:db8::/32' },
  'ports.txt': { kind: 'plain', holds: '192.0.2.1 198.51.100.2 2001:db8::1' },
  'proxy-table.csv': { kind: 'table', holds: '192.0.2.1 198.51.100.2' },
  'urls.txt': { kind: 'plain', holds: '192.0.2.1 198.51.100.2 2001:db8::1' },
  'comments.txt': { kind: 'plain', holds: '192.0.2.1 192.0.2.2 198.51.100.0/24' },
  'carriage-returns.txt': { kind: 'plain', holds: '192.0.2.1 192.0.2.2 198.51.100.0/24' },
  'windows.txt': { kind: 'plain', holds: '192.0.2.1 192.0.2.2' },
  'utf-16.txt': { kind: 'plain', holds: '192.0.2.1 198.51.100.0/24' },
  'long-lines.txt': { kind: 'table', holds: '192.0.2.1 198.51.100.2' },
  'ranges.txt': {
    kind: 'plain',
    holds: '192.0.2.0-192.0.2.9 198.51.100.1-198.51.100.4 203.0.113.0/29 2001:db8::1-2001:db8::5',
  },
  'wildcards.txt': { kind: 'plain', holds: '192.0.2.0/24 198.51.100.10-198.51.100.20 203.0.113.0/24' },
  'broken-lines.txt': {
    kind: 'plain',
    holds: '192.0.2.1 192.0.2.3 198.51.100.1 198.51.100.2',
    rejected: ['line 2', 'line 3', 'line 4'],
  },
  'rir.txt': { kind: 'rir', holds: '192.0.2.0/24 198.51.100.0-198.51.100.95 203.0.113.0/25 2001:db8::/32' },
  'ipset.save': {
    kind: 'ipset',
    holds: '192.0.2.0/24 198.51.100.7 198.51.100.8 203.0.113.1-203.0.113.4',
    rejected: ['line 6'],
  },
  'rbldnsd.txt': {
    kind: 'rbldnsd',
    holds: '192.0.2.1 192.0.2.16/28 198.51.100.0/25 203.0.113.0/24 2001:db8::/32',
    rejected: ['line 9'],
  },
  'dnsbl.zone': {
    kind: 'dnsbl',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.7 2001:db8::1',
    rejected: ['line 10'],
  },
  'nginx.conf': { kind: 'nginx', holds: '192.0.2.0/24 2001:db8::/32' },
  'nginx-deny.conf': { kind: 'nginx', holds: '192.0.2.1 198.51.100.0/24' },
  'apache.conf': { kind: 'apache', holds: '192.0.2.1 198.51.100.0/24 203.0.113.0/24' },
  'mikrotik.rsc': { kind: 'mikrotik', holds: '192.0.2.0/24 198.51.100.7 2001:db8::/32' },
  'iptables.save': { kind: 'iptables', holds: '192.0.2.0/24 198.51.100.7' },
  'nftables.nft': { kind: 'nftables', holds: '192.0.2.0/24 198.51.100.7 203.0.113.1-203.0.113.4' },
  'cisco.txt': { kind: 'cisco', holds: '192.0.2.1 198.51.100.0/24 203.0.113.0/24 203.0.113.128/25' },
  'pf.conf': {
    kind: 'pf',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.0/25 2001:db8::/32',
    rejected: ['line 1'],
  },
  'named.conf': { kind: 'blocks', holds: '192.0.2.0/24 198.51.100.7', rejected: ['line 4'] },
  'junos.conf': { kind: 'blocks', holds: '192.0.2.0/24 2001:db8::/32' },
  'haproxy.cfg': { kind: 'acl', holds: '192.0.2.0/24 198.51.100.7 2001:db8::/32' },
  'suricata.rules': {
    kind: 'suricata',
    holds: '192.0.2.1 198.51.100.0/24 203.0.113.7',
    rejected: ['line 2'],
  },
  'show-ip-bgp.txt': { kind: 'bgp', holds: '192.0.2.0/25 198.51.100.0/24 2001:db8:1:2:3::/80' },
  'bgpdump.txt': { kind: 'bgpdump', holds: '192.0.2.0/24 198.51.100.0/25 2001:db8:1::/48' },
  'firewalld.txt': {
    kind: 'firewalld',
    holds: '192.0.2.1 198.51.100.0/24 2001:db8::/32',
    rejected: ['line 3'],
  },
  'fortinet.conf': { kind: 'fortinet', holds: '192.0.2.0/24 198.51.100.10-198.51.100.20 2001:db8::/32' },
  'bgpreader.txt': { kind: 'bgpreader', holds: '192.0.2.0/24 2001:db8:1::/48' },
  'panos.txt': {
    kind: 'panos',
    holds: '192.0.2.0/24 198.51.100.1-198.51.100.9 2001:db8::/32',
    rejected: ['line 5'],
  },
  'example.zone': { kind: 'zone', holds: '192.0.2.1 198.51.100.7 2001:db8::1', rejected: ['line 9'] },
  'dnsmasq.conf': { kind: 'dnsmasq', holds: '192.0.2.1 198.51.100.7', rejected: ['line 2'] },
  'unbound.conf': { kind: 'unbound', holds: '192.0.2.0/24 198.51.100.0/24 192.0.2.1', rejected: ['line 4'] },
  'rpz.zone': {
    kind: 'rpz',
    holds: '192.0.2.1 198.51.100.0/24 2001:db8:1::/48',
    rejected: ['line 7'],
  },
  'spf.txt': { kind: 'spf', holds: '192.0.2.0/24 198.51.100.7 2001:db8::/32' },
  'ipset.list': { kind: 'ipset', holds: '192.0.2.1 198.51.100.2' },
  'contacts.csv': { kind: 'contacts', holds: '192.0.2.0/24 198.51.100.0/24', rejected: ['line 4'] },
  'p2p.p2p': { kind: 'p2p', holds: '192.0.2.0/24 198.51.100.1' },
  'p2p.dat': { kind: 'p2p', holds: '192.0.2.0/24 198.51.100.0/26', rejected: ['line 3'] },
  'hosts.txt': { kind: 'hosts', holds: '192.0.2.1 198.51.100.2', rejected: ['line 5'] },
  'hosts-deny.txt': { kind: 'wrapper', holds: '192.0.2.0/24 198.51.100.7 198.51.100.8' },
  'rpsl.txt': { kind: 'rpsl', holds: '192.0.2.0/24 198.51.100.0/25 2001:db8::/32' },
  'list.yaml': { kind: 'yaml', holds: '192.0.2.0/24 2001:db8::/32 AS64496', rejected: ['line 8'] },
  'log.txt': { kind: 'text', holds: '192.0.2.1 198.51.100.2 203.0.113.3' },
  'array.json': { kind: 'json', holds: '192.0.2.1 198.51.100.0/24 2001:db8::/32' },
  'nested.json': { kind: 'json', holds: '192.0.2.0/24 2001:db8::/48', rejected: ['$.data.v4[].cidr'] },
  'keyed.json': { kind: 'json', holds: '192.0.2.1 198.51.100.2' },
  'spans.json': { kind: 'json', holds: '192.0.2.0/26 198.51.100.1-198.51.100.2' },
  'lines.ndjson': { kind: 'json', holds: '192.0.2.1 198.51.100.2 203.0.113.3' },
  'stix.json': { kind: 'json', holds: '192.0.2.1 2001:db8::1' },
  'score.tsv': { kind: 'table', holds: '192.0.2.1 198.51.100.2' },
  'country-column.csv': { kind: 'table', holds: '192.0.2.1 198.51.100.2' },
}

function readSample(name: string): Expected {
  const read = readFeed('auto', readFileSync(new URL(name, samples)), {
    name: 'sample',
    tags: ['list:sample'],
  })
  if (!read.ok) throw new Error(read.reason)
  const { kind, ranges, systems, reasons } = read.feed
  const rows = [ranges.four, ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
  )
  const holds = [...rows, ...systems.map(({ asn }) => `AS${asn}`)].join(' ')
  const rejected = reasons.map((reason) => reason.slice(0, reason.indexOf(': ')))
  return rejected.length === 0 ? { kind, holds } : { kind, holds, rejected }
}

describe('a list is read whole', () => {
  it.each(Object.keys(EXPECTED))('%s', (name) => expect(readSample(name)).toEqual(EXPECTED[name]))

  it('in at least 60 files of at least 25 formats, and in every format there is', () => {
    const files = [samples, known].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name !== 'expected.json')
        .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) })),
    )
    expect(files.length).toBeGreaterThanOrEqual(60)
    const kinds = new Set(
      files.map(({ name, bytes }) => {
        const read = readFeed('auto', bytes, { name })
        return read.ok ? read.feed.kind : ''
      }),
    )
    expect(kinds.size).toBeGreaterThanOrEqual(25)
    expect(READERS.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([])
  })
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('what a list lists is declared or said to be guessed', () => {
  const text = 'id,seen,src,dst\n1,a,192.0.2.1,203.0.113.1\n2,b,192.0.2.2,203.0.113.2\n'
  const read = (columns?: { column?: string; first?: string; last?: string }) => {
    const found = readFeed('auto', bytes(text), { name: 'seen', columns })
    if (!found.ok) return found.reason
    const { ranges, guesses } = found.feed
    return { first: printRow(ranges.four, 0), guesses }
  }

  it('names the column it took and how to overrule it', () => {
    expect(read()).toEqual({
      first: '192.0.2.1',
      guesses: [
        'addresses are read from column 3 (`src`); --column overrules',
        'the addresses are taken for `list:seen` by the name of the feed; --tags overrules',
        'further addresses of 2 lines are not read (line 2: `203.0.113.1`)',
      ],
    })
  })

  it('takes another column by its name or number, and says which there are', () => {
    expect(read({ column: 'dst' })).toMatchObject({ first: '203.0.113.1' })
    expect(read({ column: '4' })).toMatchObject({ first: '203.0.113.1' })
    expect(read({ column: 'nonsense' })).toBe('unknown column `nonsense`; there are id, seen, src, dst')
    expect(read({ first: '3' })).toBe('`--first` and `--last` belong together; name both')
    expect(read({ first: 'src', last: 'dst' })).toMatchObject({ first: '192.0.2.1-203.0.113.1' })
  })

  it('shows the paths of JSON, and takes the one that is named', () => {
    const json = bytes('{"a":[{"ip":"192.0.2.1","gw":"203.0.113.1"},{"ip":"192.0.2.2","gw":"203.0.113.1"}]}')
    const all = readFeed('auto', json, { name: 'x', tags: ['vpn'] })
    expect(all.ok && all.feed.guesses).toEqual([
      'addresses are read from `$.a[].ip` (2); --column overrules',
      'further addresses of 2 lines are not read ($.a[].gw: `203.0.113.1`)',
    ])
    for (const column of ['ip', '$.a[].ip']) {
      const one = readFeed('auto', json, { name: 'x', tags: ['vpn'], columns: { column } })
      expect(one.ok && countRows(one.feed.ranges.four)).toBe(2)
    }
    const none = readFeed('auto', json, { name: 'x', columns: { column: 'nonsense' } })
    expect(none).toEqual({ ok: false, reason: 'no addresses at `nonsense` (--column)' })
  })

  it('takes a table with a country for a geofeed only where that is declared or unmistakable', () => {
    const rows = bytes('192.0.2.0/24,US,blocked,x\n198.51.100.0/24,DE,blocked,y\n')
    expect(readFeed('auto', rows, { name: 'x' })).toMatchObject({ feed: { kind: 'table' } })
    const geofeed = bytes('192.0.2.0/24,US,US-CA,Los Angeles,\n198.51.100.0/24,DE,DE-BE,Berlin,\n')
    expect(readFeed('auto', geofeed, { name: 'x' })).toMatchObject({ feed: { kind: 'geofeed' } })
    const bare = bytes('192.0.2.0/24,US,,,\n')
    expect(readFeed('geofeed', bare, { name: 'x' })).toMatchObject({ feed: { kind: 'geofeed' } })
  })

  it('takes counts for a score only in the list that says so', () => {
    const counts = bytes('192.0.2.1\t9\n198.51.100.2\t3\n')
    expect(readFeed('auto', counts, { name: 'x' })).toMatchObject({ feed: { kind: 'table' } })
    expect(readFeed('ipsum', counts, { name: 'x' })).toMatchObject({ feed: { kind: 'ipsum' } })
  })
})
