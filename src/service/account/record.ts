// Entries of the audit trail.
import { appendAudit, type Db } from '../../state/index.ts'
import type { Actor } from './account.ts'

/** What an entry is about. */
export interface Deed {
  readonly action: string
  /** The account it was done to, where there is one. */
  readonly subject?: { readonly id: number; readonly email: string }
  /** Figures and names that explain it; never a key, a password or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** Adds an entry in the transaction of the deed. */
export async function record(db: Db, actor: Actor, deed: Deed, time: number): Promise<void> {
  await appendAudit(db, {
    time,
    actor_id: actor.accountId ?? null,
    actor: actor.name,
    subject_id: deed.subject?.id ?? null,
    subject: deed.subject?.email ?? '',
    action: deed.action,
    address: actor.address ?? null,
    detail: JSON.stringify(deed.detail ?? {}),
  })
}
