/** How much was done at a time (milliseconds). */
interface Mark {
  readonly done: number
  readonly time: number
}

/** How fast something goes, and how long it will take. */
export interface ProgressRate {
  /** Per second. */
  readonly rate: number
  /** Seconds. */
  readonly left: number
}

/** The rate between two marks; undefined while it is unknown. */
export function progressRateOf(first: Mark, now: Mark, all: number): ProgressRate | undefined {
  const seconds = (now.time - first.time) / 1000
  if (seconds < 0.5 || now.done <= first.done) return undefined
  const rate = (now.done - first.done) / seconds
  return { rate, left: Math.max(0, all - now.done) / rate }
}
