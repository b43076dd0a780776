// Cancels running work: of an account that is disabled or no longer an administrator, of a key that is revoked, replaced or expired, and
// of a session that ended or expired. If this process made the change, at once; otherwise, and for sessions and expired keys, within a
// second.
import {
  administratorsAmong,
  disabledAmong,
  type State,
  validKeys,
  validSessions,
} from '../../../state/index.ts'
import { hashToken } from '../credential/token.ts'
import { unauthorizedError } from '../failure.ts'

const LOOK_MS = 1000

/** The owner of work: an account, and the keyed hash of the call's key or the token of its session, if any. */
export interface WorkOwner {
  readonly account: number
  readonly keyHash?: string | undefined
  readonly session?: string | undefined
  /** Whether the account was an administrator when the work started. */
  readonly isAdministrator?: boolean | undefined
}

interface Work extends Omit<WorkOwner, 'session'> {
  /** The hash of the token. */
  readonly session: string | undefined
  readonly cancel: AbortController
}

/** The running work of accounts and keys in this process. */
export class RunningWork {
  readonly #state: State
  readonly #now: () => number
  readonly #running = new Set<Work>()
  #timer: NodeJS.Timeout | undefined

  constructor(state: State, now: () => number) {
    this.#state = state
    this.#now = now
  }

  /** Runs work under a signal that aborts when the account is disabled or the key or the session ends; it then fails with `unauthorized`. */
  async during<Result>(
    { session, ...owner }: WorkOwner,
    work: (ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const hash = session === undefined ? undefined : hashToken(session)
    const running = { ...owner, session: hash, cancel: new AbortController() }
    const { signal } = running.cancel
    this.#running.add(running)
    // If the database cannot be read, nothing is cancelled; the next check repeats it, or every call fails anyway.
    this.#timer ??= setInterval(() => void this.#look().catch(() => {}), LOOK_MS).unref()
    try {
      return await work(signal)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      this.#running.delete(running)
      if (this.#running.size === 0) this.close()
    }
  }

  /** Cancels everything that runs here for the account. */
  cancelAccount(account: number): void {
    this.#cancelWhere((work) => work.account === account)
  }

  /** Cancels what runs here for the account and started while it was an administrator. */
  cancelAdministrator(account: number): void {
    this.#cancelWhere((work) => work.account === account && work.isAdministrator === true)
  }

  /** Cancels everything that runs here for calls with a key. */
  cancelKey(hash: string): void {
    this.#cancelWhere((work) => work.keyHash === hash)
  }

  /** Stops watching; running work continues. */
  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #cancelWhere(isOver: (work: Work) => boolean): void {
    for (const work of this.#running) if (isOver(work)) work.cancel.abort(unauthorizedError())
  }

  async #look(): Promise<void> {
    const { db } = this.#state
    const running = [...this.#running]
    const hashes = new Set(running.flatMap(({ keyHash }) => keyHash ?? []))
    const sessions = new Set(running.flatMap(({ session }) => session ?? []))
    const administrators = new Set(
      running.filter((work) => work.isAdministrator).map(({ account }) => account),
    )
    const disabled = await disabledAmong(db, [...new Set(running.map(({ account }) => account))])
    const remaining = await administratorsAmong(db, [...administrators])
    const valid = await validKeys(db, [...hashes], this.#now())
    const existing = await validSessions(db, [...sessions], this.#now())
    for (const account of disabled) this.cancelAccount(account)
    // Only what was looked up: other work may be newer.
    for (const account of administrators) if (!remaining.has(account)) this.cancelAdministrator(account)
    for (const hash of hashes) if (!valid.has(hash)) this.cancelKey(hash)
    this.#cancelWhere(({ session = '' }) => sessions.has(session) && !existing.has(session))
  }
}
