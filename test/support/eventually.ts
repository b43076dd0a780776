import { vi } from 'vitest'

/** Repeats a check until it passes, for a minute at most: a slow machine needs more than the second of `vi.waitFor`. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}
