// Measures how long searches take and how many of them the engine can run concurrently. Knows nothing of queues and accounts.

/** Number of recent durations that are stored. */
const RECENT = 16
const ALONE = 32
/** Number of searches that ran alone before their median counts as the duration without load. */
const LEAST_ALONE = 5
/** Searches that take this many times longer than alone mean too much concurrency; below the second factor, it is raised. */
const TOO_SLOW = 2
const FAST_ENOUGH = 1.5
/** The limit is reviewed after this number of finished searches. */
const EPOCH = 8
const LONGEST_ADVICE_SECONDS = 60

/** The limits between which the concurrency moves. */
interface LoadLimits {
  readonly concurrency: number
  /** The concurrency is not lowered below it. */
  readonly least: number
}

/** Measures durations in milliseconds and adapts the concurrency to them. */
export class Load {
  readonly #limits: LoadLimits
  readonly #recent: number[] = []
  readonly #alone: number[] = []
  #limit: number
  #ends = 0
  /** Until when the engine is reserved for callers that were asked to retry. */
  #bookedUntil = 0

  constructor(limits: LoadLimits) {
    this.#limits = limits
    this.#limit = limits.concurrency
  }

  /** How many searches may run at a time. */
  get limit(): number {
    return this.#limit
  }

  /** The median duration of recent work; 0 if there was none. */
  get typical(): number {
    return median(this.#recent)
  }

  /** Records a finished search and its duration; `wasAlone` when no other ran meanwhile, `isBusy` when others wait. */
  ended(duration: number, wasAlone: boolean, isBusy: boolean): void {
    keep(this.#recent, duration, RECENT)
    if (wasAlone) keep(this.#alone, duration, ALONE)
    if (++this.#ends % EPOCH === 0) this.#review(isBusy)
  }

  /**
   * Seconds after which a refused caller can expect a slot. Every refused caller is booked after the waiting ones and those refused before,
   * so that callers who respect it do not return at the same time.
   */
  book(now: number, waiting: number): number {
    const each = this.typical / this.#limit
    this.#bookedUntil = Math.max(this.#bookedUntil, now + waiting * each) + each
    const longest = now + LONGEST_ADVICE_SECONDS * 1000
    this.#bookedUntil = Math.min(this.#bookedUntil, longest)
    return Math.max(1, Math.ceil((this.#bookedUntil - now) / 1000))
  }

  #review(isBusy: boolean): void {
    if (this.#alone.length < LEAST_ALONE) return
    const slowness = this.typical / median(this.#alone)
    if (slowness > TOO_SLOW) this.#limit = Math.max(this.#limits.least, Math.floor(this.#limit * 0.75))
    else if (slowness < FAST_ENOUGH && isBusy)
      this.#limit = Math.min(this.#limits.concurrency, this.#limit + 1)
  }
}

function keep(values: number[], value: number, most: number): void {
  values.push(value)
  if (values.length > most) values.shift()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
