// Work for an account ends with the account: immediately when this process disabled it, within a second when another process
// did.
import { disabledAmong, type State } from '../../../state/index.ts'
import { unauthorizedError } from '../failure.ts'

const LOOK_MS = 1000

/** The running work of each account in this process. */
export class Ends {
  readonly #state: State
  readonly #running = new Map<number, Set<AbortController>>()
  #timer: NodeJS.Timeout | undefined

  constructor(state: State) {
    this.#state = state
  }

  /** Runs work under a signal that aborts when the account is disabled; it then fails with `unauthorized`. */
  async during<Result>(account: number, work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
    const end = new AbortController()
    const ends = this.#running.get(account) ?? new Set()
    this.#running.set(account, ends.add(end))
    // If the database cannot be read, nothing ends; the next check repeats it, or every call fails anyway.
    this.#timer ??= setInterval(() => void this.#look().catch(() => {}), LOOK_MS).unref()
    try {
      return await work(end.signal)
    } catch (error) {
      end.signal.throwIfAborted()
      throw error
    } finally {
      ends.delete(end)
      if (ends.size === 0) this.#running.delete(account)
      if (this.#running.size === 0) this.close()
    }
  }

  /** Ends everything that runs here for the account. */
  end(account: number): void {
    for (const end of this.#running.get(account) ?? []) end.abort(unauthorizedError())
  }

  /** Stops watching; running work continues. */
  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    for (const account of await disabledAmong(this.#state.db, [...this.#running.keys()])) this.end(account)
  }
}
