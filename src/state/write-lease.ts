// The write lease of a store: a row of the state database that one process holds at a time. It expires by the database's clock, so
// clocks of two machines are never compared.
import { type RawBuilder, sql } from 'kysely'
import type { Lease } from '../commit/index.ts'
import { describeOwner, isGone } from './owner.ts'
import type { DatabaseKind, Db } from './schema.ts'
import type { State } from './state.ts'

/** How long a process that requested the lease has precedence (milliseconds). */
const WANTED = 2000

/** Which lease, and how it is taken. */
interface LeaseOptions {
  /** The identity of the store. */
  readonly store: string
  /** Whether only this process can reach the store, so that every other holder is dead. */
  readonly alone: boolean
  /** How long it lasts without renewal, in milliseconds. */
  readonly duration: number
}

/** The process as rows name it. */
export interface Place {
  readonly place: string
  readonly process: string
}

/** The lease of one store, as this process sees it. */
export class WriteLease {
  /** This process. */
  readonly self: Place
  readonly #state: State
  readonly #options: LeaseOptions
  readonly #id: string
  readonly #now: RawBuilder<number>
  /** When a lease ends that starts now. */
  readonly #deadline: RawBuilder<number>

  constructor(state: State, options: LeaseOptions) {
    const { id, place, process } = describeOwner()
    this.self = { place, process }
    this.#state = state
    this.#options = options
    this.#id = id
    this.#now = clockOf(state.kind)
    this.#deadline = sql<number>`${this.#now} + ${options.duration}`
  }

  /** Whether a process is dead, as far as this machine can tell. */
  isDead({ place, process }: Place): boolean {
    const { self } = this
    const same = place === self.place && process === self.process
    if (same) return false
    return (
      this.#options.alone || isGone({ id: '', beat: 0, place, process }, { id: this.#id, beat: 0, ...self })
    )
  }

  /** Acquires the lease when it is free; the higher token fences the previous holder. */
  acquire(): Promise<Lease | undefined> {
    return this.#state.write(async (db) => {
      const held = await this.#read(db)
      if (held === undefined) return this.#make(db)
      if (this.#isWantedIn(held)) return undefined
      if (held.expired === 1 || this.isDead(held)) return this.#takeOver(db, Number(held.token))
      await this.#request(db)
      return undefined
    })
  }

  /** Extends a lease by its duration; false when another process took it over. */
  renew(db: Db, token: number): Promise<boolean> {
    return this.#setDeadline(db, token, this.#deadline)
  }

  /** Ends a lease; false when another process took it over. */
  release(db: Db, token: number): Promise<boolean> {
    return this.#setDeadline(db, token, sql`0`)
  }

  /** Whether another process waits for the lease. */
  async isWanted(db: Db): Promise<boolean> {
    const held = await this.#read(db)
    return held !== undefined && this.#isWantedIn(held)
  }

  #read(db: Db): Promise<HeldLease | undefined> {
    return db
      .selectFrom('write_lease')
      .selectAll()
      .select(sql<number>`case when deadline < ${this.#now} then 1 else 0 end`.as('expired'))
      .select(sql<number>`case when wanted_until > ${this.#now} then 1 else 0 end`.as('wanted'))
      .where('store', '=', this.#options.store)
      .executeTakeFirst()
  }

  async #make(db: Db): Promise<Lease | undefined> {
    const { store, duration } = this.#options
    const made = await db
      .insertInto('write_lease')
      .values({ store, token: 1, deadline: this.#deadline, ...this.self })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n ? { token: 1, duration } : undefined
  }

  async #takeOver(db: Db, token: number): Promise<Lease | undefined> {
    const { store, duration } = this.#options
    const taken = await db
      .updateTable('write_lease')
      .set({ token: token + 1, deadline: this.#deadline, ...this.self, wanted_until: 0 })
      .where('store', '=', store)
      .where('token', '=', token)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n ? { token: token + 1, duration } : undefined
  }

  /** Requests the lease: for a while no other process gets it, so that a busy holder does not acquire it again at once. */
  async #request(db: Db): Promise<void> {
    await db
      .updateTable('write_lease')
      .set({ wanted_by: this.#id, wanted_until: sql`${this.#now} + ${WANTED}` })
      .where('store', '=', this.#options.store)
      .where('wanted_until', '<', sql<number>`${this.#now} + ${WANTED / 2}`)
      .execute()
  }

  async #setDeadline(db: Db, token: number, until: RawBuilder<number>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('write_lease')
      .set({ deadline: until })
      .where('store', '=', this.#options.store)
      .where('token', '=', token)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  #isWantedIn({ wanted, wanted_by }: HeldLease): boolean {
    return wanted === 1 && wanted_by !== this.#id
  }
}

/** What the row says of its holder and of the process that waits. */
interface HeldLease extends Place {
  readonly token: number | string
  readonly wanted_by: string | null
  readonly expired: number
  readonly wanted: number
}

/** The database's clock, in milliseconds since 1970. */
export function clockOf(kind: DatabaseKind): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}
