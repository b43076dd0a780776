// Deletes the rows that committed units replace while the next units arrive. A deletion mostly waits for the engine's merges, and
// one statement serves all pending units.
import { AppError } from '../../error/index.ts'
import { deleteReplaced, type RecoveryContext, type ReplacingUnit } from './recovery.ts'

/** The most units whose deletions may be pending; readers filter out what each of them replaces. */
const MOST_UNITS = 3

/** The deletions of one writer. */
export class Deletion {
  readonly #context: RecoveryContext
  readonly #onIdle: () => void
  #waiting: ReplacingUnit[] = []
  #deleting: readonly ReplacingUnit[] = []
  #running: Promise<void> | undefined
  #milliseconds = 0

  /** `onIdle` is called when no deletion is pending. */
  constructor(context: RecoveryContext, onIdle: () => void) {
    this.#context = context
    this.#onIdle = onIdle
  }

  /** The units whose replaced rows are being deleted or will be. */
  get units(): ReadonlySet<number> {
    return new Set([...this.#deleting, ...this.#waiting].map(({ id }) => id))
  }

  /** The duration of the last statement, in milliseconds. */
  get milliseconds(): number {
    return this.#milliseconds
  }

  /** Schedules the deletion of what a unit replaces. */
  add(unit: ReplacingUnit): void {
    this.#waiting.push(unit)
    this.#running ??= this.#run()
  }

  /** Waits while too many units are pending. */
  async room(): Promise<void> {
    while (this.#running !== undefined && this.units.size >= MOST_UNITS) await this.#running
  }

  /** Waits until no deletion is pending. */
  async ended(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** Runs one statement for all pending units. The next recovery repeats a failed one. */
  async #run(): Promise<void> {
    const started = performance.now()
    this.#deleting = this.#waiting
    this.#waiting = []
    await this.delete(this.#deleting).catch(() => {})
    this.#deleting = []
    this.#milliseconds = performance.now() - started
    this.#running = this.#waiting.length > 0 ? this.#run() : undefined
    if (this.#running === undefined) this.#onIdle()
  }

  /** Deletes what units replace. The units are committed already, so the next recovery repeats a temporary failure. */
  async delete(units: readonly ReplacingUnit[]): Promise<void> {
    try {
      await deleteReplaced(this.#context, units)
    } catch (error) {
      if (!this.#context.backend.isPassing(error) && !(error instanceof AppError)) throw error
    }
  }
}
