// Limits audit events that can occur many times a second (failed logins, calls of models): the first ones of a subject within an
// hour are written one by one, later ones are counted and written together once a minute. So no event is lost and the database
// stays small.
import type { State } from '../../../state/index.ts'
import type { Actor } from '../account.ts'
import { sourceNetwork } from '../network.ts'
import { type AuditEvent, record } from './record.ts'

/** An event that may be frequent. */
interface FrequentEvent {
  readonly actor: Actor
  readonly audited: AuditEvent
}

/** The event of a failed login, use of a key, password change or registration. */
export function failedBy(
  address: string | undefined,
  action: 'login.fail' | 'factor.fail' | 'key.fail' | 'password.fail' | 'register.fail',
  subject: { readonly id: number; readonly email: string } | undefined,
  detail?: Readonly<Record<string, string>>,
): FrequentEvent {
  const actor = { accountId: undefined, name: 'nobody', address }
  const about = { ...(subject !== undefined && { subject }), ...(detail !== undefined && { detail }) }
  return { actor, audited: { action, ...about } }
}

/** Single events of each account and each network within an hour. */
const EACH = 20
const HOUR_MS = 3_600_000
const FLUSH_MS = 60_000
/** Accounts and networks beyond this number are only counted, and counts beyond it share one entry. */
const MOST = 1000

interface Counted {
  readonly event: FrequentEvent
  readonly count: number
}

/** The frequent events of this process. */
export class FrequentEvents {
  readonly #state: State
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #hour = 0
  readonly #counts = new Map<string, number>()
  #counted = new Map<string, Counted>()

  constructor(state: State, now: () => number) {
    this.#state = state
    this.#now = now
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }

  /** Writes the event, or counts it when the account or network has reached its limit of single events. */
  async note(event: FrequentEvent): Promise<void> {
    if (this.#mayTell(namesOf(event))) await this.#write([{ event, count: 1 }])
    else this.#count(event)
  }

  /** Whether failures from the address are only counted; then the account that they target need not be looked up. */
  isFull(address = ''): boolean {
    return this.#countOf(`network ${sourceNetwork(address)}`) >= EACH
  }

  /** Writes the counts; runs by itself every minute. */
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
    if (names.some((name) => this.#countOf(name) >= EACH)) return false
    const isKnown = names.every((name) => this.#counts.has(name)) || this.#counts.size < MOST
    for (const name of isKnown ? names : []) this.#counts.set(name, this.#countOf(name) + 1)
    return isKnown
  }

  #countOf(name: string): number {
    const hour = Math.floor(this.#now() / HOUR_MS)
    if (hour !== this.#hour) this.#counts.clear()
    this.#hour = hour
    return this.#counts.get(name) ?? 0
  }

  #count(event: FrequentEvent): void {
    const { actor, audited } = event
    const own = `${audited.action} ${audited.subject?.id ?? actor.accountId ?? sourceNetwork(actor.address ?? '')}`
    const isKnown = this.#counted.has(own) || this.#counted.size < MOST
    const name = isKnown ? own : `${audited.action} elsewhere`
    const count = (this.#counted.get(name)?.count ?? 0) + 1
    const { action } = audited
    const elsewhere = {
      actor: { accountId: undefined, name: 'nobody', address: undefined },
      audited: { action },
    }
    this.#counted.set(name, { event: isKnown ? event : elsewhere, count })
  }

  async #write(rows: readonly Counted[]): Promise<void> {
    if (rows.length === 0) return
    const now = this.#now()
    await this.#state.write(async (db) => {
      for (const { event, count } of rows) {
        const { actor, audited } = event
        await record(db, actor, count === 1 ? audited : { ...audited, detail: { count } }, now)
      }
    })
  }
}

/** The subjects of an event: its account if known, else its network and the account that it is about. */
function namesOf({ actor, audited }: FrequentEvent): readonly string[] {
  if (actor.accountId !== undefined) return [`${audited.action} ${actor.accountId}`]
  const about = audited.subject === undefined ? [] : [`account ${audited.subject.id}`]
  return [`network ${sourceNetwork(actor.address ?? '')}`, ...about]
}
