// The sessions of an account on the page, for its owner to see and end.
import { deleteSessionOf, listSessions } from '../../../state/index.ts'
import { type Account, actorOf } from '../account.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import { hashToken } from '../credential/token.ts'

/** A session as its owner sees it. Times are milliseconds UTC. */
export interface OwnSession {
  /** The first characters of its hash: identifies the session, and grants nothing. */
  readonly id: string
  readonly createdAt: number
  readonly seenAt: number
  readonly expiresAt: number
  /** The address of the login, if known. */
  readonly address: string | undefined
  /** Whether it is the session of this call. */
  readonly current: boolean
}

const ID_LENGTH = 16

/** The active sessions of an account, last used first; `token` is that of the calling session. */
export async function listOwnSessions(
  context: AccountContext,
  account: Account,
  token: string,
): Promise<readonly OwnSession[]> {
  const rows = await listSessions(context.state.db, account.id, context.now())
  const current = hashToken(token)
  return rows.map((row) => ({
    id: row.token_hash.slice(0, ID_LENGTH),
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    address: row.address ?? undefined,
    current: row.token_hash === current,
  }))
}

/** Ends one of the account's sessions; false when it has none with this id. */
export async function endOwnSession(
  context: AccountContext,
  account: Account,
  id: string,
  address: string | undefined,
): Promise<boolean> {
  if (!/^[0-9a-f]{16}$/.test(id)) return false
  return context.state.write(async (db) => {
    const ended = await deleteSessionOf(db, account.id, id)
    const event = { action: 'session.end', subject: account, detail: { session: id } }
    if (ended) await record(db, actorOf(account, address), event, context.now())
    return ended
  })
}
