// Removes excluded records in the background: one job at a time, started by new rules and every hour.
import type { Jobs } from '../../job/index.ts'
import type { Exclusions } from './exclusions.ts'

/** What the job needs. */
interface SweepContext {
  readonly jobs: Jobs
  /** The name of the job kind for these records. */
  readonly kind: string
  readonly exclusions: Exclusions
  /** Milliseconds for which a finished job is kept. */
  readonly expiry: number
}

/** Milliseconds after which rules added while a job ended are looked for. */
const AGAIN = 1000

/** Exclusions whose new rules start the job. */
export interface SweptExclusions extends Exclusions {
  /** Starts the job unless one is in flight. */
  readonly start: () => Promise<void>
}

/** Opens the job; one that a stop or a crash interrupted starts over. */
export function sweptExclusions({ jobs, kind, exclusions, expiry }: SweepContext): SweptExclusions {
  const start = async (): Promise<void> => {
    await queue.submit({ accountId: null, key: kind, input: {} })
  }
  const startPending = async (): Promise<void> => {
    const rules = await exclusions.list()
    if (rules.some(({ sweptAt }) => sweptAt === undefined)) await start()
  }
  const queue = jobs.open<object, { readonly removed: number }>({
    name: kind,
    concurrency: 1,
    expiry,
    run: async (_, { signal }) => {
      const removed = await exclusions.sweep(signal)
      setTimeout(() => startPending().catch(() => undefined), AGAIN).unref()
      return { removed }
    },
    discard: async () => {},
  })
  return {
    ...exclusions,
    start,
    add: async (...args) => {
      const result = await exclusions.add(...args)
      if (result.added.length > 0) await start()
      return result
    },
  }
}
