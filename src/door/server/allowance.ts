import { AppError } from '../../error/index.ts'

/** Bytes of answers being built or sent, over all calls. */
export interface Allowance {
  /** Reserves bytes; fails with code `unavailable` when the limit would be exceeded. */
  readonly take: (bytes: number) => void
  readonly give: (bytes: number) => void
  /** Bytes reserved and not yet released. */
  readonly taken: () => number
}

/** Creates an allowance of `limit` bytes, so that many long responses to slow callers do not fill the memory. */
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
