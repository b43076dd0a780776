import { afterEach, expect, test, vi } from 'vitest'
import { BatchFiller } from './batch-filler.ts'

const LIMITS = { records: 100, bytes: 1000, age: 1000, mostAge: 3000 }

afterEach(() => vi.useRealTimers())

test('the first batch is sent soon, later ones may wait twice as long as the one before, up to a limit', () => {
  vi.useFakeTimers()
  const filler = new BatchFiller(LIMITS)
  const ages = [1, 2, 3, 4].map(() => {
    expect(filler.isOld).toBe(false)
    filler.skip('nmap')
    let age = 0
    for (; !filler.isOld; age += 100) vi.advanceTimersByTime(100)
    filler.take(undefined)
    return age
  })
  expect(ages).toEqual([1000, 2000, 3000, 3000])
})
