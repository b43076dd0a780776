import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import { optionalTextOf, textOf } from './body.ts'
import { requireVisitor, sessionToken } from './visitor.ts'

/** Passwords by link, the change of one's own, and registration. */
export function passwordRoutes(scope: FastifyInstance, context: ApiContext): void {
  const accounts = () => context.services().accounts
  // The token travels in a body: addresses end up in logs and histories.
  scope.post('/web/api/password-link', async (request) => {
    const { email } = await accounts().inspectPasswordLink(textOf(request, 'token'))
    return { error: false, email }
  })
  scope.put('/web/api/password-link', async (request) => {
    const token = textOf(request, 'token')
    const password = textOf(request, 'password')
    const { email } = await accounts().usePasswordLink({ token, password, address: request.ip })
    return { error: false, email }
  })
  scope.put('/web/api/account/password', async (request) => {
    const { account } = await requireVisitor(context, request)
    const current = textOf(request, 'current')
    const password = textOf(request, 'password')
    const token = sessionToken(request)
    await accounts().changeOwnPassword(account, { current, password, token, address: request.ip })
    return { error: false }
  })
  scope.post('/web/api/registration', async (request) => {
    const { account } = await accounts().register({
      email: textOf(request, 'email'),
      password: textOf(request, 'password'),
      rules: textOf(request, 'rules'),
      username: optionalTextOf(request, 'username'),
      invitation: optionalTextOf(request, 'invitation'),
      address: request.ip,
    })
    return { error: false, email: account.email }
  })
}
