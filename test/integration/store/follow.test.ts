// Pages of one reading while records are added, replaced, moved and removed between and during them: what the store delivers must be
// what a store that remembers every state delivers.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import type { FollowRequest, Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { openTemporaryStore, type TemporaryStore } from '../../support/temporary-store.ts'

const BEGIN = 1_790_000_000
const FIELDS = ['host', 'port', 'protocol', 'title', 'lastupdatetime'].map(fieldNamed)

let temporary: TemporaryStore
beforeAll(async () => {
  temporary = await openTemporaryStore()
})
afterAll(() => temporary.close())

/** An observation of one of a few records; the later, the more of it has changed. */
function observation(set: string, which: number, seconds: number): Asset {
  return asset({
    reached: `h${which}.${set}.example.com`,
    domain: `${set}.example.com`,
    port: 80,
    // The spelling of the host changes with it, and the order of records of one second.
    protocol: seconds % 3 === 0 ? 'https' : 'http',
    title: seconds % 5 === 0 ? 'other' : 'login',
    lastupdatetime: BEGIN + seconds,
    firstseen: BEGIN,
    content_time: BEGIN + seconds,
    content_import: `import ${seconds}`,
  })
}

interface Reading {
  readonly rows: readonly (readonly string[])[]
  readonly next: Partial<FollowRequest> | undefined
}

async function readPage(
  store: Store,
  query: string,
  limit: number,
  from: Partial<FollowRequest>,
): Promise<Reading> {
  const selection = { query: readQuery(query), since: undefined, now: BEGIN * 1000 }
  const page = await store.follow({ ...selection, fields: FIELDS, limit, ...from })
  const next = page.more && page.end ? { from: page.end, snapshot: page.snapshot } : undefined
  return { rows: page.rows, next }
}

describe('a reading of pages', () => {
  it('delivers the same as a store that remembers every state, whatever is written in between', {
    timeout: 300_000,
  }, async () => {
    const which = fc.integer({ min: 0, max: 30 })
    const writes = fc.array(fc.tuple(which, fc.integer({ min: 0, max: 60 })), { maxLength: 20 })
    let seconds = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(writes, { minLength: 4, maxLength: 5 }),
        fc.integer({ min: 3, max: 9 }),
        fc.constantFrom('title="login"', 'port="80"', 'protocol="https" || title="other"'),
        async (batches, limit, condition) => {
          const { store } = temporary
          const naive = memoryStore([])
          const set = `set${seconds}`
          const query = `domain=="${set}.example.com" && (${condition})`
          const [first = [], ...others] = batches
          const write = async (list: readonly (readonly [number, number])[]): Promise<void> => {
            await store.write(list.map(([one, more]) => observation(set, one, seconds + more)))
            await naive.write(await stored(store, set))
          }
          await write([...first, ...Array.from({ length: 25 }, (_, one) => [one, 30] as const)])
          let [ours, theirs]: (Partial<FollowRequest> | undefined)[] = [{}, {}]
          for (let page = 0; ours !== undefined; page++) {
            const [a, b]: Reading[] = await Promise.all([
              readPage(store, query, limit, ours),
              readPage(naive, query, limit, theirs ?? {}),
            ])
            expect(a?.rows).toEqual(b?.rows)
            expect(a?.next === undefined).toBe(b?.next === undefined)
            ours = a?.next
            theirs = b?.next
            seconds += 7
            const batch = others[page]
            if (batch !== undefined) await write(batch)
          }
        },
      ),
      // A record that is added and then moved while the reading goes on.
      { numRuns: 3, examples: [[[[], [], [[25, 0]], [[25, 0]]], 3, 'port="80"']] },
    )
  })

  it('meets every record that is there throughout exactly once while others write', {
    timeout: 300_000,
  }, async () => {
    const { store } = temporary
    const all = Array.from({ length: 2000 }, (_, one) => observation('all', one, 5 * (one % 400) + 1))
    await store.write(all)
    const found: string[] = []
    let pages = 0
    let next: Partial<FollowRequest> | undefined = {}
    const read = async (most: number): Promise<void> => {
      for (; next !== undefined && pages < most; pages++) {
        const page: Reading = await readPage(store, 'domain=="all.example.com"', 100, next)
        found.push(...page.rows.map(([host = '']) => host.replace(/^https:\/\//, '').replace(/:80$/, '')))
        next = page.next
      }
    }
    // The reading is of the moment of its first page.
    await read(1)
    // Each round replaces records all over the reading and adds some, while pages are read.
    for (let round = 1; round <= 4; round++) {
      const seen = Array.from({ length: 100 }, (_, one) =>
        observation('all', (one * 97 + round * 61) % 2000, 5 * (2000 + round) + 1),
      )
      const fresh = Array.from({ length: 20 }, (_, one) => observation('all', 10_000 + round * 20 + one, one))
      await Promise.all([store.write([...seen, ...fresh]), read(pages + 4)])
    }
    await read(100)
    expect(pages).toBe(20)
    expect(found.length).toBe(all.length)
    expect(found.sort()).toEqual(all.map(({ reached }) => reached).sort())
  })
})

/** Everything stored of one set, as records. */
async function stored(store: Store, set: string): Promise<readonly Asset[]> {
  const columns = [
    'reached',
    'port',
    'base_protocol',
    'host',
    'domain',
    'protocol',
    'title',
    'lastupdatetime',
  ] as const
  const selection = { query: readQuery(`domain=="${set}.example.com"`), since: undefined, now: 0 }
  const picked = await store.pick({ ...selection, columns, limit: 10_000 })
  return picked.map((one) => asset(one))
}
