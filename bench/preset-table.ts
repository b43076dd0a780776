// What each preset says of addresses whose owner is known: VPN operators, clouds, Googlebot, public resolvers.
// node bench/preset-table.ts FOLDER   (a folder with the files below; prints the rows of src/tag/feed/preset-coverage.ts)
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PRESETS, readFeed } from '../src/tag/index.ts'
import { RESOLVERS } from '../src/tag/builtin/resolver.ts'
import { coveredBy, sharedBy } from '../src/tag/feed/covered.ts'
import { type RangeList, RangeListBuilder, readRange } from '../src/tag/range/index.ts'

/** A copy of what each preset serves. */
const FILES: Readonly<Record<string, string>> = {
  aws: 'aws-ip-ranges/ip-ranges.json.gz',
  gcp: 'cloud-ip-ranges/google-cloud-ip-ranges.json',
  googlebot: 'cloud-ip-ranges/json_google-bot.json',
  gptbot: 'ipranges/openai_ipv4.txt',
  oracle: 'cloud-ip-ranges/oracle-cloud-ip-ranges.json',
  digitalocean: 'cloud-ip-ranges/digitalocean.csv',
  linode: 'cloud-ip-ranges/linode.txt',
  vultr: 'cloud-ip-ranges/csv_vultr.csv',
  'cloudflare-v4': 'cloud-ip-ranges/cloudflare-v4-ip-ranges.txt',
  fastly: 'cloud-ip-ranges/fastly-ip-ranges.json',
  github: 'cloud-ip-ranges/github-ip-ranges.json',
  zscaler: 'cloud-ip-ranges/zscaler-cloud-ip-ranges.json',
  'tor-exits': 'ipinfo-parser/torbulkexitlist',
  'tor-relays': 'tor-nodes/latest.all.csv.gz',
  'icloud-relay': 'ipranges/apple-proxy_ipv4.txt.gz',
  'spamhaus-drop': 'SpamhausIPLists/drop.txt',
  'firehol-level1': 'blocklist-ipsets/firehol_level1.netset',
  'firehol-level2': 'blocklist-ipsets/firehol_level2.netset',
  'socks-proxies': 'blocklist-ipsets/socks_proxy_7d.ipset',
  ipsum: 'ipsum/levels_3.txt',
  'fullbogons-v4': 'data/fullbogons-ipv4.txt',
  cdncheck: 'cdncheck/sources_data.json.gz',
}

/** Networks that VPN operators hold under their own name. */
const OPERATORS: Readonly<Record<string, readonly number[]>> = {
  'Proton VPN': [62371, 199218, 209103, 208172],
  Mullvad: [216025],
  IVPN: [203619],
  Windscribe: [397540],
  IPVanish: [31362, 50667],
  VyprVPN: [22363],
  'Bullet Proof VPN': [208765],
  'Castle VPN': [397282],
  'Free Unlimited VPN': [213163],
  'IPLock VPN': [394104],
}

const OWNED: Readonly<Record<string, string>> = {
  'Proton VPN, exits': 'ipranges/protonvpn_ipv4.txt',
  'Amazon Web Services': 'ipranges/amazon_ipv4_merged.txt',
  'Microsoft Azure': 'cloud-ip-ranges/microsoft-azure-ip-ranges.json.gz',
  'Google Cloud': 'misp-warninglists/lists_google-gcp_list.json',
  Hetzner: 'cloud-ip-ranges/csv_hetzner.csv',
  Googlebot: 'ipranges/googlebot_ipv4_merged.txt',
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node bench/preset-table.ts FOLDER')

function read(file: string, tags?: readonly string[], name = 'measured') {
  const found = readFeed('auto', readFileSync(join(folder ?? '', file)), { name, tags })
  if (!found.ok) throw new Error(`${file}: ${found.reason}`)
  return found.feed
}

function listOf(ranges: readonly string[]): RangeList {
  const builder = new RangeListBuilder()
  for (const range of ranges) readRange(range, builder, 0)
  return builder.build()
}

function announced(): Readonly<Record<string, RangeList>> {
  const file = createRequire(import.meta.url).resolve('@ip-location-db/asn/asn-ipv4.csv')
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(',', 3))
  return Object.fromEntries(
    Object.entries(OPERATORS).map(([name, systems]) => {
      const own = rows.filter(([, , asn]) => systems.includes(Number(asn)))
      return [`${name}, own networks`, listOf(own.map(([first, last]) => `${first}-${last}`))]
    }),
  )
}

const groups: Readonly<Record<string, RangeList>> = {
  ...announced(),
  ...Object.fromEntries(Object.entries(OWNED).map(([name, file]) => [name, read(file).ranges])),
  'Public resolvers': listOf(Object.values(RESOLVERS).flat()),
}

const presets = PRESETS.filter(({ name }) => existsSync(join(folder, FILES[name] ?? '?'))).map(
  ({ name, tags }) => ({
    name,
    feed: read(FILES[name] ?? '', tags, name),
  }),
)

for (const [name, ranges] of Object.entries(groups)) {
  const whole = coveredBy(ranges).four
  const shares = presets.flatMap(({ name: preset, feed }) => {
    const tags = [...new Set(feed.labels.flatMap((label) => label.tags))].filter(
      (tag) => !tag.startsWith('country:'),
    )
    return tags.flatMap((tag) => {
      const wanted = (label: number): boolean => feed.labels[label]?.tags.includes(tag) === true
      const share = sharedBy({ ranges: feed.ranges, wanted }, { ranges }).four / whole
      return share < 0.001 ? [] : [`['${preset}', '${tag}', ${share.toFixed(4)}]`]
    })
  })
  console.log(`  { of: '${name}', addresses: ${whole}, shares: [${shares.join(', ')}] },`)
}
