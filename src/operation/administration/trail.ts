// What happened: the audit trail, calls per day, and keys that are used from many networks.
import { Type } from 'typebox'
import { showAuditEntry } from '../../service/account/index.ts'
import { AuditEntry, NetworkEntry, next, nextOf, pageOf, UsageEntry } from '../account/schema.ts'
import { audit } from '../account/own.ts'
import { accountFilter, days, integer } from '../input/index.ts'
import { operation } from '../operation.ts'
import { common } from './common.ts'

const filter = { account: accountFilter }

/** The audit trail. */
export const adminAudit = operation({
  ...common('adminAudit', 'GET /audit'),
  summary: 'The audit trail, newest first',
  input: { ...audit.input, ...filter },
  output: { entries: Type.Array(AuditEntry), next },
  run: async ({ services, caller }, { account, action, ...asked }) => {
    const entries = await services.accounts.readTrail(caller, { ...pageOf(asked), account, action })
    return { entries: entries.map(showAuditEntry), next: nextOf(entries, asked.size) }
  },
})

const named = <Row extends { readonly accountId: number }>({ accountId, ...rest }: Row) => ({
  account: accountId,
  ...rest,
})

/** Calls per day. */
export const adminUsage = operation({
  ...common('adminUsage', 'GET /usage'),
  summary: 'Calls per day, account and route',
  input: { days, ...filter },
  output: { entries: Type.Array(UsageEntry) },
  run: async ({ services }, asked) => ({
    entries: (await services.accounts.readUsage(asked.days, asked.account)).map(named),
  }),
})

/** Keys that are used from many networks. */
export const adminNetworks = operation({
  ...common('adminNetworks', 'GET /networks'),
  summary: 'Keys that were used from unusually many networks on a day, the most first',
  input: {
    least: integer({ min: 1, max: 256, standard: 10 }, 'From how many networks on.'),
    days,
    ...filter,
  },
  output: { entries: Type.Array(NetworkEntry) },
  run: async ({ services }, { days: many, account, least }) => ({
    entries: (await services.accounts.readNetworks(many, account, least)).map(named),
  }),
})
