// Reads the audit trail, the ledger and the daily usage figures, and removes what is older than the settings allow.
import {
  type AuditRow,
  countNetworks,
  type Db,
  emailsOf,
  forgetAudit,
  forgetDays,
  type LedgerRow,
  listAudit,
  listAuditSeals,
  listLedger,
  listUsage,
  type Usage,
} from '../../../state/index.ts'
import type { Account, Actor } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { findTarget, type Target } from '../find.ts'
import { type AuditEvent, record } from './record.ts'
import { sealAudit } from './seal.ts'
import { utcDay } from '../coin/tagging.ts'

const DAY_MS = 86_400_000
const MOST_ROWS = 1000

/** Adds an audit event for other modules: imports, exports, tagging submissions. */
export async function recordAuditEvent(
  context: AccountContext,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await context.state.write((db) => record(db, actor, event, context.now()))
}

/**
 * The same for events that can occur many times a second: beyond an hourly limit they are counted and written together every
 * minute.
 */
export async function recordFrequent(
  context: AccountContext,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await context.frequent.note({ actor, audited: event })
}

/** Selects audit events; `before` continues after the last id of a page. */
interface TrailPage {
  readonly account?: Target | undefined
  readonly action?: string | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** Reads events, newest first. Users other than administrators see only those by or about their own account. */
export async function readTrail(
  context: AccountContext,
  viewer: Account | 'operator',
  { account, action, before, limit = 100 }: TrailPage = {},
): Promise<AuditRow[]> {
  const everything = viewer === 'operator' || viewer.role === 'administrator'
  const { db } = context.state
  const wanted = account === undefined ? undefined : (await findTargetFor(context, viewer, account)).id
  const accountId = everything ? wanted : viewer.id
  const rows = await listAudit(db, {
    limit: Math.min(MOST_ROWS, Math.max(1, limit)),
    ...(accountId !== undefined && { accountId }),
    ...(action !== undefined && { action }),
    ...(before !== undefined && { before }),
  })
  return everything ? rows : rows.map((row) => withoutOthersAddress(row, viewer.id))
}

/** Users see the addresses of failed logins to their account, but not those of administrators. */
function withoutOthersAddress(row: AuditRow, viewer: number): AuditRow {
  return row.actor_id === null || row.actor_id === viewer ? row : { ...row, address: null }
}

// Users must not learn the names of other accounts here.
async function findTargetFor(
  context: AccountContext,
  viewer: Account | 'operator',
  target: Target,
): Promise<{ id: number }> {
  if (viewer !== 'operator' && viewer.role !== 'administrator') return viewer
  return findTarget(context.state.db, target)
}

/** An account's movements of coins, newest first, with the e-mail of the administrator who made them. */
export async function readLedger(
  context: AccountContext,
  target: Target,
  page: { readonly before?: number; readonly limit?: number } = {},
): Promise<(LedgerRow & { readonly by: string | null })[]> {
  const { db } = context.state
  const { id } = await findTarget(db, target)
  const limit = Math.min(MOST_ROWS, Math.max(1, page.limit ?? 100))
  const rows = await listLedger(db, id, page.before ?? Number.MAX_SAFE_INTEGER, limit)
  const emails = await emailsOf(
    db,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  return rows.map((row) => ({ ...row, by: row.actor_id === null ? null : (emails.get(row.actor_id) ?? '') }))
}

/** Calls by day, account and route in the last `days` UTC days; of all accounts unless one is named. */
export async function readUsage(
  context: AccountContext,
  days: number,
  target?: Target,
): Promise<Named<Usage>[]> {
  const { db } = context.state
  const id = target === undefined ? undefined : (await findTarget(db, target)).id
  return named(db, await listUsage(db, dayBefore(context, days - 1), id, 10 * MOST_ROWS))
}

/** The number of networks (at least `least`) that used each key, by day, in the last `days` UTC days; the most first. */
export async function readNetworks(
  context: AccountContext,
  days: number,
  target?: Target,
  least = 1,
): Promise<Named<{ accountId: number; day: string; networks: number }>[]> {
  const { db } = context.state
  const id = target === undefined ? undefined : (await findTarget(db, target)).id
  return named(db, await countNetworks(db, dayBefore(context, days - 1), id, least, MOST_ROWS))
}

type Named<Row> = Row & { readonly email: string }

async function named<Row extends { readonly accountId: number }>(
  db: Db,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const emails = await emailsOf(
    db,
    rows.map(({ accountId }) => accountId),
  )
  return rows.map((row) => ({ ...row, email: emails.get(row.accountId) ?? '' }))
}

/** Deletes events and figures that are older than the settings allow. */
export async function purge(context: AccountContext): Promise<void> {
  const { settings, state } = context
  await sealAudit(context)
  const horizon = dayBefore(context, settings.auditDays)
  await state.write(async (db) => {
    // Deletes whole days only, so that the rest of the trail can still be verified.
    const last = (await listAuditSeals(db)).findLast(({ day }) => day < horizon)
    if (last !== undefined) await forgetAudit(db, last.last_id)
    await forgetDays(db, dayBefore(context, settings.usageDays))
  })
}

function dayBefore(context: AccountContext, days: number): string {
  return utcDay(context.now() - days * DAY_MS)
}
