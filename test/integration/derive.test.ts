// Deriving columns of stored records again, in a real store: all of them once, resumed after a stop, at a stated rate.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Asset, NO_TAGS } from '../../src/asset/index.ts'
import { createDeriveAgain, type Locator, type TagsOf } from '../../src/enrich/index.ts'
import { createJobs } from '../../src/job/index.ts'
import { readQuery } from '../../src/query/index.ts'
import {
  createDerivations,
  createPostponed,
  type Derivations,
  deriveAfterUpgrade,
  deriveTags,
  type DeriveInput,
  type DeriveJob,
  noteDerived,
  noteNewRecords,
  noteTagged,
} from '../../src/service/derive/index.ts'
import { WITHOUT_FEEDS } from '../../src/service/tag/index.ts'
import { openState, Presence, type State } from '../../src/state/index.ts'
import type { Store } from '../../src/store/index.ts'
import { assetOf, munich } from '../support/enriched.ts'
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts'

const HOUR = 3600
const HOURS = 4
const OF_HOUR = 25
const START = Date.UTC(2026, 0, 2) / 1000

/** Records of several hours; every fifth has a country that its source stated. */
function records(): readonly Asset[] {
  return Array.from({ length: HOURS * OF_HOUR }, (_, index) =>
    assetOf({
      reached: `192.0.2.${index}`,
      time: (START + (index % HOURS) * HOUR + index) * 1000,
      stated: index % 5 === 0 ? { country: 'FR' } : {},
    }),
  )
}

const locatorOf = (country: string): Locator => ({
  locate: () => ({ ...munich, country, country_name: `name of ${country}` }),
  databases: [],
})

describe('deriving again', () => {
  let temporary: TemporaryStore
  let state: State
  beforeAll(async () => {
    temporary = await openTemporaryStore()
    await temporary.store.write(records())
    state = await openState({ file: ':memory:' })
  })
  afterAll(async () => {
    await temporary.close()
    await state.close()
  })

  interface Process {
    readonly derivations: Derivations
    readonly errors: readonly unknown[]
    readonly stop: () => Promise<void>
  }

  function start(
    country: string,
    store: Partial<Store> = {},
    derived: (input: DeriveInput) => Promise<void> = async () => {},
    readTogether = 1,
    tagsOf: TagsOf = () => NO_TAGS,
  ): Process {
    const presence = new Presence(state)
    const errors: unknown[] = []
    const jobs = createJobs({ state, presence, now: Date.now, onError: (error) => void errors.push(error) })
    const derivations = createDerivations({
      jobs,
      kind: 'derive',
      store: { ...temporary.store, ...store },
      locator: async () => locatorOf(country),
      tagsOf: async () => tagsOf,
      expiry: 1_000_000,
      postponed: createPostponed(state, 'derive'),
      derived,
      readTogether,
    })
    const stop = async (): Promise<void> => {
      await jobs.close()
      await presence.close()
    }
    return { derivations, errors, stop }
  }

  const count = (query: string): Promise<number> =>
    temporary.store.count({ query: readQuery(query), since: undefined, now: Date.now() })

  async function ended({ derivations, errors }: Process, id: number): Promise<DeriveJob> {
    return eventually(async () => {
      const job = (await derivations.list()).find((one) => one.id === id)
      expect([job?.state, errors]).toEqual([expect.stringMatching(/success|failure/), []])
      if (job === undefined) throw new Error('no job')
      return job
    })
  }

  const stated = (HOURS * OF_HOUR) / 5

  it('changes what other databases say and nothing else, no faster than it may', async () => {
    const process = start('NO')
    const before = performance.now()
    const job = await process.derivations.submit({ derivations: ['location'], rate: 200 })
    expect((await process.derivations.submit({ derivations: ['page'], rate: 10_000 })).id).toBe(job.id)
    const done = await ended(process, job.id)
    const all = HOURS * OF_HOUR
    expect(done).toMatchObject({ state: 'success', result: { read: all, changed: all - stated } })
    // The least time that the rate allows; there is no upper bound.
    expect(performance.now() - before).toBeGreaterThan(((all - 1) / 200) * 1000 * 0.9)
    expect(await count('country="NO"')).toBe(all - stated)
    expect(await count('country="FR"')).toBe(stated)
    // What was asked for meanwhile follows by itself.
    const following = async () =>
      (await process.derivations.list()).find(({ input }) => input.derivations[0] === 'page')
    const next = await vi.waitUntil(following, { timeout: 30_000 })
    expect(await ended(process, next.id)).toMatchObject({ state: 'success', input: { rate: 10_000 } })
    const again = await process.derivations.submit({ derivations: ['location'], rate: 10_000 })
    expect((await ended(process, again.id)).result).toEqual({ read: all, changed: 0 })
    await process.stop()
  })

  it('writes the changed records of one statement together, however small its slices are', async () => {
    let writes = 0
    const revise: Store['revise'] = (...request) => {
      writes++
      return temporary.store.revise(...request)
    }
    const process = start('DK', { revise }, undefined, 1000)
    const job = await process.derivations.submit({ derivations: ['location'], rate: 50 })
    const all = HOURS * OF_HOUR
    expect((await ended(process, job.id)).result).toEqual({ read: all, changed: all - stated })
    expect(writes).toBe(1)
    await process.stop()
  })

  it('resumes behind the last whole hour', async () => {
    const hours: number[] = []
    const read =
      (which: number[]): Store['read'] =>
      (kind, span, signal) => {
        which.push(((span?.from ?? 0) - START) / HOUR)
        return temporary.store.read(kind, span, signal)
      }
    const reached = Promise.withResolvers<void>()
    const first = start('SE', {
      read: read(hours),
      // The third hour is never finished by the first process.
      revise: async (batch, derive) => {
        if (hours.length === 3) {
          reached.resolve()
          return new Promise(() => {})
        }
        return temporary.store.revise(batch, derive)
      },
    })
    const job = await first.derivations.submit({ derivations: ['location'], rate: 100_000 })
    await reached.promise
    await eventually(async () => {
      const row = await state.db.selectFrom('job').select('checkpoint').where('id', '=', job.id).execute()
      expect(JSON.parse(row[0]?.checkpoint ?? '{}')).toMatchObject({ until: START + 2 * HOUR })
    })
    // As after a crash: nobody puts the job back.
    await state.db.updateTable('job').set({ owner: null }).where('id', '=', job.id).execute()
    const later: number[] = []
    const second = start('SE', { read: read(later) })
    const done = await ended(second, job.id)
    expect(later).toEqual([2, 3])
    expect(done).toMatchObject({ attempt: 2, result: { read: HOURS * OF_HOUR, changed: 80 } })
    expect(await count('country="SE"')).toBe(HOURS * OF_HOUR - stated)
    await second.stop()
  })

  it('reads hours with few records together', async () => {
    const spans: number[][] = []
    const read: Store['read'] = (kind, span, signal) => {
      spans.push([span?.from ?? 0, span?.until ?? 0].map((time) => (time - START) / HOUR))
      return temporary.store.read(kind, span, signal)
    }
    const process = start('SE', { read }, undefined, 3 * OF_HOUR)
    const job = await process.derivations.submit({ derivations: ['location'], rate: 100_000 })
    expect((await ended(process, job.id)).result).toEqual({ read: HOURS * OF_HOUR, changed: 0 })
    expect(spans).toEqual([
      [0, 3],
      [3, 4],
    ])
    await process.stop()
  })

  it('meets records again that are seen meanwhile, and brings none back that is removed', async () => {
    const [seen, gone] = records()
    if (seen === undefined || gone === undefined) throw new Error('no records')
    let once = false
    const process = start('DK', {
      read: (kind, span, signal) => {
        const pieces = temporary.store.read(kind, span, signal)
        return (async function* () {
          for await (const piece of pieces) {
            if (!once) {
              once = true
              await temporary.store.write([{ ...gone, lastupdatetime: START + 40 * HOUR }])
              await temporary.store.remove({
                query: readQuery(`ip="${seen.ip}"`),
                since: undefined,
                now: Date.now(),
              })
            }
            yield piece
          }
        })()
      },
    })
    const job = await process.derivations.submit({ derivations: ['location'], rate: 100_000 })
    expect(await ended(process, job.id)).toMatchObject({ state: 'success' })
    expect(await count(`ip="${seen.ip}"`)).toBe(0)
    expect(await count(`ip="${gone.ip}" && country="DK"`)).toBe(1)
    expect(await count('country="DK" || country="FR"')).toBe(HOURS * OF_HOUR - 1)
    await process.stop()
  })

  it('is started after an upgrade that needs it, once, and not where there is nothing', async () => {
    const versioned = { state, fact: 'derived' }
    const older = assetOf({
      reached: 'old.example.com',
      stated: { body: '<script src="js/jquery.js"></script> 京ICP备12345678号', cname: ['edge.example.net'] },
    })
    await temporary.store.write([{ ...older, js_name: [], icp: '', cname_domain: [] }])
    const process = start('FI', {}, (input) => noteDerived(versioned, input))
    const { derivations } = process
    expect(await deriveAfterUpgrade(versioned, 1, 0, derivations)).toBeUndefined()
    const job = await deriveAfterUpgrade(versioned, 1, 100_000, derivations)
    expect(await ended(process, job?.id ?? 0)).toMatchObject({ state: 'success' })
    expect(
      await count('js_name="js/jquery.js" && icp="京ICP备12345678号" && cname_domain=="example.net"'),
    ).toBe(1)
    expect(await count('country="FI"')).toBe(0)
    expect(await deriveAfterUpgrade(versioned, 1, 100_000, derivations)).toBeUndefined()
    const filledNow = { state, fact: 'derived@new' }
    await noteNewRecords(filledNow, async () => 0)
    expect(await deriveAfterUpgrade(filledNow, 1, 100_000, derivations)).toBeUndefined()
    const filledBefore = { state, fact: 'derived@old' }
    await noteNewRecords(filledBefore, async () => 1)
    expect(await deriveAfterUpgrade(filledBefore, 1, 100_000, derivations)).toBeDefined()
    const fresh = { state, fact: 'derived@other' }
    expect(await deriveAfterUpgrade(fresh, 0, 100_000, derivations)).toBeUndefined()
    expect(await deriveAfterUpgrade(fresh, 1, 100_000, derivations)).toBeUndefined()
    expect(await derivations.cancel(job?.id ?? 0)).toBe(false)
    await expect(derivations.cancel(999)).rejects.toThrow('Task does not exist!')
    await process.stop()
  })

  it('stores the hashes of parts that this version measures otherwise', async () => {
    const current = assetOf({ reached: 'hash.example.com', stated: { title: 'x' } })
    const parts = current.parts.replace(/("response":\[")\w+/, '$1older')
    await temporary.store.write([{ ...current, parts }])
    const process = start('FI')
    const job = await process.derivations.submit({ derivations: ['record'], rate: 100_000 })
    expect((await ended(process, job.id)).result).toMatchObject({ changed: 1 })
    await process.stop()
  })

  it('follows the sources of tags, reads only what tags follow from, and rewrites only what changed', async () => {
    const tagged = { state, fact: 'tagged' }
    const columns: (readonly string[] | undefined)[] = []
    const vpn = { tags: ['vpn'], no: [] }
    const process = start(
      'DK',
      {
        read: (kind, span, signal, wanted) => {
          columns.push(wanted)
          return temporary.store.read(kind, span, signal, wanted)
        },
      },
      (input) => noteTagged(tagged, input),
      1,
      (ip) => (ip.endsWith('7') ? vpn : NO_TAGS),
    )
    const { derivations } = process
    // A job of another test may be in flight; then this one follows it.
    const tag = async (mark: string): Promise<DeriveJob> => {
      await deriveTags(tagged, mark, 100_000, derivations)
      const found = async () => (await derivations.list()).find(({ input }) => input.tags === mark)
      return ended(process, (await vi.waitUntil(found, { timeout: 30_000 })).id)
    }
    const job = await tag('first')
    const sevens = await count('ip*="*7"')
    expect(job.result).toMatchObject({ changed: sevens })
    columns.splice(0)
    expect(await count('vpn=true && tag=="vpn"')).toBe(sevens)
    expect(await count('vpn=false')).toBe((await count('vpn=true || vpn=false')) - sevens)
    expect(await deriveTags(tagged, 'first', 100_000, derivations)).toBeUndefined()
    expect((await tag('second')).result).toMatchObject({ changed: 0 })
    expect(columns.length).toBeGreaterThan(0)
    expect(columns.flat()).not.toContain('body')
    expect(columns.flat()).toContain('ip')
    expect(await deriveTags({ state, fact: 'other' }, WITHOUT_FEEDS, 100_000, derivations)).toBeUndefined()
    expect(await deriveTags(tagged, 'third', 0, derivations)).toBeUndefined()
    await process.stop()
  })

  it('of the store changes what is stored then, and never adds', async () => {
    const derive = createDeriveAgain({ locator: locatorOf('IS') }, ['location'])
    const [, stored] = records()
    if (stored === undefined) throw new Error('no record')
    const stranger = assetOf({ reached: '198.51.100.9' })
    const result = await temporary.store.revise([{ ...stored, title: 'never stored' }, stranger], derive)
    expect(result).toEqual({ added: 0, replaced: 1, touched: 0, unchanged: 0 })
    expect(await count('country="IS"')).toBe(1)
    expect(await count('title="never stored" || ip="198.51.100.9"')).toBe(0)
  })
})
