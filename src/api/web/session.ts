import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { textOf } from './body.ts'
import {
  deviceToken,
  findVisitor,
  forgetSession,
  keepSession,
  requireVisitor,
  sessionToken,
} from './visitor.ts'

/** Signing in and out, and what the page shows before and after. */
export function sessionRoutes(scope: FastifyInstance, context: ApiContext): void {
  scope.get('/web/api/session', async (request) => describe(context, await findVisitor(context, request)))
  scope.post('/web/api/session', (request, reply) => signIn(context, request, reply))
  scope.delete('/web/api/session', (request, reply) => signOut(context, request, reply))
}

async function signIn(context: ApiContext, request: FastifyRequest, reply: FastifyReply) {
  const session = await context.services().accounts.login({
    email: textOf(request, 'email'),
    password: textOf(request, 'password'),
    address: request.ip,
    device: deviceToken(request),
  })
  keepSession(request, reply, session)
  return describe(context, session)
}

async function signOut(context: ApiContext, request: FastifyRequest, reply: FastifyReply) {
  await requireVisitor(context, request)
  await context.services().accounts.logout(sessionToken(request), request.ip)
  forgetSession(request, reply)
  return describe(context, undefined)
}

function describe(context: ApiContext, session: Session | undefined) {
  const { registration, rulesVersion } = context.services().accounts.settings
  const server = { registration, rules_version: rulesVersion }
  if (session === undefined) return { error: false, server, account: null }
  const { email, username, level, role, rules } = session.account
  const account = { email, username, level, role, rules_version: rules?.version ?? null }
  return { error: false, server, account, csrf: session.csrf }
}
