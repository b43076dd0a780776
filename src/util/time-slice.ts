// Long work of the main thread is done in time slices, so that the process answers others in between.
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
    // The page has no `setImmediate`.
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#start = performance.now()
  }
}

/** Does work that is divided into steps in time slices. */
export async function inTimeSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  const slices = new TimeSlices()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (slices.isOver) await slices.next()
  }
}
