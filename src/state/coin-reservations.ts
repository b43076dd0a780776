// The coins of running calls: reserve before, capture or release after.
import { randomUUID } from 'node:crypto'
import { Batcher } from './batcher.ts'
import type { Presence } from './presence.ts'
import { endReservations, type ReservationEnd, type ReservationRequest, reserveCoins } from './reservation.ts'
import type { State } from './state.ts'

const BATCH = 500
const RETRY_MS = 5_000

/** Coins reserved for one call. Only the first capture or release counts. */
export interface Reservation {
  readonly id: string
  /** Spends `amount` (all of it unless given) and frees the rest; resolves to the coins spent, durably. */
  readonly capture: (amount?: number) => Promise<number>
  /** Frees all of it. */
  readonly release: () => Promise<void>
}

/** Reservations of this process. Open one per process; close it before its presence. */
export class CoinReservations {
  readonly #state: State
  readonly #presence: Presence
  readonly #now: () => number
  readonly #requests: Batcher<ReservationRequest, boolean>
  readonly #ends: Batcher<ReservationEnd, number>
  readonly #open = new Set<string>()
  /** Ended here, but the database was unavailable: released as soon as it answers again. */
  readonly #unfinished = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(state: State, presence: Presence, now: () => number = Date.now) {
    this.#state = state
    this.#presence = presence
    this.#now = now
    this.#requests = new Batcher((requests) => this.#reserveAll(requests), BATCH)
    this.#ends = new Batcher((ends) => this.#endAll(ends), BATCH)
    this.#timer = setInterval(() => void this.#finish().catch(() => {}), RETRY_MS).unref()
    presence.heartbeatWhile(() => this.#open.size > 0)
  }

  /**
   * Reserves `amount` > 0 coins; undefined when the account's free balance is too low. `id` becomes the charge's reference in the
   * ledger and must be unique.
   */
  async reserve(
    accountId: number,
    amount: number,
    purpose: string,
    id: string = randomUUID(),
  ): Promise<Reservation | undefined> {
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`no amount of coins: ${amount}`)
    // Coins whose release an outage prevented may be needed now.
    if (this.#unfinished.size > 0) await this.#finish()
    if (!(await this.#requests.add({ id, accountId, amount, purpose }))) return undefined
    this.#open.add(id)
    return {
      id,
      capture: (charge = amount) => this.#end(id, charge),
      release: async () => void (await this.#end(id, 0)),
    }
  }

  /** Finishes running requests and releases open reservations. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#requests.idle()
    await this.#ends.idle()
    for (const id of this.#open) this.#unfinished.add(id)
    this.#open.clear()
    await this.#finish()
  }

  async #end(id: string, charge: number): Promise<number> {
    if (!this.#open.delete(id)) return 0
    try {
      return await this.#ends.add({ id, charge })
    } catch (error) {
      this.#unfinished.add(id)
      throw error
    }
  }

  async #reserveAll(requests: readonly ReservationRequest[]): Promise<boolean[]> {
    const granted = await this.#state.write(async (db) => {
      await this.#presence.heartbeat(db)
      return reserveCoins(db, this.#state.kind, this.#presence.id, requests, this.#now())
    })
    return requests.map(({ id }) => granted.has(id))
  }

  async #endAll(ends: readonly ReservationEnd[]): Promise<number[]> {
    const charged = await this.#state.write((db) => endReservations(db, this.#state.kind, ends, this.#now()))
    return ends.map(({ id }) => charged.get(id) ?? 0)
  }

  async #finish(): Promise<void> {
    const ids = [...this.#unfinished]
    if (ids.length === 0) return
    await this.#endAll(ids.map((id) => ({ id, charge: 0 })))
    for (const id of ids) this.#unfinished.delete(id)
  }
}
