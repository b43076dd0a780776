import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../../test/support/long.ts'
import { sharedData } from '../../../test/support/shared.ts'
import { countRows, labelAt, printRow } from '../range/index.ts'
import { isTag } from '../vocabulary/index.ts'
import type { Feed } from './feed.ts'
import { readFeed } from './read-feed.ts'

const samples = new URL('./sample/', import.meta.url)
const expectedFile = new URL('./expected.json', samples)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A feed as a reader of the golden file wants to see it. */
function show(feed: Feed): unknown {
  const rows = [feed.ranges.four, feed.ranges.six].flatMap((list) =>
    Array.from({ length: countRows(list) }, (_, row) => [
      printRow(list, row),
      feed.labels[labelAt(list, row)],
    ]),
  )
  const {
    kind,
    records,
    bad,
    reasons,
    version,
    licence,
    category,
    basis,
    confidence,
    speaks,
    complete,
    statedAt,
  } = feed
  const date = statedAt === null ? null : new Date(statedAt * 1000).toISOString()
  const systems = feed.systems.map(({ asn, label }) => [`AS${asn}`, feed.labels[label]])
  const facts = {
    kind,
    records,
    bad,
    reasons,
    date,
    version,
    licence,
    category,
    basis,
    confidence,
    speaks,
    complete,
  }
  return JSON.parse(JSON.stringify({ ...facts, ranges: [...rows, ...systems] }))
}

function readSample(name: string): unknown {
  const read = readFeed('auto', readFileSync(new URL(name, samples)), { name: name.replace(/\.\w+$/, '') })
  return read.ok ? show(read.feed) : read.reason
}

const names = readdirSync(samples).filter((name) => name !== 'expected.json')
if (process.env['UPDATE_GOLDEN'] === '1') {
  const all = Object.fromEntries(names.map((name) => [name, readSample(name)]))
  writeFileSync(expectedFile, `${JSON.stringify(all, null, 1)}\n`)
}
const expected: Record<string, unknown> = JSON.parse(readFileSync(expectedFile, 'utf8'))

describe('every format is recognised by its content and read whole', () => {
  it.each(names)('%s', (name) => expect(readSample(name)).toEqual(expected[name]))

  it.each(names)('%s compressed says the same', (name) => {
    const plain = readFileSync(new URL(name, samples))
    const hints = { name: name.replace(/\.\w+$/, '') }
    const one = readFeed('auto', plain, hints)
    const other = readFeed('auto', gzipSync(plain), hints)
    expect(one.ok && other.ok && show(other.feed)).toEqual(one.ok && show(one.feed))
  })

  it.each(names)('%s cut anywhere is read in part or refused with a reason', (name) => {
    const whole = readFileSync(new URL(name, samples))
    for (let length = 0; length < whole.length; length += 7) {
      const read = readFeed('auto', whole.subarray(0, length), { name: 'cut' })
      if (read.ok) expect(read.feed.records).toBeGreaterThan(0)
      else expect(read.reason).toMatch(/\S/)
    }
  })
})

describe('a feed that cannot be trusted is refused', () => {
  it.each([
    ['nothing', '', 'the file is empty'],
    ['the page of an error', '<!doctype html><title>Not Found</title>', 'HTML or XML'],
    ['JSON of another kind', '{"a": 1}', 'the file holds no address (read as JSON'],
    ['JSON cut short', '{"prefixes": [{"ip_prefix": "192.0.2.0/24"', 'the JSON is broken or cut short'],
    [
      'names instead of addresses',
      'example.com\nexample.org\n',
      'no line could be read; line 1: `example.com`',
    ],
    ['mostly nonsense', '192.0.2.1\nx\ny\n', '2 of 3 lines could not be read'],
    ['comments alone', '# nothing\n', 'the file holds no address'],
    ['binary', '192.0.2.1\n\0', 'binary'],
    ['a list of names', '{"type":"hostname","name":"x","list":["example.com"]}', 'type `hostname`'],
    ['a tag nobody knows', '192.0.2.1 +nonsense:x', '`nonsense:x` is not a tag of the vocabulary'],
  ])('%s', (_, text, reason) => {
    const read = readFeed('auto', bytes(text), { name: 'x' })
    expect(read.ok ? '' : read.reason).toContain(reason)
  })

  it('says so when the declared format is another one', () => {
    const read = readFeed('aws', bytes('192.0.2.1\n'))
    expect(read).toEqual({
      ok: false,
      reason: 'the content does not match the format `Amazon ip-ranges.json`',
    })
    expect(readFeed('awz', bytes('192.0.2.1\n'))).toMatchObject({
      reason: expect.stringContaining('`awz` is not a known format'),
    })
  })

  it('stops at gzip that is corrupt or unpacks beyond all measure', () => {
    const packed = gzipSync('192.0.2.1\n'.repeat(1000))
    expect(readFeed('auto', packed.subarray(0, 40))).toEqual({
      ok: false,
      reason: 'the gzip data is corrupt or cut short',
    })
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x31))
    expect(readFeed('auto', bomb)).toEqual({ ok: false, reason: 'the file is larger than 256 MiB' })
  })

  it('survives any bytes', () => {
    const start = fc.constantFrom(
      '',
      '{"prefixes":',
      '{"list":',
      '# Country: X (DE)\n',
      'ExitNode ',
      '[',
      'Type,Address\n',
    )
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary', maxLength: 200 }), (head, tail) => {
        const read = readFeed('auto', bytes(head + tail), { name: 'any' })
        expect(read.ok || read.reason.length > 0).toBe(true)
      }),
      { numRuns: inShortOrLong(200, 500) },
    )
  })

  it('shows a hostile line harmlessly and cut', () => {
    const read = readFeed('plain', bytes(`192.0.2.1\n192.0.2.2\n\u001b[31m${'x'.repeat(1_000_000)}\n`), {
      name: 'x',
    })
    expect(read.ok && read.feed.reasons).toEqual([
      `line 3: \`\\x1b[31m${'x'.repeat(55)}…\` is not a valid address or range`,
    ])
  })
})

const feeds = sharedData('feeds')

describe.skipIf(feeds === undefined)('real feeds', () => {
  const folder = `${feeds}/`
  const files =
    feeds === undefined ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const rows = files
    .filter((file) => file.isFile())
    .map((file) => {
      const path = `${file.parentPath}/${file.name}`
      const name = file.name.replace(/\.gz$/, '').replace(/\.\w+$/, '')
      return {
        path: path.slice(folder.length - 1).replace(/^\//, ''),
        read: readFeed('auto', readFileSync(path), { name }),
      }
    })

  it('are read, except those that hold no address', () => {
    const refused = rows.filter(({ read }) => !read.ok).map(({ path }) => path)
    expect(refused.toSorted()).toEqual([
      'blocklist-ipsets/feodo.ipset',
      'blocklist-ipsets/sslbl.ipset',
      'maltrail/data_ignore_events.txt',
      'maltrail/data_ua.txt',
      'maltrail/data_whitelist.txt',
      'misp-warninglists/lists_microsoft-azure-appid_list.json',
      'misp-warninglists/lists_moz-top500_list.json',
      'misp-warninglists/lists_parking-domain-ns_list.json',
      'misp-warninglists/lists_second-level-tlds_list.json',
      'misp-warninglists/lists_tlds_list.json',
    ])
  })

  it('lose next to nothing and carry only tags of the vocabulary', () => {
    for (const { path, read } of rows) {
      if (!read.ok) continue
      // Names of hosts and addresses of pages are among the networks of this file.
      expect(read.feed.bad, path).toBeLessThanOrEqual(path.endsWith('.yaml') ? 150 : 5)
      const tags = read.feed.labels.flatMap((label) => label.tags)
      expect(
        tags.filter((tag) => !isTag(tag)),
        path,
      ).toEqual([])
    }
  })

  it.each([
    ['aws-ip-ranges/ip-ranges.json.gz', 'aws', 16_828, '2026-08-22T15:17:05.000Z'],
    ['cloud-ip-ranges/google-cloud-ip-ranges.json', 'google', 782, '2025-07-24T19:16:28.000Z'],
    ['cloud-ip-ranges/microsoft-azure-ip-ranges.json.gz', 'azure', 90_493, null],
    ['cloud-ip-ranges/oracle-cloud-ip-ranges.json', 'oracle', 896, '2025-07-21T07:13:25.000Z'],
    ['cloud-ip-ranges/linode.txt', 'geofeed', 4552, '2025-07-24T10:00:06.000Z'],
    ['cloud-ip-ranges/github-ip-ranges.json', 'github', 5959, null],
    ['ipinfo-parser/exit-addresses', 'exit-addresses', 2378, '2024-03-12T14:28:38.000Z'],
    ['tor-nodes/latest.all.csv.gz', 'tor-nodes', 15_612, null],
    ['ipsum/ipsum.txt.gz', 'ipsum', 120_430, '2026-08-22T01:00:29.000Z'],
    ['blocklist-ipsets/blocklist_de.ipset.gz', 'firehol', 28_617, '2020-08-17T10:28:03.000Z'],
    ['cdncheck/sources_data.json.gz', 'cdncheck', 132_091, null],
    ['misp-warninglists/lists_vpn-ipv4_list.json.gz', 'misp', 42_426, '2026-08-11T00:00:00.000Z'],
    ['maltrail/trails_static_mass_scanner.txt.gz', 'maltrail', 19_215, null],
    ['bad-asn-list/bad-asn-list.csv', 'bad-asn', 742, null],
    ['data/fullbogons-ipv4.txt', 'fullbogons', 703, '2024-03-10T16:55:01.000Z'],
  ])('%s is %s with %d records', (path, kind, records, date) => {
    const read = rows.find((row) => row.path === path)?.read
    const feed = read?.ok === true ? read.feed : undefined
    const stated = feed?.statedAt == null ? null : new Date(feed.statedAt * 1000).toISOString()
    expect([feed?.kind, feed?.records, stated]).toEqual([kind, records, date])
  })
})
