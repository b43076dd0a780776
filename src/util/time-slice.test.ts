import { expect, it } from 'vitest'
import { Turns, work } from '../../test/support/turns.ts'
import { inTimeSlices } from './time-slice.ts'

/** Steps that are longer than a slice. */
function* steps(count: number, onStep: () => void): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    work()
    onStep()
    yield
  }
  return count
}

it('lets others run after every slice, however many pieces of work there are', async () => {
  const turns = new Turns()
  let together = 0
  let seen = -1
  const onStep = (): void => {
    if (turns.count === seen) together++
    seen = turns.count
  }
  const pieces = Array.from({ length: 3 }, () => inTimeSlices(steps(5, onStep)))
  expect(await Promise.all(pieces)).toEqual([5, 5, 5])
  turns.stop()
  // Each piece begins at once.
  expect(together).toBeLessThanOrEqual(2)
})
