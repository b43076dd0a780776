// How long a thread has been busy since its last step. On a busy machine a thread waits for the processor, and what it
// reads is not to blame for that: it hangs when it has used the time itself.
import type { Worker } from 'node:worker_threads'

/** How many times as long a thread may take when it does not get the processor, or does not say what it used. */
const STARVED = 10

/** The busy time of one thread, in milliseconds. */
export class ThreadTime {
  readonly #worker: Worker
  #activeBefore: number
  /** The processor time at the first look behind the last step, and the latest that is known. */
  #usedBefore: number | undefined
  #used = 0
  #isAsking = false
  #steps = 0

  constructor(worker: Worker) {
    this.#worker = worker
    this.#activeBefore = this.#active
  }

  /** Starts again: the thread made a step. */
  stepped(): void {
    this.#activeBefore = this.#active
    this.#usedBefore = undefined
    this.#steps++
  }

  /** Whether the thread has been busy for longer than this without a step. Called again and again. */
  isOver(longest: number): boolean {
    this.#ask()
    const active = this.#active - this.#activeBefore
    const used = this.#usedBefore === undefined ? 0 : this.#used - this.#usedBefore
    return active > longest && (used > longest || active > longest * STARVED)
  }

  #ask(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    const steps = this.#steps
    this.#worker.cpuUsage().then(
      ({ user, system }) => {
        this.#isAsking = false
        if (steps !== this.#steps) return
        this.#used = (user + system) / 1000
        this.#usedBefore ??= this.#used
      },
      // It is not running any more.
      () => undefined,
    )
  }

  get #active(): number {
    return this.#worker.performance.eventLoopUtilization().active
  }
}
