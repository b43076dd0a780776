import { describe, expect, it } from 'vitest'
import { findPreset, PRESETS, RECOMMENDED } from '../../tag/index.ts'
import { addRecommended } from './recommend.ts'
import type { FeedInput, FeedRow, Feeds } from './types.ts'

/** Feeds that only record what was added; addresses of `broken` cannot be fetched. */
function remembering(
  there: readonly Partial<FeedRow>[],
  broken: string,
): { feeds: Feeds; added: FeedInput[] } {
  const added: FeedInput[] = []
  const never = () => Promise.reject(new Error('not expected here'))
  const add = (input: FeedInput): Promise<FeedRow> => {
    if (input.name === broken) return Promise.reject(new Error('the server answered 404'))
    added.push(input)
    return Promise.resolve(input as unknown as FeedRow)
  }
  const list = () => Promise.resolve(there as readonly FeedRow[])
  return { feeds: { list, add, show: never, update: never, remove: never, pin: never }, added }
}

describe('the recommended feeds', () => {
  it('are presets with a displayed licence or origin', () => {
    expect(RECOMMENDED.filter((name) => findPreset(name) === undefined)).toEqual([])
    expect(new Set(RECOMMENDED).size).toBe(RECOMMENDED.length)
    expect(PRESETS.length).toBeGreaterThan(RECOMMENDED.length)
  })

  it('are added when neither their name nor their address exists, and a failure does not affect the others', async () => {
    const mine = { name: 'my-amazon', url: findPreset('aws')?.url ?? '' }
    const { feeds, added } = remembering([mine, { name: 'gcp', url: null }], 'oracle')
    const outcome = await addRecommended(feeds)
    expect(outcome.filter(({ reason }) => reason !== null)).toEqual([
      { name: 'oracle', reason: 'the server answered 404' },
    ])
    expect(added.map(({ name }) => name)).toEqual(
      RECOMMENDED.filter((name) => !['aws', 'gcp', 'oracle'].includes(name)),
    )
    expect(added.find(({ name }) => name === 'tor-exits')).toEqual({
      name: 'tor-exits',
      kind: 'plain',
      tags: ['tor_exit'],
      basis: 'published',
      licence: undefined,
      content: { from: 'url', url: 'https://check.torproject.org/torbulkexitlist' },
    })
  })
})
