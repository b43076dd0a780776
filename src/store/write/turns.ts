// Long work of the main thread is done in turns, so that the process answers others in between.
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of one turn. */
const LENGTH = 10

/** The turns of one piece of work. */
export class Turns {
  #start = performance.now()

  /** Whether others should run now. */
  get areDue(): boolean {
    return performance.now() - this.#start >= LENGTH
  }

  /** Resolves when others have run. */
  async pass(): Promise<void> {
    await setImmediate()
    this.#start = performance.now()
  }
}
