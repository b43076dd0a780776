import type { FastifyInstance } from 'fastify'
import { actorOf, DIALECTS, showAuditEntry } from '../../service/account/index.ts'
import { backwardsOf, daysOf, nextOf } from '../admin/index.ts'
import type { ApiContext } from '../context.ts'
import { choiceOf, textOf } from './body.ts'
import { parametersOfPage } from './parameter.ts'
import { requireVisitor } from './visitor.ts'

/** What the account page shows and changes. */
export function accountRoutes(scope: FastifyInstance, context: ApiContext): void {
  const accounts = () => context.services().accounts
  scope.get('/web/api/account', async (request) => {
    const { account } = await requireVisitor(context, request)
    return accounts().accountInfo(account)
  })
  scope.post('/web/api/account/key/reveal', async (request) => {
    const { account } = await requireVisitor(context, request)
    return { error: false, key: await accounts().revealKey(account.id) }
  })
  scope.post('/web/api/account/key/rotate', async (request) => {
    const { account } = await requireVisitor(context, request)
    const { key } = await accounts().rotateKey(actorOf(account, request.ip), account.id)
    return { error: false, key }
  })
  scope.put('/web/api/account/dialect', async (request) => {
    const { account } = await requireVisitor(context, request)
    const dialect = choiceOf(request, 'dialect', DIALECTS)
    await accounts().changeAccount(actorOf(account, request.ip), account.id, { dialect })
    return { error: false, dialect }
  })
  scope.put('/web/api/account/rules', async (request) => {
    const { account } = await requireVisitor(context, request)
    await accounts().acceptRules(account, textOf(request, 'version'), request.ip)
    return { error: false }
  })
  scope.get('/web/api/account/ledger', async (request) => {
    const { account } = await requireVisitor(context, request)
    const page = backwardsOf(parametersOfPage(request))
    const rows = await accounts().readLedger(account.id, page)
    return {
      error: false,
      rows: rows.map(({ id, time, amount, kind, note }) => ({ id, time, amount, kind, note })),
      next: nextOf(rows, page.limit),
    }
  })
  scope.get('/web/api/account/usage', async (request) => {
    const { account } = await requireVisitor(context, request)
    await accounts().flushFigures()
    const rows = await accounts().readUsage(daysOf(parametersOfPage(request)), account.id)
    return {
      error: false,
      entries: rows.map(({ day, route, calls, rows, coins }) => ({ day, route, calls, rows, coins })),
    }
  })
  scope.get('/web/api/account/audit', async (request) => {
    const { account } = await requireVisitor(context, request)
    const page = backwardsOf(parametersOfPage(request))
    const entries = await accounts().readTrail(account, { ...page, account: account.id })
    return { error: false, entries: entries.map(showAuditEntry), next: nextOf(entries, page.limit) }
  })
}
