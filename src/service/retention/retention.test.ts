import { afterAll, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { listAudit, openState, putImportRun, type State, updateImportRun } from '../../state/index.ts'
import { OPERATOR } from '../account/index.ts'
import { createRetention } from './index.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22)
const states: State[] = []
afterAll(() => Promise.all(states.map((state) => state.close())))

/** A record that some imports observed a number of days ago. */
const seen = (name: string, days: number, imports: readonly string[]) => {
  const time = (NOW - days * DAY) / 1000
  return asset({
    reached: `${name}.example.com`,
    lastupdatetime: time,
    imports: imports.map((id) => [id, time, time] as const),
  })
}

async function opened(standard: number, tools: Readonly<Record<string, number>>) {
  const state = await openState({ file: ':memory:' })
  states.push(state)
  const run = { actor: 'a', files: '[]', options: '{}', counts: null, alive_at: null }
  for (const [id, names] of Object.entries({ n: ['nmap'], h: ['httpx'], nh: ['httpx', 'nmap'], z: ['zmap'] }))
    await state.write(async (db) => {
      await putImportRun(db, { ...run, id, started_at: 1, ended_at: 2, taken_back_at: null })
      await updateImportRun(db, id, { tools: JSON.stringify(names) })
    })
  const store = memoryStore([
    seen('a', 50, ['n']),
    seen('b', 50, ['h']),
    seen('c', 50, ['nh']),
    seen('d', 50, ['n', 'h']),
    seen('e', 50, ['z']),
    seen('f', 400, ['z']),
    seen('g', 400, []),
    seen('i', 5, ['n']),
  ])
  const policy = { standard: standard * DAY, tools: new Map(Object.entries(tools)) }
  return { state, store, retention: createRetention({ state, store, policy, now: () => NOW }) }
}

it('removes records whose retention has ended for every import that observed them, and writes their number to the audit trail', async () => {
  const { state, store, retention } = await opened(365, { nmap: 30 * DAY, httpx: 90 * DAY })
  const plan = await retention.plan()
  expect(plan).toMatchObject({ records: 3 })
  expect(plan.sources).toEqual([
    { source: 'default', age: 365 * DAY, records: 2 },
    { source: 'httpx', age: 90 * DAY, records: 0 },
    { source: 'nmap', age: 30 * DAY, records: 1 },
  ])
  expect((await store.info()).records).toBe(8)
  expect(await retention.run(OPERATOR)).toBe(3)
  expect((await store.info()).records).toBe(5)
  const [event] = await listAudit(state.db, { action: 'retention.delete', limit: 1 })
  expect(event).toMatchObject({ actor: 'operator' })
  expect(JSON.parse(event?.detail ?? '{}')).toEqual({
    removed: 3,
    policy: 'default 365 d, nmap 30 d, httpx 90 d',
  })
})

it('keeps the records of an unfinished import, because its tools are unknown', async () => {
  const { state, retention, store } = await opened(30, {})
  expect((await retention.plan()).records).toBe(7)
  await state.write((db) => updateImportRun(db, 'z', { tools: null, ended_at: null }))
  expect(await retention.plan()).toMatchObject({
    records: 5,
    sources: [{ source: 'default' }, { source: 'unfinished imports', age: 0, records: 0 }],
  })
  expect(await retention.run(OPERATOR)).toBe(5)
  expect((await store.info()).records).toBe(3)
})

it('keeps everything unless ages are set, and keeps the records of a tool without a limit for ever', async () => {
  expect((await (await opened(0, {})).retention.plan()).records).toBe(0)
  const { retention } = await opened(10, { nmap: 0 })
  expect(await retention.plan()).toMatchObject({
    records: 4,
    sources: [
      { source: 'default', records: 4 },
      { source: 'nmap', age: 0, records: 0 },
    ],
  })
})
