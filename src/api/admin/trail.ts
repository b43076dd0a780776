// What happened: the audit trail, calls per day, and keys that are used from many networks.
import { Type } from 'typebox'
import { showAuditEntry } from '../../service/account/index.ts'
import { readInteger } from '../param/read.ts'
import { given } from '../param/search.ts'
import { type AdminOperation, accountsOf, filterOf } from './operation.ts'
import { backwardsOf, daysOf, nextOf } from './page-of.ts'
import { accountFilter, backwards, days, next, orNull, time } from './schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** From so many networks on one day a key is used that is probably not its owner's alone. */
const UNUSUAL_NETWORKS = 10

/** One entry of the audit trail. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    time: time('When'),
    actor: Type.String({ description: 'E-mail of who did it; `operator` for commands.' }),
    action: Type.String(),
    subject: Type.String({ description: 'E-mail of the account it was done to; empty where there is none.' }),
    address: orNull(Type.String(), 'Where the request came from; null for commands.'),
    detail: Type.Object({}, { description: 'Figures and names that explain it.' }),
  },
  { additionalProperties: false },
)

/** Parameters by which entries of the audit trail are chosen. */
export const auditParameters = {
  action: Type.Optional(Type.String({ description: 'Only this action, such as `key.rotate`.' })),
  ...backwards,
}

const UsageEntry = Type.Object(
  {
    account: Type.Integer({ description: 'Number of the account.' }),
    email: Type.String(),
    day: Type.String({ description: 'UTC day, `YYYY-MM-DD`.' }),
    route: Type.String({ description: 'Pattern of the address that was called.' }),
    calls: count('Calls that were answered.'),
    rows: count('Records they returned.'),
    coins: count('Coins they cost.'),
  },
  { additionalProperties: false },
)

const NetworkEntry = Type.Object(
  {
    account: Type.Integer({ description: 'Number of the account.' }),
    email: Type.String(),
    day: Type.String({ description: 'UTC day, `YYYY-MM-DD`.' }),
    networks: count('Networks (/24, or /48 of IPv6) the key was used from; counted up to 256.'),
  },
  { additionalProperties: false },
)

/** The operations that read what happened. */
export const TRAIL_OPERATIONS: readonly AdminOperation[] = [
  {
    id: 'adminAudit',
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail, newest first',
    parameters: { ...accountFilter, ...auditParameters },
    answer: { entries: Type.Array(AuditEntry), next },
    run: async (call) => {
      const page = backwardsOf(call.parameter)
      const wanted = { ...page, account: filterOf(call), action: given(call.parameter, 'action') }
      const entries = await accountsOf(call).readTrail(call.caller, wanted)
      return { entries: entries.map(showAuditEntry), next: nextOf(entries, page.limit) }
    },
  },
  {
    id: 'adminUsage',
    method: 'GET',
    path: '/usage',
    summary: 'Calls per day, account and route',
    parameters: { ...accountFilter, days },
    answer: { entries: Type.Array(UsageEntry) },
    run: async (call) => {
      const rows = await accountsOf(call).readUsage(daysOf(call.parameter), filterOf(call))
      return { entries: rows.map(({ accountId, ...rest }) => ({ account: accountId, ...rest })) }
    },
  },
  {
    id: 'adminNetworks',
    method: 'GET',
    path: '/networks',
    summary: 'Keys that were used from unusually many networks on a day, the most first',
    parameters: {
      ...accountFilter,
      days,
      least: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 256,
          default: UNUSUAL_NETWORKS,
          description: 'From how many networks on.',
        }),
      ),
    },
    answer: { entries: Type.Array(NetworkEntry) },
    run: async (call) => {
      const least = readInteger(call.parameter, 'least', { min: 1, max: 256 }) ?? UNUSUAL_NETWORKS
      const rows = await accountsOf(call).readNetworks(daysOf(call.parameter), filterOf(call), least)
      return { entries: rows.map(({ accountId, ...rest }) => ({ account: accountId, ...rest })) }
    },
  },
]
