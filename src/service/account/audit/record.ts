// Records audit events.
import { appendAudit, type Db } from '../../../state/index.ts'
import type { Actor } from '../account.ts'

/** The content of an audit event. */
export interface AuditEvent {
  readonly action: string
  /** The affected account, if any. */
  readonly subject?: { readonly id: number; readonly email: string }
  /** Figures and names that explain the event; never a key, a password or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** Adds an entry in the transaction of the change. */
export async function record(db: Db, actor: Actor, event: AuditEvent, time: number): Promise<void> {
  await appendAudit(db, {
    time,
    actor_id: actor.accountId ?? null,
    actor: actor.name,
    subject_id: event.subject?.id ?? null,
    subject: event.subject?.email ?? '',
    action: event.action,
    address: actor.address ?? null,
    detail: JSON.stringify(event.detail ?? {}),
  })
}
