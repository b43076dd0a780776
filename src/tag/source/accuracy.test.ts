// Real feeds against the tagger, the clock at the feed's date: addresses inside its ranges get its tags, those just outside do not.
import { NOW, buildSources, locationOf, tagOne } from '../../../test/support/tag.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inShortOrLong, LONG } from '../../../test/support/long.ts'
import { sharedData } from '../../../test/support/shared.ts'
import { type Address, parseAddress, printAddress } from '../../util/index.ts'
import type { TagContext } from '../context.ts'
import { type Feed, readFeed } from '../feed/index.ts'
import { countRows, labelAt, parseRange, printRow, type RangeRows, stride } from '../range/index.ts'

interface Case {
  readonly path: string
  readonly tag: string
  readonly tags?: readonly string[]
}

const CASES: readonly Case[] = [
  { path: 'aws-ip-ranges/ip-ranges.json.gz', tag: 'cloud:aws' },
  { path: 'cloud-ip-ranges/google-cloud-ip-ranges.json', tag: 'cloud:gcp' },
  { path: 'cloud-ip-ranges/microsoft-azure-ip-ranges.json.gz', tag: 'cloud:azure' },
  { path: 'cloud-ip-ranges/oracle-cloud-ip-ranges.json', tag: 'cloud:oracle' },
  { path: 'cloud-ip-ranges/digitalocean.csv', tag: 'cloud:digitalocean', tags: ['cloud:digitalocean'] },
  { path: 'cloud-ip-ranges/linode.txt', tag: 'cloud:linode', tags: ['cloud:linode'] },
  { path: 'cloud-ip-ranges/cloudflare-v4-ip-ranges.txt', tag: 'cdn:cloudflare', tags: ['cdn:cloudflare'] },
  { path: 'cloud-ip-ranges/cloudflare-v6-ip-ranges.txt', tag: 'cdn:cloudflare', tags: ['cdn:cloudflare'] },
  { path: 'cloud-ip-ranges/fastly-ip-ranges.json', tag: 'cdn:fastly' },
  { path: 'cloud-ip-ranges/github-ip-ranges.json', tag: 'service:github' },
  { path: 'cloud-ip-ranges/zscaler-cloud-ip-ranges.json', tag: 'relay:zscaler' },
  { path: 'ipinfo-parser/torbulkexitlist', tag: 'tor_exit', tags: ['tor_exit'] },
  { path: 'ipinfo-parser/exit-addresses', tag: 'tor_exit' },
  { path: 'tor-nodes/latest.all.csv.gz', tag: 'tor_relay' },
  { path: 'blocklist-ipsets/firehol_level2.netset', tag: 'list:firehol-level2' },
  { path: 'SpamhausIPLists/drop.txt', tag: 'list:spamhaus-drop', tags: ['list:spamhaus-drop'] },
  { path: 'ipsum/ipsum.txt.gz', tag: 'list:ipsum' },
  { path: 'misp-warninglists/lists_vpn-ipv4_list.json.gz', tag: 'hosting' },
  { path: 'misp-warninglists/lists_vpn-ipv6_list.json', tag: 'hosting' },
  { path: 'misp-warninglists/lists_icloud-private-relay_list.json.gz', tag: 'relay:icloud' },
  { path: 'cdncheck/sources_data.json.gz', tag: 'cdn:cloudfront' },
  { path: 'internet-scanners/shodan.nft', tag: 'scanner:shodan' },
  { path: 'data/fullbogons-ipv4.txt', tag: 'bogon' },
  { path: 'lists_vpn/output_vpn_ipv4.txt', tag: 'vpn', tags: ['vpn'] },
]

const SAMPLES = 25

describe.skipIf(sharedData('feeds') === undefined)('addresses in and around the ranges of a feed', () => {
  it.each(CASES)('$path: $tag', async ({ path, tag, tags }) => {
    const bytes = readFileSync(sharedData(`feeds/${path}`) ?? '')
    const read = readFeed('auto', bytes, { name: 'feed', tags })
    if (!read.ok) throw new Error(read.reason)
    const { feed } = read
    const set = buildSources([{ name: 'feed', kind: 'auto', bytes, retrievedAt: NOW, tags }])
    const context = { sources: set, now: feed.statedAt ?? NOW }
    const ranges = [feed.ranges.four, feed.ranges.six].flatMap((list) =>
      Array.from({ length: countRows(list) }, (_, row) => row)
        .filter((row) => feed.labels[labelAt(list, row)]?.tags.includes(tag))
        .map((row) => rangeOf(printRow(list, row))),
    )
    expect(ranges.length).toBeGreaterThan(0)
    const covered = (address: Address): boolean =>
      ranges.some(
        ({ first, last }) =>
          first.version === address.version && first.value <= address.value && address.value <= last.value,
      )
    for (let sample = 0; sample < SAMPLES; sample++) {
      const range = ranges[Math.floor((sample * ranges.length) / SAMPLES)]
      if (range === undefined) continue
      const middle = { ...range.first, value: (range.first.value + range.last.value) / 2n }
      for (const inside of [range.first, middle, range.last]) {
        const entry = await tagOne(printAddress(inside), context)
        const held = entry.status === 'ok' && (entry.tags.includes(tag) || entry.scope !== 'public')
        expect(held, `${printAddress(inside)} ${tag}`).toBe(true)
      }
      for (const value of [range.first.value - 1n, range.last.value + 1n]) {
        const outside = parseAddress(printAddress({ version: range.first.version, value }))
        if (outside === undefined || outside.version !== range.first.version || covered(outside)) continue
        const entry = await tagOne(printAddress(outside), context)
        // What comes with the program may know the address, too.
        const rows = entry.status === 'ok' ? entry.evidence.filter(({ source }) => source === 'feed') : []
        expect(
          rows.map((row) => row.tag),
          printAddress(outside),
        ).not.toContain(tag)
      }
    }
  })
})

const folder = sharedData('feeds')
const files =
  folder === undefined
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name))
        .toSorted()

const SHARES = [0, 1, 2, 3]

describe.skipIf(folder === undefined)('every feed there is', () => {
  const read = { files: 0, kinds: new Map<string, number>() }

  it.each(SHARES)(
    'gives its tags inside its ranges and systems, and nowhere just outside them (%i)',
    async (share) => {
      for (const path of files.filter((_, index) => index % SHARES.length === share)) {
        const bytes = readFileSync(path)
        const found = readFeed('auto', bytes, { name: 'feed', tags: ['list:feed'] })
        if (!found.ok) continue
        const { feed } = found
        read.files++
        const ofKind = read.kinds.get(feed.kind) ?? 0
        read.kinds.set(feed.kind, ofKind + 1)
        // The short run tags by every second feed of a kind.
        if (!LONG && ofKind % 2 === 1) continue
        const set = buildSources([
          { name: 'feed', kind: 'auto', bytes, retrievedAt: NOW, tags: ['list:feed'] },
        ])
        const now = feed.statedAt ?? NOW
        expect(await wrongAnswers(feed, { sources: set, now }), path).toEqual([])
      }
    },
  )

  it('is one of more than 300, of more than 20 kinds', () => {
    expect(read.files).toBeGreaterThan(300)
    expect(read.kinds.size).toBeGreaterThan(20)
  })
})

const PER_FAMILY = inShortOrLong(2, 6)

/** Addresses at and beside the edges of some ranges, and systems, whose tags are not what the feed says. */
async function wrongAnswers(feed: Feed, context: TagContext): Promise<readonly string[]> {
  const wrong: string[] = []
  const says = async (address: Address, with_: TagContext = context): Promise<ReadonlySet<string>> => {
    const entry = await tagOne(printAddress(address), with_)
    const rows = entry.status === 'ok' ? entry.evidence.filter(({ source }) => source === 'feed') : []
    return new Set(rows.map(({ tag }) => tag))
  }
  const check = async (address: Address, list: RangeRows): Promise<void> => {
    const expected = new Set(
      rowsAt(list, address).flatMap((row) => feed.labels[labelAt(list, row)]?.tags ?? []),
    )
    const found = await says(address)
    for (const tag of expected) if (!found.has(tag)) wrong.push(`${printAddress(address)} lacks ${tag}`)
    if (expected.size === 0 && found.size > 0) wrong.push(`${printAddress(address)} has ${[...found]}`)
  }
  for (const list of [feed.ranges.four, feed.ranges.six]) {
    const count = countRows(list)
    for (let sample = 0; sample < Math.min(PER_FAMILY, count); sample++) {
      const { first, last } = rangeOf(printRow(list, Math.floor((sample * count) / PER_FAMILY) % count))
      for (const value of [
        first.value - 1n,
        first.value,
        (first.value + last.value) / 2n,
        last.value,
        last.value + 1n,
      ]) {
        const address = { version: first.version, value }
        if (isOfFamily(address)) await check(address, list)
      }
    }
  }
  for (const { asn, label } of feed.systems.slice(0, PER_FAMILY)) {
    const from = { ...context, locate: () => locationOf({ as_number: asn }) }
    const found = await says(rangeOf('45.9.1.1').first, from)
    for (const tag of feed.labels[label]?.tags ?? []) if (!found.has(tag)) wrong.push(`AS${asn} lacks ${tag}`)
  }
  return wrong
}

/** The rows that hold an address, by looking at each. */
function rowsAt({ width, rows }: RangeRows, { value }: Address): readonly number[] {
  const found: number[] = []
  const words =
    width === 1
      ? [Number(value & 0xffff_ffffn)]
      : [96n, 64n, 32n, 0n].map((shift) => Number((value >> shift) & 0xffff_ffffn))
  const order = (at: number): number => {
    for (const [word, wanted] of words.entries()) {
      const difference = (rows[at + word] ?? 0) - wanted
      if (difference !== 0) return difference
    }
    return 0
  }
  for (let at = 0, row = 0; at < rows.length; at += stride(width), row++)
    if (order(at) <= 0 && order(at + width) >= 0) found.push(row)
  return found
}

function isOfFamily({ version, value }: Address): boolean {
  if (value < 0n || value >> 128n !== 0n) return false
  return (value >> 32n === 0xffffn) === (version === 4)
}

function rangeOf(text: string): { first: Address; last: Address } {
  const range = parseRange(text)
  if (range === undefined) throw new Error(text)
  return range
}
