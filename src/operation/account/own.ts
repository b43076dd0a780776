// What an account sees and changes of itself.
import { Type } from 'typebox'
import { DIALECTS, showAuditEntry } from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { backwards, days, optionalText, optionalWord, required, verbatim } from '../input/index.ts'
import { object, orNull, time } from '../../schema/index.ts'
import { operation } from '../operation.ts'
import { AuditEntry, next, nextOf, OwnLedgerEntry, OwnUsageEntry, pageOf } from './schema.ts'

const common = { group: 'account', access: 'account', scope: 'admin' } as const

/** What the account did, and what was done to it. */
export const audit = operation({
  ...common,
  name: 'audit',
  summary: 'What the calling account did and what was done to it, newest first',
  http: 'GET /api/v1/audit',
  page: 'GET account/audit',
  input: { action: optionalText('Only this action, such as `key.rotate`.'), ...backwards },
  output: { entries: Type.Array(AuditEntry), next },
  run: async ({ services, caller }, { action, ...asked }) => {
    const wanted = { ...pageOf(asked), account: caller.id, action }
    const entries = await services.accounts.readTrail(caller, wanted)
    return { entries: entries.map(showAuditEntry), next: nextOf(entries, asked.size) }
  },
})

/** The movements of its coins. */
export const ownLedger = operation({
  ...common,
  name: 'ownLedger',
  summary: 'Movements of the own coins, newest first',
  page: 'GET account/ledger',
  input: backwards,
  output: { rows: Type.Array(OwnLedgerEntry), next },
  run: async ({ services, caller }, asked) => {
    const rows = await services.accounts.readLedger(caller.id, pageOf(asked))
    const shown = rows.map(({ id, time, amount, kind, note }) => ({
      id,
      time: printTime(time),
      amount,
      kind,
      note,
    }))
    return { rows: shown, next: nextOf(rows, asked.size) }
  },
})

/** Its calls per day. */
export const ownUsage = operation({
  ...common,
  name: 'ownUsage',
  summary: 'The own calls per day and route',
  page: 'GET account/usage',
  input: { days },
  output: { entries: Type.Array(OwnUsageEntry) },
  run: async ({ services, caller }, asked) => {
    await services.accounts.flushFigures()
    const rows = await services.accounts.readUsage(asked.days, caller.id)
    return {
      entries: rows.map(({ day, route, calls, rows, coins }) => ({ day, route, calls, rows, coins })),
    }
  },
})

/** Chooses the spelling of the API. */
export const setDialect = operation({
  ...common,
  name: 'setDialect',
  summary: 'Choose the spelling of the API',
  page: 'PUT account/dialect',
  input: { dialect: required(optionalWord(DIALECTS, 'The spelling.'), DIALECTS.join(', ')) },
  output: { dialect: Type.Enum([...DIALECTS]) },
  run: async ({ services, caller, actor }, { dialect }) => {
    await services.accounts.changeAccount(actor, caller.id, { dialect })
    return { dialect }
  },
})

const OwnSession = object(
  {
    id: Type.String({ description: 'Names the session, and opens nothing.' }),
    created_at: time('When it was started'),
    seen_at: time('When it was used last, to ten minutes'),
    expires_at: time('When it ends without further use'),
    address: orNull(Type.String(), 'The address of the login.'),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { title: 'OwnSession' },
)

/** Where the account is signed in. */
export const ownSessions = operation({
  ...common,
  name: 'ownSessions',
  summary: 'The own sessions of the page, the one used last first',
  page: 'GET account/sessions',
  input: {},
  output: { sessions: Type.Array(OwnSession) },
  run: async ({ services, caller, session }) => {
    const sessions = await services.accounts.listOwnSessions(caller, session.token)
    return {
      sessions: sessions.map(({ id, createdAt, seenAt, expiresAt, address = null, current }) => ({
        ...{ id, address, current },
        created_at: printTime(createdAt),
        seen_at: printTime(seenAt),
        expires_at: printTime(expiresAt),
      })),
    }
  },
})

/** Ends a session. */
export const endOwnSession = operation({
  ...common,
  name: 'endOwnSession',
  summary: 'End one of the own sessions',
  page: 'DELETE account/sessions/:id',
  input: { id: verbatim('Its id.') },
  output: { ended: Type.Boolean({ description: 'Whether there was such a session.' }) },
  run: async ({ services, caller, address }, { id }) => ({
    ended: await services.accounts.endOwnSession(caller, id, address),
  }),
})

/** Accepts the usage rules. */
export const acceptRules = operation({
  ...common,
  name: 'acceptRules',
  summary: 'Accept the usage rules',
  page: 'PUT account/rules',
  input: { version: verbatim('The version that was shown.') },
  output: {},
  run: async ({ services, caller, address }, { version }) => {
    await services.accounts.acceptRules(caller, version, address)
    return {}
  },
})

/** Changes the own password. */
export const changePassword = operation({
  ...common,
  name: 'changePassword',
  summary: 'Change the own password; other sessions end',
  page: 'PUT account/password',
  input: { current: verbatim('The password until now.'), password: verbatim('The new one.') },
  output: {},
  run: async ({ services, caller, session, address }, asked) => {
    await services.accounts.changeOwnPassword(caller, { ...asked, token: session.token, address })
    return {}
  },
})
