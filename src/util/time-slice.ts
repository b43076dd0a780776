// Long work of the main thread is done in time slices, so that the process answers others in between.
/**
 * Milliseconds of one time slice. A search of another caller takes some twenty rounds of the event loop and waits for a slice in each
 * of them, so slices are short.
 */
const LENGTH = 2

/** Work that waits for its next slice, in order. */
const waiting: (() => void)[] = []

/** After every slice others run, however many pieces of work there are. */
function nextSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) afterOthers(nextSlice)
}

/** Calls when what has arrived meanwhile was handled. The page has no `setImmediate`. */
function afterOthers(call: () => void): void {
  const { setImmediate: schedule = setTimeout } = globalThis as Partial<Scheduling>
  schedule(call)
}

interface Scheduling {
  readonly setImmediate: (call: () => void) => unknown
}

/** The time slices of one piece of work. */
export class TimeSlices {
  #start = performance.now()

  /** Whether the current slice is over, so that others should run. */
  get isOver(): boolean {
    return performance.now() - this.#start >= LENGTH
  }

  /** Resolves when others have run. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) afterOthers(nextSlice)
    })
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
