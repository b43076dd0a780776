// Signed hashes of the audit trail by day, which outlive its events.
import type { Db } from '../schema.ts'

/** Creates the table of seals. */
export async function createAuditSealTable(db: Db): Promise<void> {
  await db.schema
    .createTable('audit_seal')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('last_id', 'bigint', (c) => c.notNull())
    .addColumn('events', 'bigint', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .execute()
}
