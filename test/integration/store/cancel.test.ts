// Heavy work whose caller leaves: it ends in the engine soon, and its slot is free for others.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import type { Account } from '../../../src/service/account/index.ts'
import { createAggregate } from '../../../src/service/aggregate/index.ts'
import { createAdmission } from '../../../src/service/search/index.ts'
import { asset } from '../../support/asset.ts'
import { openTemporaryStore, type TemporaryStore } from '../../support/temporary-store.ts'

/** The longest body that an import stores by default. */
const BODY = 1024 * 1024
const RECORDS = 64
const now = Date.UTC(2026, 10, 20)
/** No table of its states fits into the engine's cache, so each character takes its time. */
const HEAVY = 'body=~"[a-q][^0-9]{150}[b-s]{3}[0-9]"'
/** Bodies that may still be read after the caller left; larger blocks held ten for each thread. */
const MOST_BODIES = 4
const CALLER: Account = {
  ...{ id: 1, email: 'a@example.com', username: '', level: 'member', levelUntil: undefined, role: 'user' },
  ...{ dialect: 'documented', disabled: false, hasPassword: false, rules: undefined, coins: 0, createdAt: 0 },
}

let opened: TemporaryStore
/** Milliseconds that one body takes. */
let one = 0
beforeAll(async () => {
  opened = await openTemporaryStore()
  const body = (index: number): string => {
    const letters = Buffer.alloc(BODY)
    let seed = index + 1
    for (let at = 0; at < BODY; at++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      letters[at] = 97 + ((seed >> 8) % 26)
    }
    return letters.toString('latin1')
  }
  const records = Array.from({ length: RECORDS }, (_, index) =>
    asset({
      reached: `h${index}.example.com`,
      port: 443,
      body: body(index),
      lastupdatetime: now / 1000 - index,
    }),
  )
  await opened.store.write(records)
  const query = readQuery(`host="h0.example.com" && ${HEAVY}`)
  const start = performance.now()
  await opened.store.count({ query, since: undefined, now })
  one = performance.now() - start
})
afterAll(() => opened.close())

describe('a regular expression that takes minutes', () => {
  const query = { text: HEAVY, full: true }
  const port = fieldNamed('port')

  it.each(['statistics', 'facets', 'time line'] as const)(
    'over %s ends soon after its caller left',
    async (kind) => {
      const admission = createAdmission({ concurrency: 1, queue: 10, queueTime: 60_000 })
      const aggregate = createAggregate({ store: opened.store, admission, now: () => now })
      const leaving = new AbortController()
      const { signal } = leaving
      const start = {
        statistics: () => aggregate.stats(CALLER, query, [{ name: 'port', field: port }], 5, signal),
        facets: () => aggregate.facets(CALLER, query, { fields: [port], size: 5, regions: false }, signal),
        'time line': () => aggregate.timeline(CALLER, query, signal),
      }[kind]
      const failed = expect(start()).rejects.toThrow('the caller left')
      await sleep(1000)
      expect(admission.running()).toBe(1)
      const left = performance.now()
      leaving.abort(new Error('the caller left'))
      await failed
      expect(performance.now() - left).toBeLessThan(MOST_BODIES * one + 500)
      expect(admission.running()).toBe(0)
      expect(await aggregate.timeline(CALLER, { text: 'port="80"', full: true })).toMatchObject({
        buckets: [],
      })
    },
    60_000,
  )
})
