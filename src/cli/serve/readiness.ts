// Readiness for probes: anyone may request it, so concurrent requests share one check, and none waits long.
import { access, constants } from 'node:fs/promises'
import { AppError, outageOf } from '../../error/index.ts'
import type { State } from '../../state/index.ts'
import { keepLatest, type LatestOptions } from './latest.ts'

/** How long an answer stays fresh and how long a request waits for one, in milliseconds. */
const TIMES: LatestOptions = { fresh: 500, waitTime: 3000, late: 2900, giveUp: 15_000 }

/** A check of the database of accounts and of the data directory. It fails with `unavailable`. */
export function createReadiness(
  state: Pick<State, 'check'>,
  directory: string,
  times: LatestOptions = TIMES,
): () => Promise<void> {
  const read = keepLatest(() => Promise.all([state.check(), checkWritable(directory)]), times)
  return async () => {
    const { up, error } = await read()
    if (!up) throw error ?? noAnswer()
  }
}

async function checkWritable(directory: string): Promise<void> {
  try {
    await access(directory, constants.W_OK)
  } catch (error) {
    throw outageOf(error) ?? error
  }
}

function noAnswer(): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the database of accounts does not answer; try again in a few seconds',
    { retryAfter: 2 },
  )
}
