import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { iconType } from '../../asset/index.ts'
import { readQuery } from '../../query/index.ts'
import { createDemonstration, isDemonstrationPending, loadDemonstration, planDemonstration } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-demonstration-'))
afterAll(() => rmSync(directory, { recursive: true }))

const NOW = Date.UTC(2026, 10, 21)
const count = (store: ReturnType<typeof memoryStore>, query: string): Promise<number> =>
  store.count({ query: readQuery(query), since: undefined, now: NOW })

describe('the demonstration set', () => {
  const common = { bodyLimit: 1024 ** 2 }

  it('is stored completely and marked, with its icons, and no longer pending', async () => {
    const store = memoryStore([])
    const marker = join(directory, 'whole')
    planDemonstration(marker, NOW)
    const progress: number[] = []
    const icons: Uint8Array[] = []
    const signal = new AbortController().signal
    const keepIcon = (icon: Uint8Array) => void icons.push(icon)
    const context = {
      ...common,
      store,
      marker,
      signal,
      keepIcon,
      onProgress: (n: number) => progress.push(n),
    }
    const loaded = await loadDemonstration(context)
    expect(isDemonstrationPending(marker)).toBe(false)
    expect(loaded).toBe(progress.at(-1))
    // One record is observed twice, before and after it changed; it counts once.
    expect(await count(store, 'tag=="demo"')).toBe(loaded)
    expect(icons.length).toBeGreaterThan(200)
    expect(icons.map(iconType)).toEqual(icons.map(() => 'image/png'))
  })

  it('is continued after an interruption, with the same records', async () => {
    const store = memoryStore([])
    const marker = join(directory, 'broken')
    planDemonstration(marker, NOW)
    const stop = new AbortController()
    const onProgress = (records: number) => (records > 1000 ? stop.abort() : undefined)
    expect(await loadDemonstration({ ...common, store, marker, signal: stop.signal, onProgress })).toBe(
      undefined,
    )
    expect(isDemonstrationPending(marker)).toBe(true)
    expect(await count(store, 'tag=="demo"')).toBe(1001)
    const loaded = await loadDemonstration({ ...common, store, marker, signal: new AbortController().signal })
    expect(await count(store, 'tag=="demo"')).toBe(loaded)
  })
})

it('the demonstration set is removed alone, and not while it is being loaded', async () => {
  const record = (reached: string, tag: readonly string[]) => asset({ reached, tag, port: 80 })
  const store = memoryStore([record('a.example', ['demo']), record('b.example', ['own'])])
  const marker = join(directory, 'removed')
  const { remove } = createDemonstration(store, marker, () => NOW)
  planDemonstration(marker, NOW)
  await expect(remove()).rejects.toThrow('still being loaded')
  rmSync(marker)
  expect(await remove()).toBe(1)
  expect([await count(store, 'tag=="demo"'), await count(store, 'tag=="own"')]).toEqual([0, 1])
})
