// The commit log of records in the state database: one row per unit, one lease per store. Every change of phase is a
// compare-and-set with the unit's fencing token. The lease expires by the database's clock, so clocks of two machines are never
// compared.
import { type RawBuilder, sql } from 'kysely'
import type { CommitLog, Lease, LogSnapshot, OpenUnit, StartedUnit } from '../commit/index.ts'
import { describeOwner, isGone } from './owner.ts'
import type { CommitUnitTable, DatabaseKind, Db } from './schema.ts'
import type { State } from './state.ts'

/** Times in milliseconds. */
export interface CommitLogTimes {
  /** How long a lease lasts without renewal. */
  readonly lease: number
  /** How long units are kept; an older snapshot cannot be continued. */
  readonly kept: number
}

/** Enough for a process that its machine slows down but does not stop. */
export const COMMIT_LOG_TIMES: CommitLogTimes = { lease: 20_000, kept: 25 * 3_600_000 }

/** How long a process that requested the lease has precedence (milliseconds). */
const WANTED = 2000

/** Opens the log of the store with an identity; `alone`: only this process can reach that store. */
export function openCommitLog(
  state: State,
  store: string,
  alone: boolean,
  times: CommitLogTimes = COMMIT_LOG_TIMES,
): CommitLog {
  const { id, beat: _, ...self } = describeOwner()
  const now = clockOf(state.kind)
  const gone = (place: string, process: string): boolean => {
    const same = place === self.place && process === self.process
    return !same && (alone || isGone({ id: '', beat: 0, place, process }, { id, beat: 0, ...self }))
  }

  const deadline = sql<number>`${now} + ${times.lease}`
  /** Runs one statement. On servers it needs no transaction: a process stopped inside one would block others. */
  const atOnce: State['write'] = (work) => (state.kind === 'sqlite' ? state.write(work) : work(state.db))
  const readLease = (db: Db) =>
    db
      .selectFrom('write_lease')
      .selectAll()
      .select(sql<number>`case when deadline < ${now} then 1 else 0 end`.as('expired'))
      .select(sql<number>`case when wanted_until > ${now} then 1 else 0 end`.as('wanted'))
      .where('store', '=', store)
      .executeTakeFirst()

  /** Acquires the lease when it is free; the higher token fences the previous holder. */
  const acquire = (): Promise<Lease | undefined> =>
    state.write(async (db) => {
      const held = await readLease(db)
      if (held === undefined) return makeLease(db)
      if (held.wanted === 1 && held.wanted_by !== id) return undefined
      if (held.expired === 1 || gone(held.place, held.process)) return takeLease(db, Number(held.token))
      await want(db)
      return undefined
    })

  const makeLease = async (db: Db): Promise<Lease | undefined> => {
    const made = await db
      .insertInto('write_lease')
      .values({ store, token: 1, deadline, ...self })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n ? { token: 1, duration: times.lease } : undefined
  }

  const takeLease = async (db: Db, token: number): Promise<Lease | undefined> => {
    const taken = await db
      .updateTable('write_lease')
      .set({ token: token + 1, deadline, ...self, wanted_until: 0 })
      .where('store', '=', store)
      .where('token', '=', token)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n ? { token: token + 1, duration: times.lease } : undefined
  }

  /** Requests the lease: for a while no other process gets it, so that a busy holder does not acquire it again at once. */
  const want = (db: Db) =>
    db
      .updateTable('write_lease')
      .set({ wanted_by: id, wanted_until: sql`${now} + ${WANTED}` })
      .where('store', '=', store)
      .where('wanted_until', '<', sql<number>`${now} + ${WANTED / 2}`)
      .execute()

  const renewed = (db: Db, token: number, until: RawBuilder<number>): Promise<boolean> =>
    db
      .updateTable('write_lease')
      .set({ deadline: until })
      .where('store', '=', store)
      .where('token', '=', token)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => numUpdatedRows === 1n)

  return {
    snapshot: () => readSnapshot(state.db, store, gone),
    acquire,
    renew: ({ token }) => atOnce((db) => renewed(db, token, deadline)),
    release: async ({ token }) => {
      await atOnce((db) => renewed(db, token, sql`0`))
    },
    fence: async ({ token }) => {
      await state.write(async (db) => {
        if (!(await renewed(db, token, deadline))) return
        await db
          .updateTable('commit_unit')
          .set({ token })
          .where('store', '=', store)
          .where('phase', '<>', 'done')
          .where('token', '<', token)
          .execute()
      })
    },
    begin: ({ token }, { kind, condition = '' }) =>
      state.write(async (db): Promise<StartedUnit | undefined> => {
        if (!(await renewed(db, token, deadline))) return undefined
        const last = (await highest(db, store)) ?? 0
        const removes = kind === 'removal'
        const row: Omit<CommitUnitTable, 'time'> = {
          store,
          id: last + 1,
          kind,
          phase: removes ? 'replacing' : 'inserting',
          token,
          replaces: removes ? 1 : 0,
          removal: condition,
          ...self,
        }
        await db
          .insertInto('commit_unit')
          .values({ ...row, time: now })
          .execute()
        const forgotten = await forgetOld(db, store, sql`${now} - ${times.kept}`)
        const held = await readLease(db)
        return { id: last + 1, token, forgotten, isWanted: held?.wanted === 1 && held.wanted_by !== id }
      }),
    advance: ({ id, token }, from, to, replaces) =>
      atOnce(async (db) => {
        const changed = await db
          .updateTable('commit_unit')
          .set({ phase: to, ...(replaces && { replaces: 1 }) })
          .where('store', '=', store)
          .where('id', '=', id)
          .where('phase', '=', from)
          .where('token', '=', token)
          .executeTakeFirst()
        return changed.numUpdatedRows === 1n
      }),
    forget: async (id) => {
      await atOnce((db) =>
        db
          .updateTable('commit_unit')
          .set({ phase: 'done' })
          .where('store', '=', store)
          .where('id', '=', id)
          .where('phase', '=', 'aborted')
          .execute(),
      )
    },
    adopt: async ({ token }, id) => {
      await atOnce((db) =>
        db
          .insertInto('commit_unit')
          .values({
            store,
            id,
            kind: 'restore',
            phase: 'done',
            token,
            replaces: 0,
            removal: '',
            time: now,
            ...self,
          })
          .execute(),
      )
    },
  }
}

/** The database's clock, in milliseconds since 1970. */
function clockOf(kind: DatabaseKind): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
}

async function readSnapshot(
  db: Db,
  store: string,
  gone: (place: string, process: string) => boolean,
): Promise<LogSnapshot> {
  // One statement, so that all values are from the same moment.
  const latest = (where: RawBuilder<boolean>) =>
    sql<boolean>`id = (select max(id) from commit_unit where store = ${store} and ${where})`
  const rows = await db
    .selectFrom('commit_unit')
    .select(['id', 'kind', 'phase', 'token', 'replaces', 'removal', 'place', 'process'])
    .where('store', '=', store)
    .where((e) =>
      e.or([
        e('phase', '<>', 'done'),
        latest(sql`phase in ('replacing', 'done')`),
        latest(sql`replaces = 1 and phase in ('replacing', 'done')`),
      ]),
    )
    .orderBy('id')
    .execute()
  const counts = rows.filter(({ phase }) => phase === 'replacing' || phase === 'done')
  return {
    last: Number(rows.at(-1)?.id ?? 0),
    committed: Number(counts.at(-1)?.id ?? 0),
    replaced: Number(counts.findLast(({ replaces }) => replaces === 1)?.id ?? 0),
    open: rows.flatMap((row): OpenUnit[] => {
      const { id, kind, phase, token, removal, place, process } = row
      if (phase === 'done') return []
      const own = { id: Number(id), kind, phase, token: Number(token), condition: removal }
      return [{ ...own, gone: gone(place, process) }]
    }),
  }
}

async function highest(db: Db, store: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('commit_unit')
    .select('id')
    .where('store', '=', store)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : Number(row.id)
}

/** Removes finished units older than a time, except the latest of them; returns its id, 0 without one. */
async function forgetOld(db: Db, store: string, time: RawBuilder<number>): Promise<number> {
  const old = await db
    .selectFrom('commit_unit')
    .select('id')
    .where('store', '=', store)
    .where('phase', '=', 'done')
    .where(sql<boolean>`time < ${time}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (old === undefined) return 0
  await db
    .deleteFrom('commit_unit')
    .where('store', '=', store)
    .where('phase', '=', 'done')
    .where('id', '<', old.id)
    .execute()
  return Number(old.id)
}
