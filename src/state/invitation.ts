// Rows of invitations: one-time permissions to register.
import type { Insertable, Selectable } from 'kysely'
import type { Db, InvitationTable } from './schema.ts'

/** An invitation as stored. */
export type InvitationRow = Selectable<InvitationTable>

/** Adds an invitation and returns its id. */
export async function insertInvitation(db: Db, invitation: Insertable<InvitationTable>): Promise<number> {
  const row = await db.insertInto('invitation').values(invitation).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The invitation with this token hash, unless it is used or expired. */
export async function findInvitation(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses an invitation; false when another call used it first. */
export async function useInvitation(db: Db, id: number, accountId: number): Promise<boolean> {
  const result = await db
    .updateTable('invitation')
    .set({ used_by: accountId })
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Invitations, newest first. */
export async function listInvitationRows(db: Db, limit: number): Promise<InvitationRow[]> {
  return db.selectFrom('invitation').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Removes an unused invitation. */
export async function deleteInvitation(db: Db, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('used_by', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Whether an account was registered by an invitation that was made out to nobody, so that its e-mail is only what it states. */
export async function isUncheckedGuest(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('used_by', '=', accountId)
    .where('email_folded', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
