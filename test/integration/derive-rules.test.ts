// Recognising the products of stored records again, in a real store: only what rules read is read, and a job runs when rules changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOWHERE } from '../../src/asset/index.ts'
import { createJobs } from '../../src/job/index.ts'
import { readQuery } from '../../src/query/index.ts'
import { openRecognise, ruleMark } from '../../src/rule/index.ts'
import {
  createDerivations,
  createPostponed,
  type Derivations,
  type DeriveJob,
  deriveRules,
  noteFirstRules,
  noteRecognised,
} from '../../src/service/derive/index.ts'
import { openState, Presence, type State } from '../../src/state/index.ts'
import { assetOf } from '../support/enriched.ts'
import { eventually } from '../support/eventually.ts'
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-rules-'))
const own = join(directory, 'rules')

function ownRule(product: string, when: string): void {
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'mine.ndjson'), JSON.stringify({ product, when, match: [], miss: [] }))
}

describe('recognising again', () => {
  let temporary: TemporaryStore
  let state: State
  let presence: Presence
  let derivations: Derivations
  const close = new AsyncDisposableStack()
  const read: (readonly string[] | undefined)[] = []

  beforeAll(async () => {
    temporary = await openTemporaryStore()
    state = await openState({ file: ':memory:' })
    presence = new Presence(state)
    const jobs = createJobs({
      state,
      presence,
      now: Date.now,
      onError: (error) => expect.unreachable(String(error)),
    })
    close.defer(() => state.close())
    close.defer(() => presence.close())
    close.defer(() => jobs.close())
    close.defer(() => temporary.close())
    await temporary.store.write([
      assetOf({ reached: '192.0.2.1', stated: { title: 'Harbour console', tag: ['mine'] } }),
      assetOf({
        reached: '192.0.2.2',
        stated: { server: 'nginx/1.25.3', product: ['Front'], country: 'FR' },
      }),
      assetOf({ reached: '192.0.2.3', stated: { title: 'else' } }),
    ])
    derivations = createDerivations({
      ...{ jobs, kind: 'derive', expiry: 1_000_000, postponed: createPostponed(state, 'derive') },
      store: {
        ...temporary.store,
        read: (kind, span, signal, columns) => {
          read.push(columns)
          return temporary.store.read(kind, span, signal, columns)
        },
      },
      locator: async () => ({ locate: () => NOWHERE, databases: [] }),
      recognise: () => openRecognise({ directory: own }),
      ruleMark: () => ruleMark({ directory: own }),
      derived: (input) => noteRecognised({ state, fact: 'rules' }, input),
    })
  })
  afterAll(async () => {
    await close.disposeAsync()
    rmSync(directory, { recursive: true, force: true })
  })

  const count = (query: string): Promise<number> =>
    temporary.store.count({ query: readQuery(query), since: undefined, now: Date.now() })

  const submitted = (): Promise<DeriveJob | undefined> =>
    deriveRules({ state, fact: 'rules' }, ruleMark({ directory: own }), 100_000, derivations)

  const ended = async (job: DeriveJob | undefined): Promise<DeriveJob> =>
    eventually(async () => {
      const now = (await derivations.list()).find(({ id }) => id === job?.id)
      if (now?.endedAt === undefined) throw new Error('still running')
      return now
    })

  it('runs when rules changed and not otherwise, keeps what sources stated, and reads no other columns', async () => {
    expect((await ended(await submitted())).result).toEqual({ read: 3, changed: 1 })
    expect(await count('product=="Front" && product=="nginx" && evidence="nginx"')).toBe(1)
    expect(await submitted()).toBeUndefined()
    ownRule('Harbour', 'title="harbour console"')
    expect((await ended(await submitted())).result).toEqual({ read: 3, changed: 1 })
    expect(await count('product=="Harbour" && tag=="mine" && ip="192.0.2.1"')).toBe(1)
    expect(await submitted()).toBeUndefined()
    expect(read.flat()).toEqual(expect.arrayContaining(['title', 'evidence', 'reached']))
    for (const unread of ['country', 'parts', 'tag', 'findings']) expect(read.flat()).not.toContain(unread)
  })

  it('reads tags where a rule asks for them, and removes what no rule finds any more', async () => {
    ownRule('Quay', 'tag="mine" && title="console"')
    expect((await ended(await submitted())).result).toEqual({ read: 3, changed: 1 })
    expect(await count('product=="Harbour"')).toBe(0)
    expect(await count('product=="Quay" && country!=""')).toBe(1)
    expect(await count('country="FR" && product=="nginx"')).toBe(1)
    rmSync(own, { recursive: true })
    expect((await ended(await submitted())).result).toEqual({ read: 3, changed: 1 })
    expect(await count('product=="Quay"')).toBe(0)
  })

  it('is not needed for records that the first rules recognise, and runs once for several requests', async () => {
    const first = { state, fact: 'first rules' }
    const mark = ruleMark({ directory: own })
    await noteFirstRules(
      first,
      () => mark,
      async () => 1,
    )
    const job = await deriveRules(first, mark, 100_000, derivations)
    expect(job).toBeDefined()
    await ended(job)
    await noteFirstRules(
      first,
      () => mark,
      async () => 0,
    )
    expect(await deriveRules(first, mark, 100_000, derivations)).toBeUndefined()
    expect(await deriveRules(first, 'other', 0, derivations)).toBeUndefined()
  })
})
