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
interface WriteLease {
  /** This process. */
  readonly self: Place
  /** Whether a process is dead, as far as this machine can tell. */
  readonly isDead: (process: Place) => boolean
  /** Acquires the lease when it is free; the higher token fences the previous holder. */
  readonly acquire: () => Promise<Lease | undefined>
  /** Extends a lease by its duration; false when another process took it over. */
  readonly renew: (db: Db, token: number) => Promise<boolean>
  /** Ends a lease; false when another process took it over. */
  readonly release: (db: Db, token: number) => Promise<boolean>
  /** Whether another process waits for the lease. */
  readonly isWanted: (db: Db) => Promise<boolean>
}

/** Opens the lease of a store. */
export function openWriteLease(state: State, { store, alone, duration }: LeaseOptions): WriteLease {
  const { id, beat: _, ...self } = describeOwner()
  const now = clockOf(state.kind)
  const deadline = sql<number>`${now} + ${duration}`

  const isDead = ({ place, process }: Place): boolean => {
    const same = place === self.place && process === self.process
    return !same && (alone || isGone({ id: '', beat: 0, place, process }, { id, beat: 0, ...self }))
  }

  const read = (db: Db) =>
    db
      .selectFrom('write_lease')
      .selectAll()
      .select(sql<number>`case when deadline < ${now} then 1 else 0 end`.as('expired'))
      .select(sql<number>`case when wanted_until > ${now} then 1 else 0 end`.as('wanted'))
      .where('store', '=', store)
      .executeTakeFirst()

  const make = async (db: Db): Promise<Lease | undefined> => {
    const made = await db
      .insertInto('write_lease')
      .values({ store, token: 1, deadline, ...self })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n ? { token: 1, duration } : undefined
  }

  const takeOver = async (db: Db, token: number): Promise<Lease | undefined> => {
    const taken = await db
      .updateTable('write_lease')
      .set({ token: token + 1, deadline, ...self, wanted_until: 0 })
      .where('store', '=', store)
      .where('token', '=', token)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n ? { token: token + 1, duration } : undefined
  }

  /** Requests the lease: for a while no other process gets it, so that a busy holder does not acquire it again at once. */
  const request = (db: Db) =>
    db
      .updateTable('write_lease')
      .set({ wanted_by: id, wanted_until: sql`${now} + ${WANTED}` })
      .where('store', '=', store)
      .where('wanted_until', '<', sql<number>`${now} + ${WANTED / 2}`)
      .execute()

  const setDeadline = async (db: Db, token: number, until: RawBuilder<number>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('write_lease')
      .set({ deadline: until })
      .where('store', '=', store)
      .where('token', '=', token)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  const isWantedIn = (row: Awaited<ReturnType<typeof read>>): boolean =>
    row?.wanted === 1 && row.wanted_by !== id

  return {
    self,
    isDead,
    acquire: () =>
      state.write(async (db) => {
        const held = await read(db)
        if (held === undefined) return make(db)
        if (isWantedIn(held)) return undefined
        if (held.expired === 1 || isDead(held)) return takeOver(db, Number(held.token))
        await request(db)
        return undefined
      }),
    renew: (db, token) => setDeadline(db, token, deadline),
    release: (db, token) => setDeadline(db, token, sql`0`),
    isWanted: async (db) => isWantedIn(await read(db)),
  }
}

/** The database's clock, in milliseconds since 1970. */
export function clockOf(kind: DatabaseKind): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}
