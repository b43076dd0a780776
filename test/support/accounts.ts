// Accounts over a fresh state database, with a clock that tests set and no waiting.
import { afterEach } from 'vitest'
import {
  type AccountService,
  type AccountSettings,
  openAccounts,
  openSecretText,
  Passwords,
  Throttle,
} from '../../src/service/account/index.ts'
import type { State, StateOptions } from '../../src/state/index.ts'
import { describeStates } from './state.ts'

/** Any secret. */
export const SECRET = openSecretText('a secret of at least thirty-two characters')

/** Accounts under test, and their context. */
export interface AccountBench {
  readonly accounts: AccountService
  readonly state: State
  /** Set `now` to move the wall clock. */
  readonly clock: { now: number }
  /** How long each slowed call was made to wait, in milliseconds. */
  readonly waits: number[]
}

/** Opens accounts of a fresh database, or of one that other accounts have open. */
export type OpenBench = (settings?: Partial<AccountSettings>, place?: StateOptions) => Promise<AccountBench>

/** Runs `body` on both databases. */
export function describeAccounts(
  title: string,
  body: (open: OpenBench, place: () => Promise<StateOptions>) => void,
): void {
  describeStates(title, (bench) => {
    const opened: AccountService[] = []
    afterEach(async () => {
      for (const accounts of opened.splice(0)) await accounts.close()
    })
    const open: OpenBench = async (settings, place) => {
      const state = await bench.open(place)
      const clock = { now: Date.UTC(2026, 0, 15, 12) }
      const waits: number[] = []
      const throttle = new Throttle({ sleep: async (wait) => void waits.push(wait), clock: () => clock.now })
      const now = () => clock.now
      const passwords = new Passwords({ memory: 64, passes: 1, parallelism: 1 })
      const accounts = await openAccounts({ state, secret: SECRET, settings, now, throttle, passwords })
      opened.push(accounts)
      return { accounts, state, clock, waits }
    }
    body(open, bench.place)
  })
}

/** The failure of a call that is expected to fail. */
export async function failureOf(call: Promise<unknown>): Promise<{ code?: string; message: string }> {
  return call.then(
    (value) => {
      throw new Error(`no failure, but ${JSON.stringify(value)}`)
    },
    (error: Error) => error,
  )
}
