import { describe, expect, it } from 'vitest'
import { contextOf, locationOf, NOW, sourceOf } from '../../../test/support/tag.ts'
import type { TagContext } from '../../tag/index.ts'
import { recordTags, WITHOUT_FEEDS } from './record-tags.ts'

const DAY = 86_400
const EXITS = sourceOf('exits', '45.9.0.1\n45.9.0.2\n', {
  ...{ tags: ['tor_exit'], basis: 'published', retrievedAt: NOW },
})
const MINE = sourceOf('mine', '45.9.0.0/24\n', { tags: ['cloud:mine', 'fraud'] })

const markOf = (context: TagContext): string => recordTags(context).mark

describe('tags that records get', () => {
  it('are those that hold, parents included; the silence of a complete list denies nothing', () => {
    const { tagsOf } = recordTags(contextOf([EXITS, MINE]))
    expect(tagsOf('45.9.0.1').tags).toEqual(
      expect.arrayContaining(['cloud', 'cloud:mine', 'fraud', 'hosting', 'tor_exit', 'tor_relay']),
    )
    expect(tagsOf('45.9.0.3').no).toEqual([])
    for (const ip of ['', 'x', '45.9.1.1']) expect(tagsOf(ip).tags).toEqual([])
  })

  it('are none without a feed, even where a table that is built in knows the network', () => {
    const located = { locate: () => locationOf({ as_number: 16509, as_organization: 'Amazon' }) }
    expect(recordTags(contextOf([], located)).tagsOf('45.9.0.1')).toEqual({ tags: [], no: [] })
    expect(markOf(contextOf([], located))).toBe(WITHOUT_FEEDS)
    expect(recordTags(contextOf([MINE], located)).tagsOf('45.9.1.1').tags).toContain('cloud:aws')
  })

  it('never hold by an expired source', () => {
    const isExit = (days: number): boolean =>
      recordTags({ ...contextOf([EXITS]), now: NOW + days * DAY })
        .tagsOf('45.9.0.1')
        .tags.includes('tor_exit')
    expect([0, 6, 7, 400].map(isExit)).toEqual([true, true, false, false])
  })

  it('are denied where an administrator forbids them', () => {
    const forbidden = sourceOf('ours', '45.9.0.1 -cloud\n', { kind: 'own', override: true })
    const { tags, no } = recordTags(contextOf([MINE, forbidden])).tagsOf('45.9.0.1')
    expect([tags.includes('cloud:mine'), no]).toEqual([false, ['cloud']])
  })

  it('have a mark that changes with feeds, their options, their freshness and the day', () => {
    const now = NOW - (NOW % DAY) + 60
    const at = (seconds: number, ...inputs: Parameters<typeof contextOf>[0]) =>
      markOf({ ...contextOf(inputs), now: seconds })
    const first = at(now, EXITS)
    expect(at(now + 3600, EXITS)).toBe(first)
    const others = [
      at(now, EXITS, MINE),
      at(now, { ...EXITS, sha256: 'other' }),
      at(now, { ...EXITS, confidence: 90 }),
      at(now + DAY, EXITS),
    ]
    expect(new Set([first, ...others]).size).toBe(5)
    const noon = Math.floor(NOW / DAY) * DAY
    const old = { ...EXITS, retrievedAt: noon - 7 * DAY + 3600 }
    expect(at(noon, old)).not.toBe(at(noon + 7200, old))
  })
})
