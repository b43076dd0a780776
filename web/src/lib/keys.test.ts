import { describe, expect, it } from 'vitest'
import { stepFrom } from './keys.ts'

describe('a step through the records', () => {
  it.each([
    [-1, 20, 1, 0],
    [-1, 20, -1, 0],
    [0, 20, 1, 1],
    [19, 20, 1, 19],
    [0, 20, -1, 0],
    [5, 20, -1, 4],
  ] as const)('from %i of %i by %i leads to %i', (at, count, by, to) => {
    expect(stepFrom(at, count, by)).toBe(to)
  })
})
