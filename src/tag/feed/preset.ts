// Feeds worth having, by name: where they are published, in which format, and what the lists among them hold. Nothing is fetched from
// here; whoever keeps feeds offers these names.

/** A well-known feed. */
export interface Preset {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly kind: string
  readonly tags?: readonly string[]
  readonly basis?: 'published' | 'curated'
  readonly licence?: string
  /** How often asking again makes sense, in hours. */
  readonly every: number
}

type More = Partial<Pick<Preset, 'tags' | 'basis' | 'licence' | 'every'>>

function preset(name: string, title: string, kind: string, url: string, more: More = {}): Preset {
  return { name, title, kind, url, every: 24, ...more }
}

const FIREHOL = 'https://iplists.firehol.org/files'
const CC0 = { licence: 'CC0 1.0' }

/** All of them. */
export const PRESETS: readonly Preset[] = [
  preset('aws', 'Amazon Web Services', 'aws', 'https://ip-ranges.amazonaws.com/ip-ranges.json'),
  preset('gcp', 'Google Cloud', 'google', 'https://www.gstatic.com/ipranges/cloud.json'),
  preset(
    'googlebot',
    'Google’s crawler',
    'google',
    'https://developers.google.com/static/search/apis/ipranges/googlebot.json',
    { tags: ['service:googlebot'] },
  ),
  preset('bingbot', 'Bing’s crawler', 'google', 'https://www.bing.com/toolbox/bingbot.json', {
    tags: ['service:bingbot'],
  }),
  preset('gptbot', 'OpenAI’s crawler', 'google', 'https://openai.com/gptbot.json', {
    tags: ['service:gptbot'],
  }),
  preset(
    'oracle',
    'Oracle Cloud',
    'oracle',
    'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json',
  ),
  preset('digitalocean', 'DigitalOcean’s geofeed', 'geofeed', 'https://digitalocean.com/geo/google.csv', {
    tags: ['cloud:digitalocean'],
  }),
  preset('linode', 'Linode’s geofeed', 'geofeed', 'https://geoip.linode.com/', { tags: ['cloud:linode'] }),
  preset('vultr', 'Vultr’s geofeed', 'geofeed', 'https://geofeed.constant.com/', { tags: ['cloud:vultr'] }),
  preset('cloudflare-v4', 'Cloudflare, IPv4', 'plain', 'https://www.cloudflare.com/ips-v4', {
    tags: ['cdn:cloudflare'],
    basis: 'published',
  }),
  preset('cloudflare-v6', 'Cloudflare, IPv6', 'plain', 'https://www.cloudflare.com/ips-v6', {
    tags: ['cdn:cloudflare'],
    basis: 'published',
  }),
  preset('fastly', 'Fastly', 'fastly', 'https://api.fastly.com/public-ip-list'),
  preset('github', 'GitHub', 'github', 'https://api.github.com/meta'),
  preset(
    'zscaler',
    'Zscaler’s hubs',
    'zscaler',
    'https://config.zscaler.com/api/zscaler.net/hubs/cidr/json/recommended',
  ),
  preset('tor-exits', 'Tor exits seen', 'plain', 'https://check.torproject.org/torbulkexitlist', {
    tags: ['tor_exit'],
    basis: 'published',
    every: 1,
  }),
  preset(
    'tor-relays',
    'Tor relays',
    'onionoo',
    'https://onionoo.torproject.org/details?type=relay&running=true',
    {
      every: 1,
      ...CC0,
    },
  ),
  preset(
    'icloud-relay',
    'iCloud Private Relay',
    'geofeed',
    'https://mask-api.icloud.com/egress-ip-ranges.csv',
    {
      tags: ['relay:icloud'],
    },
  ),
  preset('spamhaus-drop', 'Spamhaus DROP, IPv4', 'spamhaus', 'https://www.spamhaus.org/drop/drop_v4.json'),
  preset('spamhaus-drop-v6', 'Spamhaus DROP, IPv6', 'spamhaus', 'https://www.spamhaus.org/drop/drop_v6.json'),
  preset('spamhaus-asn-drop', 'Spamhaus ASN-DROP', 'spamhaus', 'https://www.spamhaus.org/drop/asndrop.json', {
    tags: ['list:spamhaus-asn-drop'],
  }),
  preset('firehol-level1', 'FireHOL level 1', 'firehol', `${FIREHOL}/firehol_level1.netset`),
  preset('firehol-level2', 'FireHOL level 2', 'firehol', `${FIREHOL}/firehol_level2.netset`),
  preset('socks-proxies', 'Open SOCKS proxies', 'firehol', `${FIREHOL}/socks_proxy_7d.ipset`),
  preset('ipsum', 'ipsum', 'ipsum', 'https://raw.githubusercontent.com/stamparm/ipsum/master/ipsum.txt', {
    licence: 'The Unlicense',
  }),
  preset(
    'fullbogons-v4',
    'Unallocated IPv4 space',
    'fullbogons',
    'https://team-cymru.org/Services/Bogons/fullbogons-ipv4.txt',
  ),
  preset(
    'fullbogons-v6',
    'Unallocated IPv6 space',
    'fullbogons',
    'https://team-cymru.org/Services/Bogons/fullbogons-ipv6.txt',
  ),
  preset(
    'cdncheck',
    'cdncheck',
    'cdncheck',
    'https://raw.githubusercontent.com/projectdiscovery/cdncheck/main/sources_data.json',
    { licence: 'MIT' },
  ),
]

/** The preset of a name, or undefined. */
export function findPreset(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name)
}

/** The names of the presets worth having on every server: what operators publish of themselves, Tor, and one careful block list. */
export const RECOMMENDED: readonly string[] = [
  'aws',
  'gcp',
  'oracle',
  'digitalocean',
  'linode',
  'vultr',
  'cloudflare-v4',
  'cloudflare-v6',
  'fastly',
  'github',
  'googlebot',
  'bingbot',
  'gptbot',
  'zscaler',
  'icloud-relay',
  'tor-exits',
  'tor-relays',
  'spamhaus-drop',
  'spamhaus-drop-v6',
]
