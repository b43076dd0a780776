// The commit log of records in the state database: one row per unit. Every change of phase is a compare-and-set with the unit's
// fencing token, which is that of the write lease.
import { type RawBuilder, sql } from 'kysely'
import type { CommitLog, LogSnapshot, OpenUnit, StartedUnit } from '../commit/index.ts'
import type { CommitUnitTable, Db } from './schema.ts'
import type { State } from './state.ts'
import { clockOf, type Place, WriteLease } from './write-lease.ts'

/** Times in milliseconds. */
export interface CommitLogTimes {
  /** How long a lease lasts without renewal. */
  readonly lease: number
  /** How long units are kept; an older snapshot cannot be continued. */
  readonly kept: number
}

/** Enough for a process that its machine slows down but does not stop. */
export const COMMIT_LOG_TIMES: CommitLogTimes = { lease: 20_000, kept: 25 * 3_600_000 }

/** Opens the log of the store with an identity; `alone`: only this process can reach that store. */
export function openCommitLog(
  state: State,
  store: string,
  alone: boolean,
  times: CommitLogTimes = COMMIT_LOG_TIMES,
): CommitLog {
  const lease = new WriteLease(state, { store, alone, duration: times.lease })
  const now = clockOf(state.kind)
  /** Runs one statement. On servers it needs no transaction: a process stopped inside one would block others. */
  const atOnce: State['write'] = (work) => (state.kind === 'sqlite' ? state.write(work) : work(state.db))

  return {
    snapshot: () => readSnapshot(state.db, store, (process) => lease.isDead(process)),
    acquire: () => lease.acquire(),
    renew: ({ token }) => atOnce((db) => lease.renew(db, token)),
    release: async ({ token }) => {
      await atOnce((db) => lease.release(db, token))
    },
    fence: async ({ token }) => {
      await state.write(async (db) => {
        if (await lease.renew(db, token)) await fenceUnits(db, store, token)
      })
    },
    begin: ({ token }, { kind, condition = '' }) =>
      state.write(async (db): Promise<StartedUnit | undefined> => {
        if (!(await lease.renew(db, token))) return undefined
        const id = ((await highest(db, store)) ?? 0) + 1
        const start = kind === 'removal' ? REMOVING : INSERTING
        const row = { ...start, store, id, kind, token, removal: condition, ...lease.self }
        await insertUnit(db, row, now)
        const forgotten = await forgetOld(db, store, sql`${now} - ${times.kept}`)
        return { id, token, forgotten, isWanted: await lease.isWanted(db) }
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
      const row = { ...ADOPTED, store, id, token, removal: '', ...lease.self }
      await atOnce((db) => insertUnit(db, row, now))
    },
  }
}

const INSERTING = { phase: 'inserting', replaces: 0 } as const
/** A removal has nothing to insert: it counts from its start. */
const REMOVING = { phase: 'replacing', replaces: 1 } as const
const ADOPTED = { kind: 'restore', phase: 'done', replaces: 0 } as const

async function insertUnit(
  db: Db,
  row: Omit<CommitUnitTable, 'time'>,
  now: RawBuilder<number>,
): Promise<void> {
  await db
    .insertInto('commit_unit')
    .values({ ...row, time: now })
    .execute()
}

/** Gives the open units of earlier holders of the lease to the holder of a token, so that those cannot change them any more. */
async function fenceUnits(db: Db, store: string, token: number): Promise<void> {
  await db
    .updateTable('commit_unit')
    .set({ token })
    .where('store', '=', store)
    .where('phase', '<>', 'done')
    .where('token', '<', token)
    .execute()
}

async function readSnapshot(
  db: Db,
  store: string,
  isDead: (process: Place) => boolean,
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
      return [{ ...own, gone: isDead({ place, process }) }]
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
