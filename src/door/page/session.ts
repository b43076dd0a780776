// The session of a page call, from a cookie, and the proof that the page itself requested a change.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import type { SessionPort } from '../../operation/index.ts'
import { isSame, type Session } from '../../service/account/index.ts'
import type { DoorContext } from '../server/context.ts'
import { ownerOf, unusedBy } from '../server/outcome.ts'

const SESSION = 'periplus_session'
const DEVICE = 'periplus_device'
const YEAR_SECONDS = 365 * 86_400

/** The name of the session cookie. */
function cookieName({ operatorLink }: DoorContext): string {
  return operatorLink?.cookie ?? SESSION
}

/** The token of the session cookie; empty when there is none. */
function sessionToken(context: DoorContext, request: FastifyRequest): string {
  return request.cookies[cookieName(context)] ?? ''
}

/** The session of the request, if there is a valid one. */
export async function findSession(
  context: DoorContext,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = sessionToken(context, request)
  return token === '' ? undefined : context.services().accounts.findLogin(token)
}

/**
 * The session of a request that needs one. Fails with code `session` without a valid session, and with `forbidden` when a request
 * that may change data has no CSRF token of the session.
 */
export async function requireSession(context: DoorContext, request: FastifyRequest): Promise<Session> {
  const session = await findSession(context, request)
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
  request.owner = ownerOf(session.account, sessionToken(context, request))
  // Requests that the page repeats on its own do not count as use of the account.
  if (request.method !== 'GET') request.use = unusedBy(session.account)
  return session
}

/** Rejects requests that another site makes a browser send. Current browsers state the origin of a request. */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site']
  if (request.method === 'GET' || site === undefined || site === 'same-origin' || site === 'none') return
  throw new AppError('forbidden', '403 Forbidden: requests from other sites are not taken')
}

/** What operations may do with the session of a request. */
export function sessionPort(
  context: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  current: Session | undefined,
): SessionPort {
  const name = cookieName(context)
  const options = cookieOptions(request, context.config['http.baseUrl'])
  return {
    current,
    token: sessionToken(context, request),
    device: request.cookies[DEVICE],
    start: ({ token, device, expiresAt }) => {
      reply.setCookie(name, token, { ...options, expires: new Date(expiresAt) })
      // A server without a password login needs no device token.
      if (context.operatorLink === undefined)
        reply.setCookie(DEVICE, device, { ...options, maxAge: YEAR_SECONDS })
    },
    end: () => {
      reply.clearCookie(name, options)
    },
  }
}

/** Even if callers use https, an undeclared proxy may forward their requests over http. */
function cookieOptions(request: FastifyRequest, baseUrl: string) {
  const secure = request.protocol === 'https' || baseUrl.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
}
