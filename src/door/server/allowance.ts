import { AppError } from '../../error/index.ts'

/** Bytes of answers that are being made or sent, all calls together. */
export interface Allowance {
  /** Takes bytes; fails with code `unavailable` when that would be too many. */
  readonly take: (bytes: number) => void
  readonly give: (bytes: number) => void
  /** Bytes taken and not given back. */
  readonly taken: () => number
}

/** An allowance of so many bytes, so that many long answers to slow callers do not fill the memory. */
export function createAllowance(limit: number): Allowance {
  let taken = 0
  return {
    take: (bytes) => {
      if (taken + bytes > limit) {
        throw new AppError(
          'unavailable',
          '503 Service Unavailable: too many long answers are running; try again in a few seconds or ask for a smaller size',
        )
      }
      taken += bytes
    },
    give: (bytes) => {
      taken -= bytes
    },
    taken: () => taken,
  }
}
