import { expect, it } from 'vitest'
import { inTimeSlices } from './time-slice.ts'

/** Steps that are longer than a slice. */
function* steps(count: number, onStep: () => void): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    const start = performance.now()
    while (performance.now() - start < 12);
    onStep()
    yield
  }
  return count
}

it('lets others run after every slice, however many pieces of work there are', async () => {
  let turns = 0
  const count = (): void => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  let together = 0
  let seen = -1
  const onStep = (): void => {
    if (turns === seen) together++
    seen = turns
  }
  const pieces = Array.from({ length: 3 }, () => inTimeSlices(steps(5, onStep)))
  expect(await Promise.all(pieces)).toEqual([5, 5, 5])
  clearImmediate(timer)
  // Each piece begins at once.
  expect(together).toBeLessThanOrEqual(2)
})
