import type { FastifyInstance } from 'fastify'
import { actorOf, DIALECTS } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { choiceOf, textOf } from './body.ts'
import { requireVisitor } from './visitor.ts'

const LEDGER_ROWS = 50

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
    const rows = await accounts().readLedger(account.id, { limit: LEDGER_ROWS })
    return {
      error: false,
      rows: rows.map(({ id, time, amount, kind, note }) => ({ id, time, amount, kind, note })),
    }
  })
}
