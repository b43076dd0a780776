// Rows of sessions and one-time links, found by the hash of a random token that only its holder knows.
import type { Insertable, Selectable } from 'kysely'
import type { Db, LinkTable, SessionTable } from './schema.ts'

/** A session as stored. */
export type SessionRow = Selectable<SessionTable>

// Maximum number of sessions of an account; the least recently used ones end first.
const SESSIONS_PER_ACCOUNT = 50

/** Adds a session and removes those of the account that are expired or exceed the limit. */
export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('session').values(session).execute()
  await db.deleteFrom('session').where('expires_at', '<=', session.created_at).execute()
  await db
    .deleteFrom('session')
    .where('account_id', '=', session.account_id)
    .where('token_hash', 'not in', (e) =>
      e
        .selectFrom('session')
        .select('token_hash')
        .where('account_id', '=', session.account_id)
        .orderBy('seen_at', 'desc')
        .orderBy('token_hash')
        .limit(SESSIONS_PER_ACCOUNT),
    )
    .execute()
}

/** The session of this token hash. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  return db.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Those of these token hashes that a session has, which has not expired. */
export async function validSessions(
  db: Db,
  hashes: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .select('token_hash')
    .where('token_hash', 'in', [...hashes])
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ token_hash }) => token_hash))
}

/** Records that a session was used. */
export async function touchSession(
  db: Db,
  tokenHash: string,
  seenAt: number,
  expiresAt: number,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: seenAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** The active sessions of an account, most recently used first. */
export async function listSessions(db: Db, accountId: number, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .execute()
}

/** Ends the session of an account whose hash starts with `start` (hexadecimal); false when none does. */
export async function deleteSessionOf(db: Db, accountId: number, start: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', 'like', `${start}%`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends one session. */
export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Ends all sessions of an account, except `kept` if given; returns their number. */
export async function deleteSessions(db: Db, accountId: number, kept?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(kept !== undefined, (query) => query.where('token_hash', '<>', kept ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends every session; returns how many. */
export async function deleteAllSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends all sessions whose stored hash ends with `end` (letters and a full stop). */
export async function deleteSessionsEnding(db: Db, end: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', 'like', `%${end}`).execute()
}

/** Adds a link to set a password; it invalidates earlier links of the account. */
export async function replaceLink(db: Db, link: Insertable<LinkTable>): Promise<void> {
  await db
    .deleteFrom('link')
    .where((e) => e.or([e('account_id', '=', link.account_id), e('expires_at', '<=', link.created_at)]))
    .execute()
  await db.insertInto('link').values(link).execute()
}

/** Invalidates the links of an account. */
export async function deleteLinks(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('link').where('account_id', '=', accountId).execute()
}

/** The account that a link belongs to, unless it is used or expired. */
export async function findLink(db: Db, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('link')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id
}

/** Consumes a link and returns its account; of two concurrent calls, one succeeds. */
export async function takeLink(db: Db, tokenHash: string, now: number): Promise<number | undefined> {
  const row = await db
    .deleteFrom('link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}
