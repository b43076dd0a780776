// Long work of the main thread is done in time slices, so that the process answers others in between.
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of one time slice. */
const LENGTH = 10

/** The time slices of one piece of work. */
export class TimeSlices {
  #start = performance.now()

  /** Whether the current slice is over, so that others should run. */
  get isOver(): boolean {
    return performance.now() - this.#start >= LENGTH
  }

  /** Resolves when others have run. */
  async next(): Promise<void> {
    await setImmediate()
    this.#start = performance.now()
  }
}
