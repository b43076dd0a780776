// Failed logins as audit events, bounded: each of the first ones of an account and of a network within an hour is an event of its own,
// those beyond are counted and told together once a minute. So nobody guesses unseen, and nobody fills the database.
import type { State } from '../../state/index.ts'
import { sourceNetwork } from './network.ts'
import { type Deed, record } from './record.ts'

/** An attempt to sign in, to use a key or to change a password that failed. */
export interface FailedAttempt {
  readonly action: 'login.fail' | 'key.fail' | 'password.fail'
  /** The account it was aimed at; undefined where there is none of that name. */
  readonly subject: { readonly id: number; readonly email: string } | undefined
  readonly address: string | undefined
}

/** Events of their own for each account and each network within an hour. */
export const EACH = 20
const HOUR_MS = 3_600_000
const FLUSH_MS = 60_000
/** More accounts, networks or counts than these are not told apart. */
const MOST = 1000

interface Counted {
  readonly attempt: FailedAttempt
  readonly count: number
}

/** The failed attempts of this process. */
export class FailedAttempts {
  readonly #state: State
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #hour = 0
  readonly #told = new Map<string, number>()
  #counted = new Map<string, Counted>()

  constructor(state: State, now: () => number) {
    this.#state = state
    this.#now = now
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }

  /** Writes the attempt, or counts it where an account or a network failed often before. */
  async note(attempt: FailedAttempt): Promise<void> {
    const { subject, address = '' } = attempt
    const names = [
      `network ${sourceNetwork(address)}`,
      ...(subject === undefined ? [] : [`account ${subject.id}`]),
    ]
    if (this.#mayTell(names)) await this.#write([{ attempt, count: 1 }])
    else this.#count(attempt)
  }

  /** Whether attempts from the address are counted only; then it is not worth finding out at whom they aim. */
  isFull(address = ''): boolean {
    return this.#toldOf(`network ${sourceNetwork(address)}`) >= EACH
  }

  /** Writes what was counted; it happens by itself every minute. */
  async flush(): Promise<void> {
    const counted = [...this.#counted.values()]
    this.#counted = new Map()
    await this.#write(counted)
  }

  /** Writes the rest and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  #mayTell(names: readonly string[]): boolean {
    if (names.some((name) => this.#toldOf(name) >= EACH)) return false
    const isKnown = names.every((name) => this.#told.has(name)) || this.#told.size < MOST
    for (const name of isKnown ? names : []) this.#told.set(name, this.#toldOf(name) + 1)
    return isKnown
  }

  #toldOf(name: string): number {
    const hour = Math.floor(this.#now() / HOUR_MS)
    if (hour !== this.#hour) this.#told.clear()
    this.#hour = hour
    return this.#told.get(name) ?? 0
  }

  #count(attempt: FailedAttempt): void {
    const { action, subject, address = '' } = attempt
    const own = `${action} ${subject?.id ?? sourceNetwork(address)}`
    const isKnown = this.#counted.has(own) || this.#counted.size < MOST
    const name = isKnown ? own : `${action} elsewhere`
    const before = this.#counted.get(name)
    const kept = isKnown ? attempt : { action, subject: undefined, address: undefined }
    this.#counted.set(name, { attempt: kept, count: (before?.count ?? 0) + 1 })
  }

  async #write(rows: readonly Counted[]): Promise<void> {
    if (rows.length === 0) return
    const now = this.#now()
    await this.#state.write(async (db) => {
      for (const { attempt, count } of rows) {
        const { action, subject, address } = attempt
        const deed: Deed = {
          action,
          ...(subject !== undefined && { subject }),
          ...(count > 1 && { detail: { attempts: count } }),
        }
        await record(db, { accountId: undefined, name: 'nobody', address }, deed, now)
      }
    })
  }
}
