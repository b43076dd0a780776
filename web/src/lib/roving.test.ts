import { expect, it } from 'vitest'
import { nextOf } from './roving.ts'

it.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowLeft', 2, 3, 1],
  ['ArrowRight', 2, 3, undefined],
  ['ArrowLeft', 0, 3, undefined],
  ['End', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['Home', 0, 3, undefined],
  ['Enter', 1, 3, undefined],
  ['ArrowRight', -1, 3, undefined],
])('%s at %i of %i controls leads to %s', (key, at, count, next) => {
  expect(nextOf(key, at, count)).toBe(next)
})
