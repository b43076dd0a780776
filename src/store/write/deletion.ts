// Deletes what committed units replace while the next units arrive: deleting mostly waits for merges of the engine, and one statement
// serves all units that wait.
import { AppError } from '../../error/index.ts'
import { deleteReplaced, type RecoveryContext, type ReplacingUnit } from './recovery.ts'

/** So many units may wait to be deleted for; readers leave out what each of them replaces. */
const MOST_UNITS = 3

/** The deletions of one writer. */
export class Deletion {
  readonly #context: RecoveryContext
  readonly #onIdle: () => void
  #waiting: ReplacingUnit[] = []
  #deleting: readonly ReplacingUnit[] = []
  #running: Promise<void> | undefined
  #milliseconds = 0

  /** `onIdle` is called when nothing is left to delete. */
  constructor(context: RecoveryContext, onIdle: () => void) {
    this.#context = context
    this.#onIdle = onIdle
  }

  /** The units whose replaced rows are being deleted, or will be. */
  get units(): ReadonlySet<number> {
    return new Set([...this.#deleting, ...this.#waiting].map(({ id }) => id))
  }

  /** How long the last statement took. */
  get milliseconds(): number {
    return this.#milliseconds
  }

  /** Deletes what a unit replaces, in time. */
  add(unit: ReplacingUnit): void {
    this.#waiting.push(unit)
    this.#running ??= this.#run()
  }

  /** Waits while many units wait. */
  async room(): Promise<void> {
    while (this.#running !== undefined && this.units.size >= MOST_UNITS) await this.#running
  }

  /** Waits until nothing is left to delete. */
  async ended(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** One statement for all that wait. What fails is done by the next recovery. */
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

  /** Deletes what units replace. They count already: what fails for a reason that may pass is done by the next recovery. */
  async delete(units: readonly ReplacingUnit[]): Promise<void> {
    try {
      await deleteReplaced(this.#context, units)
    } catch (error) {
      if (!this.#context.backend.isPassing(error) && !(error instanceof AppError)) throw error
    }
  }
}
