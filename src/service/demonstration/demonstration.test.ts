import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { readQuery } from '../../query/index.ts'
import { isDemonstrationPending, loadDemonstration, planDemonstration } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-demonstration-'))
afterAll(() => rmSync(directory, { recursive: true }))

const NOW = Date.UTC(2026, 10, 21)
const count = (store: ReturnType<typeof memoryStore>, query: string): Promise<number> =>
  store.count({ query: readQuery(query), since: undefined, now: NOW })

describe('the demonstration set', () => {
  const size = 6000
  const common = { bodyLimit: 1024 ** 2, size }

  it('is stored whole and marked, and is pending no longer', async () => {
    const store = memoryStore([])
    const marker = join(directory, 'whole')
    planDemonstration(marker, NOW)
    const progress: number[] = []
    const signal = new AbortController().signal
    expect(
      await loadDemonstration({ ...common, store, marker, signal, onProgress: (n) => progress.push(n) }),
    ).toBe(true)
    expect(isDemonstrationPending(marker)).toBe(false)
    expect(await count(store, 'tag=="demo"')).toBe(size)
    expect(progress).toEqual([5000])
  })

  it('is continued after an interruption, with the same records', async () => {
    const store = memoryStore([])
    const marker = join(directory, 'broken')
    planDemonstration(marker, NOW)
    const stop = new AbortController()
    const broken = { ...common, store, marker, signal: stop.signal, onProgress: () => stop.abort() }
    expect(await loadDemonstration(broken)).toBe(false)
    expect(isDemonstrationPending(marker)).toBe(true)
    expect(await count(store, 'tag=="demo"')).toBe(5000)
    expect(await loadDemonstration({ ...common, store, marker, signal: new AbortController().signal })).toBe(
      true,
    )
    expect(await count(store, 'tag=="demo"')).toBe(size)
  })
})
