// What each preset says of addresses whose owner is known, as shares of the IPv4 addresses (bench/preset-table.ts, August 2026). The
// networks of VPN operators are those registered under their own name.

/** What presets say of one group of addresses; presets that are not named cover less than 0.001. */
interface PresetCoverage {
  readonly of: string
  readonly addresses: number
  readonly shares: readonly (readonly [preset: string, tag: string, share: number])[]
}

/** All groups. */
export const PRESET_COVERAGE: readonly PresetCoverage[] = [
  {
    of: 'Proton VPN, own networks',
    addresses: 25536,
    shares: [['firehol-level1', 'list:firehol-level1', 0.01]],
  },
  { of: 'Mullvad, own networks', addresses: 256, shares: [] },
  { of: 'IVPN, own networks', addresses: 256, shares: [] },
  {
    of: 'Windscribe, own networks',
    addresses: 1536,
    shares: [
      ['spamhaus-drop', 'list:spamhaus-drop', 0.3333],
      ['firehol-level1', 'list:firehol-level1', 0.3333],
    ],
  },
  { of: 'IPVanish, own networks', addresses: 6144, shares: [] },
  { of: 'VyprVPN, own networks', addresses: 34048, shares: [] },
  { of: 'Bullet Proof VPN, own networks', addresses: 1024, shares: [] },
  { of: 'Castle VPN, own networks', addresses: 256, shares: [] },
  { of: 'Free Unlimited VPN, own networks', addresses: 256, shares: [] },
  { of: 'IPLock VPN, own networks', addresses: 256, shares: [] },
  { of: 'Proton VPN, exits', addresses: 860, shares: [['firehol-level1', 'list:firehol-level1', 0.0012]] },
  {
    of: 'Amazon Web Services',
    addresses: 101845892,
    shares: [
      ['aws', 'cloud:aws', 1.0],
      ['aws', 'cdn:cloudfront', 0.0415],
      ['cdncheck', 'cdn:cloudfront', 0.0415],
      ['cdncheck', 'cloud:aws', 0.9998],
    ],
  },
  {
    of: 'Microsoft Azure',
    addresses: 47682875,
    shares: [
      ['github', 'service:github-actions', 0.503],
      ['spamhaus-drop', 'list:spamhaus-drop', 0.0027],
      ['firehol-level1', 'list:firehol-level1', 0.0041],
      ['cdncheck', 'cloud:azure', 0.9993],
      ['cdncheck', 'service:office365', 0.0207],
    ],
  },
  {
    of: 'Google Cloud',
    addresses: 19091840,
    shares: [
      ['gcp', 'cloud:gcp', 0.7824],
      ['cdncheck', 'service:google', 1.0],
      ['cdncheck', 'cloud:gcp', 1.0],
    ],
  },
  { of: 'Hetzner', addresses: 2581248, shares: [] },
  {
    of: 'Googlebot',
    addresses: 5056,
    shares: [
      ['gcp', 'cloud:gcp', 0.0759],
      ['googlebot', 'service:googlebot', 0.9241],
      ['cdncheck', 'service:google', 1.0],
      ['cdncheck', 'cloud:gcp', 0.0759],
    ],
  },
  {
    of: 'Public resolvers',
    addresses: 107,
    shares: [
      ['cdncheck', 'service:google', 0.0187],
      ['cdncheck', 'waf:cloudflare', 0.0561],
    ],
  },
]
