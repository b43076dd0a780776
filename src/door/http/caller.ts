import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../service/account/index.ts'
import type { DoorContext } from '../server/context.ts'
import { parametersOf, type Parameters } from '../server/parameters.ts'
import type { LimitRate } from '../server/rate-limit.ts'

/** Finds out who calls and whether they may call now: the first two checks of every call with credentials. */
export type AdmitCaller = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Reads a credential. */
  parameter: (name: string) => string | undefined,
) => Promise<Account>

/** Checks callers by the accounts of the context and the rates of its settings. */
export function createAdmitCaller(context: DoorContext, limitRate: LimitRate): AdmitCaller {
  return async (request, reply, parameter) => {
    const caller = await context.services().accounts.authenticate({
      // A plus sign that was not escaped arrives as a blank, and no e-mail holds one.
      email: parameter('email')?.replaceAll(' ', '+'),
      key: parameter('key'),
      address: request.ip,
    })
    request.use = { account: caller.id, rows: 0, coins: 0 }
    limitRate(caller, reply)
    return caller
  }
}

/** Who sends a long body: by the credentials in the headers, the query string, or at the start of the form. */
export function authenticate(
  { services }: DoorContext,
  request: FastifyRequest,
  form: Parameters,
): Promise<Account> {
  const parameter = credentialsOf(request)
  const given = (name: string): string | undefined => parameter(name) ?? form[name]
  return services().accounts.authenticate({
    email: given('email')?.replaceAll(' ', '+'),
    key: given('key'),
    address: request.ip,
  })
}

/**
 * Who calls: `Authorization: Bearer KEY` with the e-mail in `X-Periplus-Email`, `Authorization: Basic` with e-mail and key, or `email`
 * and `key` in the query string as everywhere.
 */
export function credentialsOf(request: FastifyRequest): (name: string) => string | undefined {
  const { authorization, 'x-periplus-email': email } = request.headers
  const [scheme = '', value = ''] = (authorization ?? '').trim().split(/\s+/)
  const given: Record<string, string | undefined> = {}
  if (typeof email === 'string') given['email'] = email
  if (scheme.toLowerCase() === 'bearer') given['key'] = value
  if (scheme.toLowerCase() === 'basic') {
    const pair = Buffer.from(value, 'base64').toString()
    const at = pair.lastIndexOf(':')
    given['email'] = pair.slice(0, Math.max(0, at))
    given['key'] = pair.slice(at + 1)
  }
  const parameter = parametersOf(request)
  return (name) => given[name] ?? parameter(name)
}
