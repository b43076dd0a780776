// What a fresh installation knows before any feed is added, and how it gives way.
import { NOW, contextOf, sourceOf, tagOne } from '../../../test/support/tag.ts'
import { describe, expect, it } from 'vitest'
import { sourceStates } from '../source/index.ts'
import { isTag } from '../vocabulary/index.ts'
import { snapshotGroups } from './snapshot.ts'

const DAY = 86_400
const snapshotDay = Date.parse('2026-08-22T00:00:00Z') / 1000

describe('the snapshot of what operators publish', () => {
  it('names tags of the vocabulary and where each list is published, and no Tor', () => {
    const groups = snapshotGroups()
    expect(groups.length).toBeGreaterThan(10)
    for (const { tag, url, ranges } of groups) {
      expect(isTag(tag), tag).toBe(true)
      expect(url, tag).toMatch(/^https:\/\//)
      expect(ranges.length, tag).toBeGreaterThan(5)
    }
    expect(groups.filter(({ tag }) => tag.startsWith('tor'))).toEqual([])
  })

  it.each([
    ['3.5.140.2', 'cloud:aws'],
    ['66.249.66.1', 'service:googlebot'],
    ['104.16.0.1', 'cdn:cloudflare'],
    ['149.154.167.50', 'service:telegram'],
  ])('reports %s is %s on a fresh installation, with date and age', async (ip, tag) => {
    const entry = await tagOne(ip, contextOf([]))
    expect(entry.tags).toContain(tag)
    const row = entry.status === 'ok' ? entry.evidence.find((one) => one.tag === tag) : undefined
    expect(row).toMatchObject({ source: 'snapshot', stated_at: '2026-08-22T00:00:00Z', age_days: 90 })
  })

  it('ages like every list, and expires', async () => {
    const { sources } = contextOf([])
    const state = (days: number) =>
      sourceStates(sources, snapshotDay + days * DAY).find(({ name }) => name === 'snapshot')?.state
    expect([1, 31, 366].map(state)).toEqual(['fresh', 'stale', 'expired'])
    expect((await tagOne('66.249.66.1', { sources, now: snapshotDay + 366 * DAY })).tags).toEqual([])
  })

  it('says no to nothing, and gives way to the current list of the operator', async () => {
    const other = { prefixes: [{ ip_prefix: '45.9.0.0/16', region: 'x', service: 'EC2' }] }
    const aws = JSON.stringify({ createDate: '2026-11-20-08-00-00', ...other })
    const entry = await tagOne('3.5.140.2', contextOf([sourceOf('aws', aws)]))
    expect(entry.tags).not.toContain('cloud:aws')
    const elsewhere = await tagOne('45.9.1.1', { ...contextOf([]), now: NOW })
    expect(elsewhere).toMatchObject({ infrastructure: { cloud: null, cdn: null } })
  })
})
