// Which account an identity of an OpenID provider belongs to.
import type { Insertable } from 'kysely'
import type { IdentityTable } from './credential-schema.ts'
import type { Db } from './schema.ts'

/** The account of an identity. */
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

/** Gives an identity to an account, unless it has one already. */
export async function insertIdentity(db: Db, identity: Insertable<IdentityTable>): Promise<void> {
  await db
    .insertInto('identity')
    .values(identity)
    .onConflict((c) => c.columns(['issuer', 'subject']).doNothing())
    .execute()
}
