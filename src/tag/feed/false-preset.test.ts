// Lists whose name promises more than they hold: what they say of the addresses of clouds and of Google.
import { NOW, buildSources, tagOne } from '../../../test/support/tag.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared.ts'
import { PRESETS } from './preset.ts'
import { readFeed } from './read-feed.ts'

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

function tagsIn(value: unknown): readonly string[] {
  const read = readFeed('auto', bytes(value), { name: 'feed' })
  if (!read.ok) throw new Error(read.reason)
  return read.feed.labels.flatMap(({ tags }) => tags)
}

it('no preset is a list that was measured to be false or arrives expired', () => {
  const withdrawn = ['misp-vpn-v4', 'misp-azure', 'misp-public-dns', 'google']
  expect(PRESETS.filter(({ name, url }) => withdrawn.includes(name) || /vpn-ipv[46]/.test(url))).toEqual([])
})

it('a warning list of VPN companies and data centres says hosting, not VPN', () => {
  const list = { type: 'cidr', version: 20260811, list: ['45.9.0.0/16'] }
  const name = 'Specialized list of vpn-ipv4 addresses belonging to common VPN providers and datacenters'
  expect(tagsIn({ name, ...list })).toEqual(['hosting'])
})

it('ranges that a service shares with customers of a cloud say too little for a tag', () => {
  const meta = { verifiable_password_authentication: false, hooks: ['45.9.1.0/24'], actions: ['45.9.2.0/24'] }
  const check = { cdn: { google: ['45.9.3.0/24'] } }
  const confidences = [meta, check].flatMap((list) => {
    const read = readFeed('auto', bytes(list), { name: 'feed' })
    return read.ok ? read.feed.labels.map(({ tags, confidence }) => [tags[0], confidence]) : []
  })
  expect(confidences).toEqual([
    ['service:github', undefined],
    ['service:github-actions', 40],
    ['service:google', 40],
  ])
})

it('all of Google is not a delivery network, and end points and gateways are not a cloud', () => {
  const cloud = { office365: ['45.9.2.0/24'], zscaler: ['45.9.3.0/24'], oracle: ['45.9.4.0/24'] }
  expect(tagsIn({ cdn: { google: ['34.0.0.0/15'], fastly: ['45.9.1.0/24'] }, cloud })).toEqual([
    'service:google',
    'cdn:fastly',
    'service:office365',
    'relay:zscaler',
    'cloud:oracle',
  ])
})

const misp = sharedData('feeds/misp-warninglists/lists_vpn-ipv4_list.json.gz')
const cdncheck = sharedData('feeds/cdncheck/sources_data.json.gz')
const ipsum = sharedData('feeds/ipsum/levels_3.txt')

describe.skipIf(misp === undefined || cdncheck === undefined || ipsum === undefined)('the real lists', () => {
  const load = (name: string, path = ''): Parameters<typeof buildSources>[0][number] => ({
    name,
    kind: 'auto',
    bytes: readFileSync(path),
    retrievedAt: NOW,
  })

  it('call no address of AWS, Azure, Hetzner or Googlebot a VPN', async () => {
    const sources = buildSources([load('misp-vpn-v4', misp)])
    const now = sources.sources.find(({ name }) => name === 'misp-vpn-v4')?.statedAt ?? NOW
    for (const ip of ['3.5.140.2', '20.38.98.1', '5.9.0.1', '66.249.66.1', '34.64.0.1']) {
      const entry = await tagOne(ip, { sources, now })
      expect(entry.status === 'ok' && entry.anonymity.vpn, ip).not.toBe(true)
      expect(entry.tags, ip).not.toContain('vpn')
    }
  })

  it('do not hide a block list behind a delivery network of Google', async () => {
    const blocked = { ...load('blocked', ipsum), bytes: new TextEncoder().encode('34.64.0.1\n') }
    const sources = buildSources([load('cdncheck', cdncheck), { ...blocked, tags: ['list:blocked'] }])
    const { tags } = await tagOne('34.64.0.1', { sources, now: NOW })
    expect(tags).toContain('list:blocked')
    expect(tags.filter((tag) => tag.startsWith('cdn'))).toEqual([])
  })
})
