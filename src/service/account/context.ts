// The context of the account use cases.
import type { CoinReservations, State } from '../../state/index.ts'
import type { AccountCache } from './sign-in/cache.ts'
import type { Meter } from './coin/meter.ts'
import type { RunningWork } from './sign-in/running-work.ts'
import type { FrequentEvents } from './audit/frequent-events.ts'
import type { Passwords } from './credential/password.ts'
import type { Secret } from './credential/secret.ts'
import type { AccountSettings } from './settings.ts'
import type { Throttle } from './sign-in/throttle.ts'

/** The context of the use cases; one per process. */
export interface AccountContext {
  readonly state: State
  readonly secret: Secret
  readonly settings: AccountSettings
  readonly now: () => number
  readonly cache: AccountCache
  readonly reservations: CoinReservations
  readonly runningWork: RunningWork
  readonly frequent: FrequentEvents
  readonly meter: Meter
  readonly throttle: Throttle
  readonly passwords: Passwords
  /** The file of the audit trail's signed head, if there is a data directory. */
  readonly auditHead: string | undefined
}
