// Exclusions of the records that a process opens itself.
import type { Config } from '../../config/index.ts'
import { isAppError } from '../../error/index.ts'
import type { Jobs } from '../../job/index.ts'
import {
  type Exclusions,
  openExclusions,
  type SweptExclusions,
  sweptExclusions,
} from '../../service/exclusion/index.ts'
import type { State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { jobKinds } from './job-kinds.ts'

/** Exclusions of a command: without a server it removes the records itself before it ends. */
export async function ownExclusions(state: State, store: Store): Promise<Exclusions> {
  const exclusions = await openExclusions({ state, store, now: Date.now })
  return {
    ...exclusions,
    add: async (...args) => {
      const result = await exclusions.add(...args)
      // In read-only mode the rule hides the records, and the next sweep removes them.
      if (result.added.length > 0) await exclusions.sweep().catch(unlessUnavailable)
      return result
    },
  }
}

function unlessUnavailable(error: unknown): void {
  if (!isAppError(error) || error.code !== 'unavailable') throw error
}

/** Milliseconds after which rules that another server of the same database added hold here too. */
const REFRESH_MS = 1000

/** Exclusions of a server, whose records are removed by a job; `close` stops reading the rules of other servers. */
export async function serverExclusions(
  { config, state, store, jobs }: { config: Config; state: State; store: Store; jobs: Jobs },
  onError: (error: unknown) => void,
): Promise<SweptExclusions & { readonly close: () => void }> {
  const exclusions = sweptExclusions({
    jobs,
    kind: jobKinds(config, state).exclude,
    exclusions: await openExclusions({ state, store, now: Date.now }),
    expiry: config['import.reportExpiry'],
  })
  const refresh = (): void => void exclusions.refresh().catch(onError)
  const timer = state.kind === 'postgres' ? setInterval(refresh, REFRESH_MS).unref() : undefined
  return { ...exclusions, close: () => clearInterval(timer) }
}
