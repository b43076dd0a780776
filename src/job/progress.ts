// Writes the progress of a running job to the state database, a few times a second at most.
import { type Attempt, advanceJob, type State } from '../state/index.ts'

/** The shortest time between writes, in milliseconds. */
const EVERY_MS = 200
/** Additional wait after a failed write, in milliseconds. */
const FAILED_MS = 1000

interface Reached {
  readonly progress: number
  readonly checkpoint: string | undefined
}

/** Receives the outcome of writing progress. */
interface ProgressListener {
  /** Another attempt has replaced this one. */
  readonly onLost: () => void
  readonly onError: (error: unknown) => void
}

/** The progress of one attempt: written a few times a second at most, always including the last value, and never decreasing. */
export class Progress {
  readonly #state: State
  readonly #attempt: Attempt
  readonly #listener: ProgressListener
  #latest: Reached
  #written: Reached
  #writing = false
  #last = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(state: State, attempt: Attempt, progress: number, listener: ProgressListener) {
    this.#state = state
    this.#attempt = attempt
    this.#listener = listener
    this.#latest = { progress, checkpoint: undefined }
    this.#written = this.#latest
  }

  /** Records progress. Without a checkpoint the earlier one stays. */
  advance(progress: number, checkpoint = this.#latest.checkpoint): void {
    const bounded = Math.max(this.#latest.progress, Math.min(99, Math.floor(progress)))
    if (bounded === this.#latest.progress && checkpoint === this.#latest.checkpoint) return
    this.#latest = { progress: bounded, checkpoint }
    this.#schedule()
  }

  /** Stops writing. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#writing || this.#stopped || this.#latest === this.#written) return
    clearTimeout(this.#timer)
    const wait = this.#last + EVERY_MS - performance.now()
    if (wait <= 0) void this.#write()
    else this.#timer = setTimeout(() => void this.#write(), wait).unref()
  }

  async #write(): Promise<void> {
    const { progress, checkpoint } = this.#latest
    const before = this.#written
    this.#written = this.#latest
    this.#writing = true
    this.#last = performance.now()
    try {
      const counts = await this.#state.write((db) => advanceJob(db, this.#attempt, progress, checkpoint))
      if (!counts && !this.#stopped) this.#listener.onLost()
    } catch (error) {
      this.#written = before
      this.#last += FAILED_MS
      this.#listener.onError(error)
    } finally {
      this.#writing = false
      this.#schedule()
    }
  }
}
