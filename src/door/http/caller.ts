// Who calls the API, and whether it may call now.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Credentials } from '../../service/account/index.ts'
import type { DoorContext } from '../server/context.ts'
import { ownerOf, unusedBy } from '../server/outcome.ts'
import { type Parameters, parametersOf } from '../server/parameters.ts'
import type { LimitRate } from '../server/rate-limit.ts'

/** Authenticates the caller and checks whether it may call now: the first two checks of every call with credentials. */
export type AdmitCaller = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Reads a credential. */
  parameter: (name: string) => string | undefined,
) => Promise<Account>

/** Checks callers against the accounts of the context and the rate limits of its settings. */
export function createAdmitCaller(context: DoorContext, limitRate: LimitRate): AdmitCaller {
  return async (request, reply, parameter) => {
    const caller = await context.services().accounts.authenticate(givenIn(request, parameter))
    request.use = unusedBy(caller)
    request.owner = ownerOf(caller)
    limitRate(caller, reply)
    return caller
  }
}

/** Authenticates the sender of a long body: by the credentials in the headers, the query string, or at the start of the form. */
export function authenticate(
  { services }: DoorContext,
  request: FastifyRequest,
  form: Parameters,
): Promise<Account> {
  const inAddress = parametersOf(request)
  return services().accounts.authenticate(givenIn(request, (name) => inAddress(name) ?? form[name]))
}

/** The credentials from the parameters if given, else from the headers. */
function givenIn(request: FastifyRequest, parameter: (name: string) => string | undefined): Credentials {
  const inHeaders = headerCredentials(request)
  const email = parameter('email') ?? inHeaders['email']
  const key = parameter('key') ?? inHeaders['key']
  const isBearer = parameter('key') === undefined && bringsKeyAlone(request)
  // An unescaped plus sign arrives as a blank, and an e-mail never contains one.
  return { email: email?.replaceAll(' ', '+'), key, isBearer, address: request.ip }
}

/** Whether a header contains a key that needs no e-mail. */
function bringsKeyAlone({ headers }: FastifyRequest): boolean {
  return /^\s*bearer\s/i.test(headers.authorization ?? '') || typeof headers['x-api-key'] === 'string'
}

/**
 * Credentials in headers: `Authorization: Bearer KEY` or `X-Api-Key: KEY`, alone or with the e-mail in `X-Periplus-Email`, or
 * `Authorization: Basic` with e-mail and key.
 */
function headerCredentials({ headers }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const { authorization, 'x-periplus-email': email, 'x-api-key': apiKey } = headers
  const [scheme = '', value = ''] = (authorization ?? '').trim().split(/\s+/)
  const given: Record<string, string | undefined> = {}
  if (typeof email === 'string') given['email'] = email
  if (typeof apiKey === 'string') given['key'] = apiKey
  if (scheme.toLowerCase() === 'bearer') given['key'] = value
  if (scheme.toLowerCase() === 'basic') {
    const pair = Buffer.from(value, 'base64').toString()
    const at = pair.lastIndexOf(':')
    given['email'] = pair.slice(0, Math.max(0, at))
    given['key'] = pair.slice(at + 1)
  }
  return given
}
