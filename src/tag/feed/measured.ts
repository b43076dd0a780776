// How right the lists behind the presets were when they were measured against lists of other origin (bench/feed-precision.ts, August
// 2026, IPv4 addresses; IPv6 by networks of /48). Recall below 1 beside a newer list shows mostly how old the measured copy was.

/** What one list, or one tag of it, was measured to be worth. */
interface Measured {
  readonly preset: string
  readonly tag: string
  /** The share of its addresses that the other list names, too. */
  readonly precision: number
  /** The share of the other list's addresses that it names. */
  readonly recall: number
  readonly against: string
}

type Row = readonly [preset: string, tag: string, precision: number, recall: number, against: string]

const ROWS: readonly Row[] = [
  ['aws', 'cloud:aws', 1, 1, 'ipranges'],
  ['gcp', 'cloud:gcp', 1, 0.7824, 'misp-warninglists, a year newer'],
  ['googlebot', 'service:googlebot', 0.9932, 0.9241, 'ipranges, a year newer'],
  ['oracle', 'cloud:oracle', 0.9976, 0.8588, 'misp-warninglists, a year newer'],
  ['digitalocean', 'cloud:digitalocean', 1, 0.9655, 'ipranges'],
  ['linode', 'cloud:linode', 0.9944, 0.816, 'ipranges, a year newer'],
  ['vultr', 'cloud:vultr', 0.9902, 0.971, 'ipranges'],
  ['cloudflare-v4', 'cdn:cloudflare', 1, 1, 'misp-warninglists'],
  ['cloudflare-v6', 'cdn:cloudflare', 1, 1, 'ipranges'],
  ['fastly', 'cdn:fastly', 1, 1, 'misp-warninglists'],
  ['github', 'service:github', 0.9996, 0.8595, 'misp-warninglists, newer'],
  ['zscaler', 'relay:zscaler', 0.9986, 0.8692, 'misp-warninglists, newer'],
  ['tor-exits', 'tor_exit', 1, 1, 'exit-addresses of the same day'],
  ['icloud-relay', 'relay:icloud', 0.9999, 1, 'misp-warninglists'],
  ['spamhaus-drop', 'list:spamhaus-drop', 0.8875, 0.7037, 'the copy of FireHOL of July 2020'],
  ['fullbogons-v4', 'bogon', 0.9263, 0.183, 'CIDR report, four years older'],
  ['cdncheck', 'cloud:aws', 1, 0.9998, 'ipranges'],
  ['cdncheck', 'cloud:gcp', 1, 1, 'misp-warninglists'],
  ['cdncheck', 'cloud:azure', 0.9299, 0.9993, 'Azure’s own list, a year older'],
  ['cdncheck', 'cdn:fastly', 1, 1, 'misp-warninglists'],
  ['cdncheck', 'waf:cloudflare', 0.7624, 1, 'misp-warninglists'],
  ['cdncheck', 'relay:zscaler', 0.9807, 0.4565, 'misp-warninglists'],
]

/** Why the other presets could not be measured: the lists at hand have no counterpart of other origin and near date. */
export const UNMEASURED: Readonly<Record<string, string>> = {
  bingbot: 'no copy at hand',
  gptbot: 'no second list',
  'tor-relays': 'the lists at hand are of different days',
  'spamhaus-drop-v6': 'no second list',
  'spamhaus-asn-drop': 'no copy at hand',
  'firehol-level1': 'the others at hand are among its parts',
  'firehol-level2': 'the others at hand are six years older or newer',
  'socks-proxies': 'no second list',
  ipsum: 'the others at hand are six years older',
  'fullbogons-v6': 'no copy at hand',
}

/** All measurements. */
export const MEASURED: readonly Measured[] = ROWS.map(([preset, tag, precision, recall, against]) => ({
  preset,
  tag,
  precision,
  recall,
  against,
}))
