// The audit trail: rows are added and, after the retention time, deleted; never changed.
import type { Insertable, Selectable } from 'kysely'
import type { AuditTable, Db } from './schema.ts'

/** One entry as stored. */
export type AuditRow = Selectable<AuditTable>

/** Adds an audit event; call it in the transaction of the change that it records. */
export async function appendAudit(db: Db, entry: Insertable<AuditTable>): Promise<void> {
  await db.insertInto('audit').values(entry).execute()
}

/** Selects entries: `accountId` those by or about an account, `before` those before an id. */
interface AuditSelection {
  readonly accountId?: number
  readonly action?: string
  readonly before?: number
  readonly limit: number
}

/** Entries, newest first. */
export async function listAudit(db: Db, selection: AuditSelection): Promise<AuditRow[]> {
  const { accountId, action, before, limit } = selection
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  if (accountId !== undefined)
    query = query.where((e) => e.or([e('actor_id', '=', accountId), e('subject_id', '=', accountId)]))
  if (action !== undefined) query = query.where('action', '=', action)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

/** Deletes entries up to an id and returns their number. */
export async function forgetAudit(db: Db, last: number): Promise<number> {
  const result = await db.deleteFrom('audit').where('id', '<=', last).executeTakeFirst()
  return Number(result.numDeletedRows)
}
