// Whether what calls need is there, for probes: anybody may ask, so many questions at once cost one.
import { access, constants } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, outageOf } from '../../error/index.ts'
import type { State } from '../../state/index.ts'

/** How long the database may take to answer, in milliseconds. */
const PATIENCE_MS = 3000
/** How long an answer holds. */
const FRESH_MS = 500

/** A check of the database of accounts and of the data directory. It fails with `unavailable`. */
export function createReadiness(state: Pick<State, 'check'>, directory: string): () => Promise<void> {
  let startedAt = Number.NEGATIVE_INFINITY
  let latest = Promise.resolve()
  return () => {
    if (performance.now() - startedAt > FRESH_MS) {
      startedAt = performance.now()
      latest = Promise.all([answersInTime(state), isWritable(directory)]).then(() => {})
      latest.catch(() => {})
    }
    return latest
  }
}

async function isWritable(directory: string): Promise<void> {
  try {
    await access(directory, constants.W_OK)
  } catch (error) {
    throw outageOf(error) ?? error
  }
}

async function answersInTime(state: Pick<State, 'check'>): Promise<void> {
  const answered = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: answered.signal, ref: false }).then(() => {
    throw new AppError(
      'unavailable',
      '503 Service Unavailable: the database of accounts does not answer; try again in a few seconds',
      { retryAfter: 2 },
    )
  })
  late.catch(() => {})
  try {
    await Promise.race([state.check(), late])
  } finally {
    answered.abort()
  }
}
