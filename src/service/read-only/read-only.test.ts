import { afterAll, beforeAll, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { readQuery } from '../../query/index.ts'
import { listAudit, openState, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { OPERATOR } from '../account/index.ts'
import { createReadOnly, readOnlyStore } from './index.ts'

const now = () => Date.UTC(2026, 10, 22, 1, 2, 3)
let state: State
beforeAll(async () => {
  state = await openState({ file: ':memory:' })
})
afterAll(() => state.close())

/** The calls that change records; a missing one would not be refused. */
const selection = { query: readQuery('port="443"'), since: undefined, now: now() }
const CHANGES: Readonly<Partial<Record<keyof Store, readonly unknown[]>>> = {
  write: [[asset({})]],
  append: [[asset({})]],
  revise: [[asset({})], (stored: unknown) => stored],
  remove: [selection],
  undoImport: ['a'],
  removeExcluded: [[]],
  eraseRemoved: [],
  removeExpired: [{ standard: 1, others: [] }],
  load: [{ kind: 'records', columns: [], count: 0, lines: new Uint8Array() }],
}

it('refuses every change of records while it is on, and nothing else', async () => {
  const readOnly = createReadOnly({ state, setting: false, now })
  const store = readOnlyStore(memoryStore([asset({})]), readOnly.refuse)
  const change = (name: string) => {
    const method = store[name as keyof Store] as (...args: readonly unknown[]) => Promise<unknown>
    return method(...(CHANGES[name as keyof Store] ?? []))
  }
  expect(await readOnly.set(true, OPERATOR)).toBe(true)
  expect(await readOnly.set(true, OPERATOR)).toBe(false)
  for (const name of Object.keys(CHANGES))
    await expect(change(name)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        '503 Service Unavailable: records are read-only since 2026-11-22 01:02:03 UTC by operator; `periplus read-only off` ends that; searches, exports and tagging work',
    })
  expect(await store.count(selection)).toBe(1)
  expect(await readOnly.set(false, OPERATOR)).toBe(true)
  expect(await readOnly.reason()).toBeUndefined()
  expect(await change('remove')).toBe(1)
  const actions = (await listAudit(state.db, { limit: 5 })).map(({ action }) => action)
  expect(actions).toEqual(['readonly.off', 'readonly.on'])
})

it('can also be a setting of one process', async () => {
  const { reason } = createReadOnly({ state, setting: true, now })
  expect(await reason()).toContain('by the setting `readOnly`')
})
