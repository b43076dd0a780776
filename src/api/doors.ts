// Who may send long bodies where; the addresses of the API and of the page, the narrowest first.
import type { FastifyRequest } from 'fastify'
import type { Account } from '../service/account/index.ts'
import type { ApiContext } from './context.ts'
import type { Parameters } from './param/query-string.ts'
import type { CheckCaller, Door } from './plugin/known-caller.ts'
import { requireAdministrator } from './route/admin.ts'
import { credentialsOf } from './route/mcp.ts'
import { requireVisitor } from './web/visitor.ts'

/** The doors of the server. */
export function doorsOf(context: ApiContext): readonly Door[] {
  const account: CheckCaller = (request, form) => authenticate(context, request, form)
  const administrator: CheckCaller = async (request, form) =>
    requireAdministrator(await authenticate(context, request, form))
  const session: CheckCaller = (request) => requireVisitor(context, request)
  const signedInAdministrator: CheckCaller = async (request) =>
    requireAdministrator((await requireVisitor(context, request)).account)
  return [
    { path: '/api/v1/admin', check: administrator },
    { path: '/api/v1', check: account },
    { path: '/mcp', check: account },
    // Whoever is not signed in yet has little to say.
    { path: '/web/api/session', check: undefined },
    { path: '/web/api/password-link', check: undefined },
    { path: '/web/api/registration', check: undefined },
    { path: '/web/api/admin', check: signedInAdministrator },
    { path: '/web/api', check: session },
  ]
}

function authenticate(context: ApiContext, request: FastifyRequest, form: Parameters): Promise<Account> {
  const parameter = credentialsOf(request)
  const given = (name: string): string | undefined => parameter(name) ?? form[name]
  return context.services().accounts.authenticate({
    email: given('email')?.replaceAll(' ', '+'),
    key: given('key'),
    address: request.ip,
  })
}
