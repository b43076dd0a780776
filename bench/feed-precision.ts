// How right the lists behind the presets are: each against a list of other origin of the same kind.
// node bench/feed-precision.ts FOLDER   (a folder with the files below; prints a table, the figures of src/tag/feed/measured.ts)
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coveredBy, readFeed } from '../src/tag/index.ts'
import type { RangeList } from '../src/tag/range/index.ts'
import { sharedBy } from '../src/tag/feed/covered.ts'

interface Pair {
  readonly preset: string
  /** The list as the preset's address serves it, and the one it is compared with. */
  readonly list: string
  readonly other: string
  /** Only the labels with this tag, where a file holds several kinds. */
  readonly tag?: string
  /** The same of the other list. */
  readonly otherTag?: string
  /** Compared by networks of /48 instead of IPv4 addresses. */
  readonly six?: true
}

const PAIRS: readonly Pair[] = [
  { preset: 'aws', list: 'aws-ip-ranges/ip-ranges.json.gz', other: 'ipranges/amazon_ipv4_merged.txt' },
  {
    preset: 'gcp',
    list: 'cloud-ip-ranges/google-cloud-ip-ranges.json',
    other: 'misp-warninglists/lists_google-gcp_list.json',
  },
  {
    preset: 'googlebot',
    list: 'cloud-ip-ranges/json_google-bot.json',
    other: 'ipranges/googlebot_ipv4_merged.txt',
  },
  {
    preset: 'oracle',
    list: 'cloud-ip-ranges/oracle-cloud-ip-ranges.json',
    other: 'misp-warninglists/lists_oracle-oci_list.json',
  },
  {
    preset: 'digitalocean',
    list: 'cloud-ip-ranges/digitalocean.csv',
    other: 'ipranges/digitalocean_ipv4_merged.txt',
  },
  { preset: 'linode', list: 'cloud-ip-ranges/linode.txt', other: 'ipranges/linode_ipv4_merged.txt' },
  { preset: 'vultr', list: 'cloud-ip-ranges/csv_vultr.csv', other: 'ipranges/vultr_ipv4.txt' },
  {
    preset: 'cloudflare-v4',
    list: 'cloud-ip-ranges/cloudflare-v4-ip-ranges.txt',
    other: 'misp-warninglists/lists_cloudflare_list.json',
  },
  {
    preset: 'cloudflare-v6',
    list: 'cloud-ip-ranges/cloudflare-v6-ip-ranges.txt',
    other: 'ipranges/cloudflare_ipv6.txt',
    six: true,
  },
  {
    preset: 'cdncheck',
    tag: 'cloud:azure',
    list: 'cdncheck/sources_data.json.gz',
    other: 'cloud-ip-ranges/microsoft-azure-ip-ranges.json.gz',
  },
  {
    preset: 'cdncheck',
    tag: 'cloud:gcp',
    list: 'cdncheck/sources_data.json.gz',
    other: 'misp-warninglists/lists_google-gcp_list.json',
  },
  {
    preset: 'fastly',
    list: 'cloud-ip-ranges/fastly-ip-ranges.json',
    other: 'misp-warninglists/lists_fastly_list.json',
  },
  {
    preset: 'github',
    list: 'cloud-ip-ranges/github-ip-ranges.json',
    other: 'misp-warninglists/lists_github_list.json',
  },
  {
    preset: 'zscaler',
    list: 'cloud-ip-ranges/zscaler-cloud-ip-ranges.json',
    other: 'misp-warninglists/lists_zscaler_list.json',
  },
  { preset: 'tor-exits', list: 'ipinfo-parser/torbulkexitlist', other: 'ipinfo-parser/exit-addresses' },
  {
    preset: 'icloud-relay',
    list: 'ipranges/apple-proxy_ipv4.txt.gz',
    other: 'misp-warninglists/lists_icloud-private-relay_list.json.gz',
  },
  {
    preset: 'spamhaus-drop',
    list: 'SpamhausIPLists/drop.txt',
    other: 'blocklist-ipsets/spamhaus_drop.netset',
  },
  {
    preset: 'fullbogons-v4',
    list: 'data/fullbogons-ipv4.txt',
    other: 'blocklist-ipsets/cidr_report_bogons.netset',
  },
  {
    preset: 'cdncheck',
    tag: 'cloud:aws',
    list: 'cdncheck/sources_data.json.gz',
    other: 'ipranges/amazon_ipv4_merged.txt',
  },
  {
    preset: 'cdncheck',
    tag: 'cdn:fastly',
    list: 'cdncheck/sources_data.json.gz',
    other: 'misp-warninglists/lists_fastly_list.json',
  },
  {
    preset: 'cdncheck',
    tag: 'waf:cloudflare',
    list: 'cdncheck/sources_data.json.gz',
    other: 'misp-warninglists/lists_cloudflare_list.json',
  },
  {
    preset: 'cdncheck',
    tag: 'relay:zscaler',
    list: 'cdncheck/sources_data.json.gz',
    other: 'misp-warninglists/lists_zscaler_list.json',
  },
]

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node bench/feed-precision.ts FOLDER')

interface Read {
  readonly ranges: RangeList
  readonly wanted: (label: number) => boolean
  readonly date: string
}

function read(path: string, tag?: string): Read {
  const found = readFeed('auto', readFileSync(path), { name: 'measured' })
  if (!found.ok) throw new Error(`${path}: ${found.reason}`)
  const { ranges, labels, statedAt } = found.feed
  const date = statedAt === null ? 'undated' : new Date(statedAt * 1000).toISOString().slice(0, 10)
  return { ranges, date, wanted: (label) => tag === undefined || labels[label]?.tags.includes(tag) === true }
}

for (const { preset, list, other, tag, otherTag, six } of PAIRS) {
  const paths = [list, other].map((path) => join(folder, path))
  if (!paths.every((path) => existsSync(path))) continue
  const [mine, theirs] = [read(paths[0] ?? '', tag), read(paths[1] ?? '', otherTag)]
  const family = six === true ? 'six' : 'four'
  const own = coveredBy(mine.ranges, mine.wanted)[family]
  const reference = coveredBy(theirs.ranges, theirs.wanted)[family]
  const both = sharedBy(mine, theirs)[family]
  const figures = [both / own, both / reference].map((share) => share.toFixed(4))
  console.log([preset, tag ?? '', ...figures, own, reference, mine.date, theirs.date, other].join('\t'))
}
