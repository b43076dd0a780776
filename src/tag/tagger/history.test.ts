import { NOW, buildSources, tagOne } from '../../../test/support/tag.ts'
import { expect, it } from 'vitest'

const DAY = 86_400

function list(text: string, since: number, retrievedAt: number) {
  const facts = { name: 'mine', kind: 'auto', tags: ['tor_exit'], since, retrievedAt }
  return buildSources([{ ...facts, bytes: new TextEncoder().encode(text) }])
}

const sources = list('45.9.1.1\n', NOW - DAY, NOW)
const earlier = [
  list('45.9.1.1\n45.9.1.2\n', NOW - 5 * DAY, NOW - 2 * DAY),
  list('45.9.1.2\n', NOW - 9 * DAY, NOW - 6 * DAY),
]

it('names where to report abuse, by the narrowest network', async () => {
  const text = 'network,abuse_email\n45.8.0.0/15,wide@example.com\n45.9.1.0/24,abuse@example.net\n'
  const facts = { name: 'registry', kind: 'auto', retrievedAt: NOW }
  const registry = buildSources([{ ...facts, bytes: new TextEncoder().encode(text) }])
  const contact = async (ip: string) => {
    const entry = await tagOne(ip, { sources: registry, now: NOW })
    return entry.status === 'ok' ? [entry.network.abuse_contact, entry.tags.includes('list:registry')] : []
  }
  expect(await contact('45.9.1.1')).toEqual(['abuse@example.net', false])
  expect(await contact('45.9.2.1')).toEqual(['wide@example.com', false])
  expect(await contact('45.10.0.1')).toEqual([null, false])
})

it('says since and until when feeds gave a tag, also one that is no longer held', async () => {
  const day = (days: number): string => new Date((NOW - days * DAY) * 1000).toISOString().slice(0, 10)
  const held = await tagOne('45.9.1.1', { sources, earlier, now: NOW })
  expect(held.status === 'ok' && held.history).toEqual([
    { tag: 'tor_exit', first: day(5), last: day(0) },
    { tag: 'tor_relay', first: day(5), last: day(0) },
  ])
  const gone = await tagOne('45.9.1.2', { sources, earlier, now: NOW })
  expect(gone.tags).toEqual([])
  expect(gone.status === 'ok' && gone.history[0]).toEqual({ tag: 'tor_exit', first: day(9), last: day(2) })
})
