// Real feeds against the tagger, the clock at the feed's date: addresses inside its ranges get its tags, those just outside do not.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared.ts'
import { NOW } from '../../../test/support/tag.ts'
import { type Address, parseAddress, printAddress } from '../../util/index.ts'
import { readFeed } from '../feed/index.ts'
import { countRows, labelAt, parseRange, printRow } from '../range/index.ts'
import { tagOne } from '../tagger/index.ts'
import { buildSources } from './build-sources.ts'

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
  { path: 'misp-warninglists/lists_vpn-ipv4_list.json.gz', tag: 'vpn' },
  { path: 'misp-warninglists/lists_vpn-ipv6_list.json', tag: 'vpn' },
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
        expect((await tagOne(printAddress(outside), context)).tags, printAddress(outside)).not.toContain(tag)
      }
    }
  })
})

function rangeOf(text: string): { first: Address; last: Address } {
  const range = parseRange(text)
  if (range === undefined) throw new Error(text)
  return range
}
