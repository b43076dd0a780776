// Yes, no and unknown: no is said only on the word of a fresh source that lists everything asked about.
import { NOW, contextOf, locationOf, sourceOf, tagOne } from '../../../test/support/tag.ts'
import { describe, expect, it } from 'vitest'
import type { TagContext } from '../context.ts'
import type { OkEntry, Question } from '../entry.ts'
import type { SourceInput } from '../source/index.ts'

const DAY = 86_400

async function tag(ip: string, context: TagContext): Promise<OkEntry> {
  const entry = await tagOne(ip, context)
  if (entry.status !== 'ok') throw new Error(JSON.stringify(entry))
  return entry
}

/** A list retrieved now, so that a day of the simulation is its age. */
const list = (name: string, text: string, more: Partial<SourceInput>): SourceInput =>
  sourceOf(name, text, { retrievedAt: NOW, ...more })

/** What is said of an address on each of 90 days, as runs of `answer cause`, each with its first day. */
async function over90Days(
  ip: string,
  inputs: readonly SourceInput[],
  question: 'vpn' | 'tor_exit' | 'scanner',
): Promise<readonly string[]> {
  const { sources } = contextOf(inputs)
  const said: string[] = []
  for (let day = 0; day < 90; day++) {
    const { anonymity, activity, unknown } = await tag(ip, { sources, now: NOW + day * DAY })
    const answer = question === 'scanner' ? activity.scanner : anonymity[question]
    const name: Question = question === 'scanner' ? 'activity.scanner' : `anonymity.${question}`
    const cause = unknown[name]
    expect(cause === undefined, `day ${day}`).toBe(answer !== null)
    const now = answer === null ? `unknown ${cause}` : String(answer)
    if (said.at(-1)?.replace(/^\d+ /, '') !== now) said.push(`${day} ${now}`)
  }
  return said
}

describe('over 90 days', () => {
  const exits = list('exits', '45.9.1.1\n', { tags: ['tor_exit'], basis: 'published' })

  it('a list of Tor exits says no for one day and yes until it expires', async () => {
    expect(await over90Days('45.9.1.1', [exits], 'tor_exit')).toEqual(['0 true', '7 unknown expired'])
    expect(await over90Days('45.9.1.2', [exits], 'tor_exit')).toEqual(['0 false', '2 unknown expired'])
  })

  it('a stale list of VPN servers does not turn its yes into no', async () => {
    const vpn = list('vpns', '45.9.1.1\n', { tags: ['vpn'] })
    expect(await over90Days('45.9.1.1', [vpn], 'vpn')).toEqual([
      '0 true',
      '36 unknown below_threshold',
      '60 unknown expired',
    ])
    expect(await over90Days('45.9.1.2', [vpn], 'vpn')).toEqual(['0 unknown no_source', '60 unknown expired'])
  })

  it('the list of one VPN operator says nothing of the others', async () => {
    const mullvad = list('mullvad', '45.9.1.1\n', { tags: ['vpn:mullvad'], basis: 'published' })
    expect(await over90Days('45.9.1.1', [mullvad], 'vpn')).toEqual(['0 true', '60 unknown expired'])
    expect(await over90Days('45.9.2.2', [mullvad], 'vpn')).toEqual([
      '0 unknown no_source',
      '60 unknown expired',
    ])
  })

  it('the list of one scanner says nothing of the others', async () => {
    const one = list('shodan', '45.9.1.1\n', { tags: ['scanner:shodan'], basis: 'published' })
    expect(await over90Days('45.9.2.2', [one], 'scanner')).toEqual(['0 unknown no_source'])
  })
})

const onionoo = (relays: readonly unknown[]): string =>
  JSON.stringify({ version: '8.0', relays_published: '2026-11-20 11:00:00', relays })

describe('no', () => {
  it('about exits needs a list of the addresses where traffic leaves', async () => {
    const listening = { or_addresses: ['45.9.1.1:9001'], flags: ['Exit'] }
    const blind = contextOf([sourceOf('tor', onionoo([listening]))])
    expect(await tag('45.9.2.2', blind)).toMatchObject({
      anonymity: { tor_exit: null, tor_relay: null },
      unknown: { 'anonymity.tor_exit': 'no_source', 'anonymity.tor_relay': 'no_source' },
    })
    const measured = contextOf([sourceOf('tor', onionoo([{ ...listening, exit_addresses: ['45.9.1.9'] }]))])
    const no = await tag('45.9.2.2', measured)
    expect(no.anonymity).toMatchObject({ tor_exit: false, tor_relay: false })
    expect(no.ruled_out).toEqual({ 'anonymity.tor_exit': 'tor', 'anonymity.tor_relay': 'tor' })
    expect((await tag('45.9.1.9', measured)).ruled_out).toEqual({})
    expect((await tag('45.9.1.9', measured)).anonymity).toMatchObject({ tor_exit: true, tor_relay: true })
  })

  it('is not concluded from a list of exits whose addresses are those of relays', async () => {
    const csv = 'fingerprint, ipaddr, port\nABCD, 45.9.1.1, 9001\n'
    const context = contextOf([sourceOf('exits', csv, { kind: 'tor-nodes' })])
    expect((await tag('45.9.2.2', context)).unknown['anonymity.tor_exit']).toBe('no_source')
  })

  it('is not concluded from a list of which lines could not be read', async () => {
    const context = contextOf([sourceOf('exits', '45.9.1.1\nnot-an-address\n', { tags: ['tor_exit'] })])
    expect((await tag('45.9.2.2', context)).unknown['anonymity.tor_exit']).toBe('no_source')
  })

  it('is not concluded from a list whose kind was guessed from its name', async () => {
    const context = contextOf([sourceOf('tor-exit-nodes', '45.9.1.1\n')])
    expect((await tag('45.9.1.1', context)).anonymity.tor_exit).toBe(true)
    expect((await tag('45.9.2.2', context)).anonymity.tor_exit).toBeNull()
  })

  it('is never said of cloud, CDN or hosting as a whole', async () => {
    const aws = JSON.stringify({ prefixes: [{ ip_prefix: '45.9.0.0/16', region: 'x', service: 'EC2' }] })
    const locate = () => locationOf({ as_number: 3320, as_organization: 'Deutsche Telekom AG' })
    const entry = await tag('80.1.1.1', contextOf([sourceOf('aws', aws)], { locate }))
    expect(entry.network.as_type).toBe('isp')
    expect(entry.infrastructure).toEqual({ cloud: null, cdn: null, hosting: null })
    expect(entry.unknown).toMatchObject({
      'infrastructure.cloud': 'no_source',
      'infrastructure.hosting': 'no_source',
    })
  })

  it('of an owner about its own name needs a list that is not stale', async () => {
    const aws = (date: string) =>
      JSON.stringify({
        createDate: date,
        prefixes: [{ ip_prefix: '45.9.0.0/16', region: 'x', service: 'EC2' }],
      })
    const locate = () => locationOf({ as_number: 16509 })
    const fresh = await tag('54.1.1.1', contextOf([sourceOf('aws', aws('2026-11-20-08-00-00'))], { locate }))
    const stale = await tag('54.1.1.1', contextOf([sourceOf('aws', aws('2026-10-01-08-00-00'))], { locate }))
    expect(fresh.tags).not.toContain('cloud:aws')
    expect(stale.tags).toContain('cloud:aws')
  })
})

describe('the cause of an unknown', () => {
  it('is that the source holds no address of the family', async () => {
    const context = contextOf([
      sourceOf('exits', '45.9.1.1\n', { tags: ['tor_exit'] }),
      sourceOf('vpns', '45.9.1.1\n', { tags: ['vpn'] }),
    ])
    const { unknown } = await tag('2a00::1', context)
    expect(unknown['anonymity.tor_exit']).toBe('family_not_covered')
    expect(unknown['anonymity.vpn']).toBe('family_not_covered')
  })

  it('is that many share the address, where a block list hit is withheld for it', async () => {
    const context = contextOf([
      sourceOf('bad', '45.9.1.1\n', { tags: ['list:bad'] }),
      sourceOf('net', '45.9.0.0/16\n', { tags: ['cdn:fastly'] }),
    ])
    const entry = await tag('45.9.1.1', context)
    expect(entry.activity.lists).toEqual([])
    expect(entry.unknown['activity.lists']).toBe('shared_address')
    expect((await tag('100.64.0.1', contextOf([]))).unknown['anonymity.vpn']).toBe('shared_address')
  })

  it('is never missing, and is only beside what is null', async () => {
    const { anonymity, infrastructure, activity, unknown } = await tag('45.9.1.1', contextOf([]))
    const all = { infrastructure, anonymity, activity: { ...activity, lists: undefined } }
    const open = Object.entries(all).flatMap(([group, facts]) =>
      Object.entries(facts).flatMap(([name, value]) => (value === null ? [`${group}.${name}`] : [])),
    )
    expect(Object.keys(unknown).toSorted()).toEqual(open.toSorted())
    expect(new Set(Object.values(unknown))).toEqual(new Set(['no_source']))
  })
})
