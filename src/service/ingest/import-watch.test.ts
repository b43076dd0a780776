// An import that was undone while its process was suspended.
import { expect, it } from 'vitest'
import { AppError } from '../../error/index.ts'
import { watchImport } from './import-watch.ts'

it('fails at the next batch after it was suspended and undone meanwhile', async () => {
  let now = 1_000_000
  const calls: string[] = []
  const recorder = {
    alive: async () => {
      calls.push('alive')
      throw new AppError('conflict', 'undone')
    },
    leave: async () => void calls.push('leave'),
  }
  {
    await using watch = watchImport(recorder, 'a', () => now)
    await watch.check()
    expect(calls).toEqual([])
    now += 40_000
    await expect(watch.check()).rejects.toMatchObject({ code: 'conflict' })
    await expect(watch.check()).rejects.toMatchObject({ code: 'conflict' })
  }
  expect(calls.at(-1)).toBe('leave')
})

it('continues while the database does not answer', async () => {
  let now = 1_000_000
  const alive = async (): Promise<void> => {
    throw new AppError('unavailable', 'away')
  }
  await using watch = watchImport({ alive, leave: async () => undefined }, 'a', () => now)
  now += 40_000
  await expect(watch.check()).resolves.toBeUndefined()
})
