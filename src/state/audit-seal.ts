// Seals of the audit trail: for each UTC day, the last event in the chain of hashes and its signed hash.
import type { Selectable } from 'kysely'
import type { AuditRow } from './audit.ts'
import type { AuditSealTable } from './credential-schema.ts'
import type { Db } from './schema.ts'

/** A seal as stored. */
export type AuditSealRow = Selectable<AuditSealTable>

/** All seals, oldest first. */
export async function listAuditSeals(db: Db): Promise<AuditSealRow[]> {
  return db.selectFrom('audit_seal').selectAll().orderBy('last_id').orderBy('day').execute()
}

/** The newest seal. */
export async function lastAuditSeal(db: Db): Promise<AuditSealRow | undefined> {
  return db.selectFrom('audit_seal').selectAll().orderBy('last_id', 'desc').limit(1).executeTakeFirst()
}

/** Stores a seal, or extends the seal of the same day. */
export async function putAuditSeal(db: Db, seal: AuditSealRow): Promise<void> {
  const { day: _, previous: __, ...end } = seal
  await db
    .insertInto('audit_seal')
    .values(seal)
    .onConflict((c) => c.column('day').doUpdateSet(end).where('audit_seal.last_id', '<', seal.last_id))
    .execute()
}

/** Replaces the signature of a day's seal. */
export async function signAuditSeal(db: Db, day: string, signature: string): Promise<void> {
  await db.updateTable('audit_seal').set({ signature }).where('day', '=', day).execute()
}

/** Events after an id in order, at most `limit`. */
export async function auditAfter(db: Db, id: number, limit: number): Promise<AuditRow[]> {
  return db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
}
