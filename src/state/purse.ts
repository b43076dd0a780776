// The coins of running calls: reserve before, settle or release after, and look after reservations whose process died.
import { randomUUID } from 'node:crypto'
import { Batcher } from './batcher.ts'
import { endReservations, type ReservationEnd, type ReservationWish, reserveCoins } from './coin.ts'
import { beatOwner, buryOwner, describeOwner, isGone, listOwners, type OwnerRow } from './owner.ts'
import type { State } from './state.ts'

const BATCH = 500
const BEAT_MS = 5_000
const DEAD_AFTER_MS = 30_000

/** Coins held back for one call. Ends once; what comes after the first end does nothing. */
export interface Reservation {
  readonly id: string
  /** Spends `amount` (all of it unless given) and frees the rest; resolves to the coins spent, durably. */
  readonly settle: (amount?: number) => Promise<number>
  /** Frees all of it. */
  readonly release: () => Promise<void>
}

interface Watched {
  readonly beat: number
  readonly since: number
}

/** Reservations of this process. Open one per process and close it before the state. */
export class Purse {
  readonly #state: State
  readonly #now: () => number
  readonly #owner: OwnerRow = describeOwner()
  readonly #wishes: Batcher<ReservationWish, boolean>
  readonly #ends: Batcher<ReservationEnd, number>
  readonly #open = new Set<string>()
  /** Ended here, but the database did not take it: released as soon as it answers again. */
  readonly #unfinished = new Set<string>()
  readonly #watched = new Map<string, Watched>()
  readonly #timer: NodeJS.Timeout

  constructor(state: State, now: () => number = Date.now) {
    this.#state = state
    this.#now = now
    this.#wishes = new Batcher((wishes) => this.#reserveAll(wishes), BATCH)
    this.#ends = new Batcher((ends) => this.#endAll(ends), BATCH)
    this.#timer = setInterval(() => void this.#tick().catch(() => {}), BEAT_MS).unref()
  }

  /** Holds `amount` > 0 coins back; undefined when the account's free balance does not cover it. */
  async reserve(accountId: number, amount: number, purpose: string): Promise<Reservation | undefined> {
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error(`no amount of coins: ${amount}`)
    const id = randomUUID()
    if (!(await this.#wishes.add({ id, accountId, amount, purpose }))) return undefined
    this.#open.add(id)
    return {
      id,
      settle: (charge = amount) => this.#end(id, charge),
      release: async () => void (await this.#end(id, 0)),
    }
  }

  /**
   * Releases what processes that are gone have left behind; run at start, and by itself every few seconds. Returns how many
   * reservations were released.
   */
  async releaseOrphans(): Promise<number> {
    const others = await listOwners(this.#state.db, this.#owner)
    this.#forgetExcept(others)
    let released = 0
    for (const other of others) {
      if (isGone(other, this.#owner) || this.#stoodStill(other))
        released += await this.#state.write((db) => buryOwner(db, other))
    }
    return released
  }

  /** Ends what is under way, releases what is still open and signs off. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#wishes.idle()
    await this.#ends.idle()
    await this.#state.write(async (db) => {
      await db.deleteFrom('owner').where('id', '=', this.#owner.id).execute()
      await releaseIds(db, [...this.#open, ...this.#unfinished], this.#now())
    })
    this.#open.clear()
    this.#unfinished.clear()
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

  async #reserveAll(wishes: readonly ReservationWish[]): Promise<boolean[]> {
    const granted = await this.#state.write(async (db) => {
      await beatOwner(db, this.#owner)
      return reserveCoins(db, this.#state.kind, this.#owner.id, wishes, this.#now())
    })
    return wishes.map(({ id }) => granted.has(id))
  }

  async #endAll(ends: readonly ReservationEnd[]): Promise<number[]> {
    const charged = await this.#state.write((db) => endReservations(db, ends, this.#now()))
    return ends.map(({ id }) => charged.get(id) ?? 0)
  }

  async #tick(): Promise<void> {
    if (this.#open.size > 0 || this.#unfinished.size > 0) await this.#beat()
    await this.releaseOrphans()
  }

  async #beat(): Promise<void> {
    const unfinished = [...this.#unfinished]
    await this.#state.write(async (db) => {
      await beatOwner(db, this.#owner)
      await releaseIds(db, unfinished, this.#now())
    })
    for (const id of unfinished) this.#unfinished.delete(id)
  }

  #stoodStill(owner: OwnerRow): boolean {
    const before = this.#watched.get(owner.id)
    const now = performance.now()
    if (before !== undefined && before.beat === owner.beat) return now - before.since > DEAD_AFTER_MS
    this.#watched.set(owner.id, { beat: owner.beat, since: now })
    return false
  }

  #forgetExcept(owners: readonly OwnerRow[]): void {
    const known = new Set(owners.map(({ id }) => id))
    for (const id of this.#watched.keys()) if (!known.has(id)) this.#watched.delete(id)
  }
}

type WriteDb = Parameters<Parameters<State['write']>[0]>[0]

async function releaseIds(db: WriteDb, ids: readonly string[], time: number): Promise<void> {
  if (ids.length === 0) return
  await endReservations(
    db,
    ids.map((id) => ({ id, charge: 0 })),
    time,
  )
}
