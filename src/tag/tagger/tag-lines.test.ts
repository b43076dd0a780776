import { NOW, contextOf, locationOf, readLines, sourceOf, tagOne } from '../../../test/support/tag.ts'
import { describe, expect, it } from 'vitest'
import type { Observed } from '../../asset/index.ts'
import type { TagContext } from '../context.ts'
import type { Entry, OkEntry } from '../entry.ts'
import { breadthOf } from './breadth.ts'
import { tagLines } from './tag-lines.ts'

const DAY = 86_400

const AWS = JSON.stringify({
  createDate: '2026-11-20-08-00-00',
  prefixes: [
    { ip_prefix: '3.5.140.0/22', region: 'ap-northeast-2', service: 'AMAZON' },
    { ip_prefix: '3.5.140.0/22', region: 'ap-northeast-2', service: 'EC2' },
    { ip_prefix: '3.5.140.0/22', region: 'ap-northeast-2', service: 'S3' },
  ],
})

const RECORD: Observed = {
  ports: [443],
  protocols: ['https'],
  products: ['nginx'],
  titles: [],
  reverseNames: ['ip-3-5-140-2.example.net'],
  certNames: [],
  certStates: [],
  domains: ['example.com'],
  domainCount: 1,
  hosts: ['www.example.com'],
  first: '2026-08-02',
  last: '2026-11-18',
  records: 3,
  served: { records: 3, last: '2026-11-18' },
  banners: [],
  statedHoneypot: false,
}

async function tag(text: string, context: TagContext): Promise<OkEntry> {
  const entry = await tagOne(text, context)
  if (entry.status !== 'ok') throw new Error(JSON.stringify(entry))
  return entry
}

describe('an entry', () => {
  it('holds all keys, and every tag has evidence', async () => {
    const context = contextOf(
      [sourceOf('aws', AWS), sourceOf('tor', '192.0.2.1\n198.51.100.9', { tags: ['tor_relay', 'tor_exit'] })],
      {
        locate: () =>
          locationOf({
            country: 'KR',
            country_name: 'South Korea',
            as_number: 16509,
            as_organization: 'Amazon.com, Inc.',
            as_range: '3.5.140.0-3.5.143.255',
          }),
        observe: () => Promise.resolve(new Map([['3.5.140.2', RECORD]])),
      },
    )
    const entry = await tag('3.5.140.2', context)
    expect(entry).toEqual({
      line: 1,
      input: '3.5.140.2',
      status: 'ok',
      ip: '3.5.140.2',
      version: 4,
      scope: 'public',
      found: true,
      tags: ['cloud', 'cloud:aws', 'hosting', 'port:443', 'product:nginx', 'protocol:https'],
      network: {
        asn: 16509,
        as_organization: 'Amazon.com, Inc.',
        range: '3.5.140.0-3.5.143.255',
        as_type: 'hosting',
        breadth: 'a /22 of a hosting company',
        abuse_contact: null,
      },
      geo: {
        country: 'KR',
        country_name: 'South Korea',
        province: null,
        city: null,
        latitude: null,
        longitude: null,
      },
      infrastructure: {
        cloud: { provider: 'aws', region: 'ap-northeast-2', service: 'S3' },
        cdn: null,
        hosting: true,
      },
      anonymity: { vpn: null, proxy: null, tor_exit: false, tor_relay: false },
      activity: { scanner: null, honeypot: null, lists: [] },
      operator: null,
      known_good: null,
      unknown: {
        'infrastructure.cdn': 'no_source',
        'anonymity.vpn': 'no_source',
        'anonymity.proxy': 'no_source',
        'activity.scanner': 'no_source',
        'activity.honeypot': 'below_threshold',
      },
      ruled_out: { 'anonymity.tor_exit': 'tor', 'anonymity.tor_relay': 'tor' },
      exposure: { ports: [443], protocols: ['https'], products: ['nginx'], titles: [], cert_names: [] },
      names: {
        domains: ['example.com'],
        domain_count: 1,
        hosts: ['www.example.com'],
        reverse: ['ip-3-5-140-2.example.net'],
      },
      seen: { first: '2026-08-02', last: '2026-11-18', records: 3 },
      evidence: expect.any(Array),
      conflicts: [],
      history: [
        { tag: 'cloud', first: '2026-11-20', last: '2026-11-20' },
        { tag: 'cloud:aws', first: '2026-11-20', last: '2026-11-20' },
        { tag: 'hosting', first: '2026-11-20', last: '2026-11-20' },
      ],
    })
    expect(entry.evidence).toContainEqual({
      tag: 'cloud:aws',
      source: 'aws',
      basis: 'published',
      match: '3.5.140.0/22',
      confidence: 98,
      last_seen: '2026-11-20',
      stated_at: '2026-11-20T08:00:00Z',
      retrieved_at: '2026-11-20T11:00:00Z',
      age_days: 0,
    })
    expect(entry.evidence).toContainEqual({
      tag: 'hosting',
      source: 'networks',
      basis: 'asn',
      match: 'AS16509',
      confidence: 70,
      last_seen: null,
      stated_at: '2026-11-01T00:00:00Z',
      retrieved_at: null,
      age_days: 19,
    })
    for (const name of entry.tags) {
      expect(
        entry.evidence.some((row) => row.tag === name && row.confidence >= 50),
        name,
      ).toBe(true)
    }
  })

  it('knows nothing where nothing is loaded', async () => {
    const entry = await tag('198.50.1.1', contextOf([]))
    expect(entry).toMatchObject({
      found: false,
      tags: [],
      network: { asn: null, as_organization: null, range: null, as_type: null },
      infrastructure: { cloud: null, cdn: null, hosting: null },
      anonymity: { vpn: null, proxy: null, tor_exit: null, tor_relay: null },
      activity: { scanner: null, honeypot: null, lists: [] },
      seen: { first: null, last: null, records: 0 },
      evidence: [],
    })
  })

  it('takes silence for no only from sources that hold the family', async () => {
    const context = contextOf([sourceOf('exits', '5.6.7.8\n', { tags: ['tor_exit'] })])
    expect((await tag('9.9.1.1', context)).anonymity).toEqual({
      vpn: null,
      proxy: null,
      tor_exit: false,
      tor_relay: null,
    })
    expect((await tag('2001:4860::1', context)).anonymity.tor_exit).toBeNull()
    expect((await tag('5.6.7.8', context)).anonymity).toMatchObject({ tor_exit: true, tor_relay: true })
  })
})

describe('age', () => {
  const exits = sourceOf('exits', '5.6.7.8\n', { tags: ['tor_exit'], basis: 'published', retrievedAt: NOW })

  it.each([
    [0, 98, true],
    [1, 98, true],
    [4, 74, true],
    [6.9, 50, true],
    [7, undefined, null],
    [400, undefined, null],
  ])('of %d days leaves a Tor list a confidence of %s', async (days, confidence, exit) => {
    const entry = await tag('5.6.7.8', contextOf([exits], { now: NOW + days * DAY }))
    expect(entry.evidence.find((row) => row.tag === 'tor_exit')?.confidence).toBe(confidence)
    expect(entry.anonymity.tor_exit).toBe(exit)
    expect(entry.tags.includes('tor_exit')).toBe(exit === true)
  })

  it('counts from the feed’s own date before its retrieval, and says stale', async () => {
    const aws = sourceOf('aws', AWS.replace('2026-11-20', '2026-06-20'))
    const { evidence } = await tag('3.5.140.2', contextOf([aws]))
    const row = evidence.find(({ source }) => source === 'aws')
    expect(row).toMatchObject({ last_seen: '2026-06-20', note: 'stale: 153 days old' })
    expect(row?.confidence).toBe(80)
  })
})

describe('conflicts', () => {
  it('name the rule, and the loser stays below the threshold', async () => {
    const context = contextOf([
      sourceOf('mine', '7.7.7.0/24\n', { tags: ['cloud:azure'], basis: 'published' }),
      sourceOf('theirs', '7.7.0.0/16\n', { tags: ['cloud:aws'] }),
    ])
    const entry = await tag('7.7.7.7', context)
    expect(entry.tags).toEqual(['cloud', 'cloud:azure', 'hosting'])
    expect(entry.evidence).toContainEqual(
      expect.objectContaining({ tag: 'cloud:aws', confidence: 40, note: 'lost to cloud:azure' }),
    )
    expect(entry.conflicts).toEqual([
      {
        about: 'cloud',
        claims: [
          { value: 'azure', source: 'mine', confidence: 98 },
          { value: 'aws', source: 'theirs', confidence: 65 },
        ],
        decided: 'azure',
        rule: 'the stronger basis decides: override, definition, published, observed, curated, asn, inferred',
      },
    ])
  })

  it('let a provider’s own list say what is not its range', async () => {
    const locate = () => locationOf({ as_number: 16509 })
    const alone = await tag('54.1.1.1', contextOf([], { locate }))
    expect(alone.infrastructure.cloud).toMatchObject({ provider: 'aws' })
    const denied = await tag('54.1.1.1', contextOf([sourceOf('aws', AWS)], { locate }))
    expect(denied.infrastructure).toMatchObject({ cloud: null, hosting: true })
    expect(denied.unknown['infrastructure.cloud']).toBe('below_threshold')
    expect(denied.conflicts).toMatchObject([
      { about: 'cloud', decided: 'no', rule: 'the list of the owner decides about its own addresses' },
    ])
  })

  it('follow the owner’s geofeed about the country, and the database against registrations', async () => {
    const locate = () => locationOf({ country: 'US', country_name: 'United States', city: 'Boston' })
    const feed = sourceOf('feed', '7.7.7.0/24,NL,NL-NH,Amsterdam,\n')
    const published = await tag('7.7.7.7', contextOf([feed], { locate }))
    expect(published.geo).toMatchObject({ country: 'NL', country_name: 'Netherlands', city: 'Amsterdam' })
    const registry = sourceOf('rir', '# Country: Germany (DE)\n7.7.7.0/24\n')
    const registered = await tag('7.7.7.7', contextOf([registry], { locate }))
    expect(registered.geo).toMatchObject({ country: 'US', city: 'Boston' })
    expect(registered.tags).toEqual([])
    expect(registered.conflicts).toMatchObject([{ about: 'geo.country', decided: 'US' }])
  })
})

describe('guards', () => {
  it.each([
    ['a delivery network', { tags: ['cdn:fastly'] }],
    ['a privacy relay', { tags: ['relay:icloud'] }],
  ])('cap block lists on %s', async (_, shared) => {
    const lists = [
      sourceOf('bad', '7.7.7.7\n', { tags: ['list:bad'] }),
      sourceOf('shared', '7.7.0.0/16\n', shared),
    ]
    const entry = await tag('7.7.7.7', contextOf(lists))
    expect(entry.activity.lists).toEqual([])
    expect(entry.evidence).toContainEqual(
      expect.objectContaining({ tag: 'list:bad', confidence: 30, note: `shared address: ${shared.tags[0]}` }),
    )
    expect((await tag('7.7.7.7', contextOf(lists.slice(0, 1)))).activity.lists).toEqual(['bad'])
  })

  it('do not believe lists about addresses that are not public', async () => {
    const entry = await tag('10.1.2.3', contextOf([sourceOf('bad', '10.0.0.0/8\n', { tags: ['list:bad'] })]))
    expect(entry.tags).toEqual(['reserved:private'])
  })
})

describe('an administrator’s list', () => {
  const tor = sourceOf('exits', '7.7.7.7\n', { tags: ['tor_exit'], basis: 'published' })
  const local = (text: string) => sourceOf('local', text, { kind: 'own', override: true })

  it('adds tags', async () => {
    const entry = await tag('7.7.7.7', contextOf([local('7.7.0.0/16 +cloud:mine # racks')]))
    expect(entry.tags).toEqual(['cloud', 'cloud:mine', 'hosting'])
    expect(entry.evidence[0]).toMatchObject({
      source: 'local',
      basis: 'override',
      confidence: 100,
      note: 'racks',
    })
  })

  it('takes tags away with what they brought along, and says so', async () => {
    const entry = await tag('7.7.7.7', contextOf([tor, local('7.7.7.0/24 -tor_exit # ours')]))
    expect(entry.tags).toEqual([])
    expect(entry.anonymity.tor_exit).toBe(false)
    expect(entry.evidence).toContainEqual(
      expect.objectContaining({
        source: 'local',
        basis: 'override',
        confidence: 0,
        note: 'forbidden here; ours',
      }),
    )
    expect(entry.evidence).toContainEqual(
      expect.objectContaining({ source: 'exits', confidence: 0, note: 'forbidden by local' }),
    )
    expect(entry.conflicts).toMatchObject([
      { about: 'tor_exit', decided: 'not tor_exit', rule: 'the administrator decides' },
    ])
  })

  it('forbids a whole namespace, and the narrower word of its own stays', async () => {
    const text = '7.0.0.0/8 -cloud\n7.7.0.0/16 +cloud:mine\n'
    const feed = sourceOf('feed', '7.0.0.0/8\n', { tags: ['cloud:aws'] })
    expect((await tag('7.1.1.1', contextOf([feed, local(text)]))).tags).toEqual([])
    expect((await tag('7.7.1.1', contextOf([feed, local(text)]))).tags).toEqual([
      'cloud',
      'cloud:mine',
      'hosting',
    ])
  })

  it('speaks of whole systems too', async () => {
    const context = contextOf([local('AS64500 +business -hosting')], {
      locate: () => locationOf({ as_number: 64500, as_organization: 'Example Hosting' }),
    })
    expect((await tag('7.7.7.7', context)).tags).toEqual(['business'])
  })
})

describe('the lines of a file', () => {
  it('are trimmed, and marks, blank lines and comments are not counted', () => {
    expect(readLines('\uFEFF 192.0.2.1 \r\n\r\n# no\r\n\t192.0.2.2\n\n')).toEqual([
      { line: 1, text: '192.0.2.1' },
      { line: 4, text: '192.0.2.2' },
    ])
  })

  it('give one entry each, in order; records are asked for once', async () => {
    const asked: (readonly string[])[] = []
    const observe = (ips: readonly string[]) => {
      asked.push(ips)
      return Promise.resolve(new Map([['5.6.7.8', RECORD]]))
    }
    const lines = readLines(`5.6.7.8\nnonsense\n::ffff:5.6.7.8\n${'x'.repeat(5000)}\n2A00::1\n2a00:0::1`)
    const entries: Entry[] = []
    for await (const entry of tagLines(lines, contextOf([], { observe }))) entries.push(entry)
    expect(asked).toEqual([['5.6.7.8', '2a00::1']])
    expect(entries.map(({ line, status }) => [line, status])).toEqual([
      [1, 'ok'],
      [2, 'invalid'],
      [3, 'duplicate'],
      [4, 'invalid'],
      [5, 'ok'],
      [6, 'duplicate'],
    ])
    expect(entries[1]).toEqual({
      line: 2,
      input: 'nonsense',
      status: 'invalid',
      reason: '`nonsense` is a name, not an address',
      tags: [],
    })
    expect(entries[2]).toEqual({
      line: 3,
      input: '::ffff:5.6.7.8',
      status: 'duplicate',
      same_as: 1,
      ip: '5.6.7.8',
      tags: ['port:443', 'product:nginx', 'protocol:https'],
    })
    expect(entries[3]?.input).toHaveLength(256)
  })
})

describe('what an entry says of who is behind an address', () => {
  it('names the operator of a VPN or relay, also where another source names none', async () => {
    const context = contextOf([
      sourceOf('broad', '193.138.218.0/24', { tags: ['vpn'] }),
      sourceOf('mullvad', '193.138.218.74', { tags: ['vpn:mullvad'] }),
      sourceOf('relay', '172.224.224.0/27', { tags: ['relay:icloud'] }),
    ])
    expect((await tag('193.138.218.74', context)).operator).toBe('mullvad')
    expect((await tag('193.138.218.75', context)).operator).toBeNull()
    expect((await tag('172.224.224.1', context)).operator).toBe('icloud')
  })

  it('knows services that operate their addresses alone, and none whose customers run programs there', async () => {
    const context = contextOf([
      sourceOf('bot', '66.249.64.0/27', { tags: ['service:googlebot'] }),
      sourceOf('runners', '45.66.33.0/24', { tags: ['service:github-actions'] }),
      sourceOf('all', '45.66.34.0/24', { tags: ['service:google'] }),
    ])
    const knownGood = async (ip: string) => (await tag(ip, context)).known_good
    expect(await knownGood('66.249.64.5')).toEqual({ kind: 'crawler', name: 'googlebot' })
    expect(await knownGood('9.9.9.9')).toEqual({ kind: 'resolver', name: 'quad9' })
    expect(await knownGood('45.66.34.5')).toBeNull()
    expect(await knownGood('45.66.33.1')).toBeNull()
  })

  it.each([
    ['3.5.0.0-3.5.255.255', 'hosting', 'a /16 of a hosting company'],
    ['3.5.0.0-3.5.2.255', 'isp', '768 addresses of an internet provider'],
    ['3.5.1.0-3.5.2.255', null, '512 addresses of a network'],
    ['2001:67c::-2001:67c:ffff:ffff:ffff:ffff:ffff:ffff', null, 'a /32 of a network'],
    ['', 'isp', null],
  ])('reports the breadth of %s', (range, kind, words) => expect(breadthOf(range || null, kind)).toBe(words))

  it('names the hosts of our records', async () => {
    const observe = () => Promise.resolve(new Map([['3.5.140.2', RECORD]]))
    expect((await tag('3.5.140.2', contextOf([], { observe }))).names.hosts).toEqual(['www.example.com'])
  })
})
