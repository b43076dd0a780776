import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import type { Parameter } from '../param/search.ts'
import type { Pace } from './pace.ts'
import { parametersOf } from './parameters.ts'

/** Finds out who calls and whether they may call now: the first two checks of every call with credentials. */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Where the credentials are read; the request's own parameters unless given. */
  parameter?: Parameter,
) => Promise<Account>

/** Admission by the accounts of the context and the rates of its settings. */
export function createAdmission(context: ApiContext, pace: Pace): Admit {
  return async (request, reply, parameter = parametersOf(request)) => {
    const caller = await context.services().accounts.authenticate({
      // A plus sign that was not escaped arrives as a blank, and no e-mail holds one.
      email: parameter('email')?.replaceAll(' ', '+'),
      key: parameter('key'),
      address: request.ip,
    })
    request.use = { account: caller.id, rows: 0, coins: 0 }
    pace(caller, reply)
    return caller
  }
}
