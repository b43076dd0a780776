// Schemas of accounts and of what happened to them.
import { Type } from 'typebox'
import { DIALECTS, LEVELS, ROLES } from '../../service/account/index.ts'
import { count, object, orNull, text, time } from '../../schema/index.ts'

/** An account as administrators see it. */
export const AccountFacts = object(
  {
    id: Type.Integer(),
    email: Type.String(),
    username: Type.String(),
    level: Type.Enum([...LEVELS], { description: 'The level that counts now.' }),
    level_until: orNull(Type.String(), 'The last second of the level; null where it does not end.'),
    role: Type.Enum([...ROLES], { description: 'Who may administer.' }),
    dialect: Type.Enum([...DIALECTS], { description: 'The spelling of the API.' }),
    coins: Type.Integer({ description: 'Coins left, those that running calls reserve included.' }),
    disabled: Type.Boolean(),
    has_password: Type.Boolean({ description: 'Whether the owner can sign in on the page.' }),
    rules: orNull(
      Type.Object({ version: Type.String(), time: Type.String() }),
      'The usage rules that were accepted.',
    ),
    created_at: time('When it was created'),
  },
  { title: 'AccountFacts' },
)

const ledger = {
  id: Type.Integer(),
  time: time('When'),
  amount: Type.Integer({ description: 'Coins given, negative where they were taken.' }),
  kind: Type.Enum(['grant', 'charge', 'refund', 'correction']),
  note: Type.String(),
}

/** A movement of coins as its owner sees it. */
export const OwnLedgerEntry = object(ledger, { title: 'OwnLedgerEntry' })

/** A movement of coins. */
export const LedgerEntry = object(
  {
    ...ledger,
    reference: orNull(Type.String(), 'What a charge was for.'),
    by: orNull(Type.String(), 'E-mail of the administrator; null for charges and commands.'),
  },
  { title: 'LedgerEntry' },
)

/** One entry of the audit trail. */
export const AuditEntry = object(
  {
    id: Type.Integer(),
    time: time('When'),
    actor: text('E-mail of who did it; `operator` for commands.'),
    action: Type.String(),
    subject: text('E-mail of the account it was done to; empty where there is none.'),
    address: orNull(Type.String(), 'Where the request came from; null for commands.'),
    detail: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      { description: 'Figures and names that explain it.' },
    ),
  },
  { title: 'AuditEntry' },
)

const usage = {
  day: text('UTC day, `YYYY-MM-DD`.'),
  route: text('Pattern of the address that was called.'),
  calls: count('Calls that were answered.'),
  rows: count('Records they returned.'),
  coins: count('Coins they cost.'),
}

/** Calls of the own account to one route on one day. */
export const OwnUsageEntry = object(usage, { title: 'OwnUsageEntry' })

const owner = { account: Type.Integer({ description: 'Number of the account.' }), email: Type.String() }

/** Calls of an account to one route on one day. */
export const UsageEntry = object({ ...owner, ...usage }, { title: 'UsageEntry' })

/** From how many networks a key was used on one day. */
export const NetworkEntry = object({
  ...owner,
  day: usage.day,
  networks: count('Networks (/24, or /48 of IPv6) the key was used from; counted up to 256.'),
})

/** Where the next page starts. */
export const next = orNull(Type.Integer(), 'Continues the list; null at its end.')

/** Where the page after these entries starts: the number of the last, null when there is none. */
export function nextOf(entries: readonly { readonly id: number }[], limit: number): number | null {
  return entries.length < limit ? null : (entries.at(-1)?.id ?? null)
}

/** Which entries a page of older entries returns. */
export function pageOf({ before, size }: { readonly before: number | undefined; readonly size: number }) {
  return { limit: size, ...(before !== undefined && { before }) }
}
