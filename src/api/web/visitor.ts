// Who looks at the page: the session of a cookie, and the proof that a change was asked for by the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { isSame, type NewSession, type Session } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'

const SESSION = 'periplus_session'
const DEVICE = 'periplus_device'
const YEAR_SECONDS = 365 * 86_400

/** The token of the session cookie; empty when there is none. */
export function sessionToken(request: FastifyRequest): string {
  return request.cookies[SESSION] ?? ''
}

/** The token by which this browser was known at an earlier login. */
export function deviceToken(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE]
}

/** The session of the request, if there is one that still holds. */
export async function findVisitor(
  context: ApiContext,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = sessionToken(request)
  return token === '' ? undefined : context.services().accounts.findLogin(token)
}

/**
 * The session of a request that needs one. Fails with code `session` without a session that holds, and with `forbidden` when a
 * request that may change something does not carry the session's CSRF token.
 */
export async function requireVisitor(context: ApiContext, request: FastifyRequest): Promise<Session> {
  const session = await findVisitor(context, request)
  if (session === undefined) {
    throw new AppError(
      'session',
      '401 Unauthorized: nobody is signed in, or the session has ended; sign in again',
    )
  }
  const token = request.headers['x-csrf-token']
  const proven = typeof token === 'string' && isSame(session.csrf, token)
  if (request.method !== 'GET' && !proven) {
    throw new AppError(
      'forbidden',
      '403 Forbidden: the request does not carry the token of this session; reload the page',
    )
  }
  // What the page asks for by itself, again and again, is no use of the account.
  if (request.method !== 'GET') request.use = { account: session.account.id, rows: 0, coins: 0 }
  return session
}

/** Refuses what another site makes a browser send. Browsers of this decade say where a request comes from. */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site']
  if (request.method === 'GET' || site === undefined || site === 'same-origin' || site === 'none') return
  throw new AppError('forbidden', '403 Forbidden: requests from other sites are not taken')
}

/** Hands the browser a new session. */
export function keepSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, device, expiresAt }: NewSession,
): void {
  reply.setCookie(SESSION, token, { ...cookieOptions(request), expires: new Date(expiresAt) })
  reply.setCookie(DEVICE, device, { ...cookieOptions(request), maxAge: YEAR_SECONDS })
}

/** Makes the browser forget its session. */
export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION, cookieOptions(request))
}

function cookieOptions(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const
}
