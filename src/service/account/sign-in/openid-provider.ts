// The OpenID provider of the settings: where it sends people to sign in, and whom it says they are (OpenID Connect Core 1.0, code
// flow with PKCE).
import type { Configuration, IDToken } from 'openid-client'
import { AppError } from '../../../error/index.ts'
import type { AccountContext } from '../context.ts'
import type { OpenIdSettings } from '../settings.ts'

/** Whom a provider says somebody is. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Undefined where the provider does not say that it checked the e-mail. */
  readonly email: string | undefined
}

/** A sign-in that began: where to go, and what to bring back. */
interface OpenIdStart {
  readonly url: string
  /** Sealed: what the answer of the provider must match. */
  readonly ticket: string
}

/** An answer of the provider: the query of the address to which it sent the browser back. */
export interface OpenIdAnswer {
  readonly query: string
  readonly ticket: string
}

interface Ticket {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  readonly redirect: string
  /** Milliseconds UTC. */
  readonly end: number
}

const LIFETIME_MS = 10 * 60_000
const TIMEOUT_S = 10
const PURPOSE = 'openid sign-in'
/** Where the provider sends the browser back. */
const RETURN_PATH = '/sign-in/openid'

/** Loaded when it is first needed. */
const library = () => import('openid-client')

/** What providers say of themselves, asked for once. */
const known = new WeakMap<OpenIdSettings, Promise<Configuration>>()

function configurationOf(settings: OpenIdSettings): Promise<Configuration> {
  const kept = known.get(settings)
  if (kept !== undefined) return kept
  const asked = discover(settings)
  known.set(settings, asked)
  // One that could not be reached is asked again.
  asked.catch(() => known.delete(settings))
  return asked
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const client = await library()
  const url = new URL(issuer)
  const proof = clientSecret === '' ? client.None() : client.ClientSecretPost(clientSecret)
  try {
    return await client.discovery(url, clientId, undefined, proof, {
      timeout: TIMEOUT_S,
      // The settings allow http only for providers on this machine.
      execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    })
  } catch (cause) {
    throw unreachable(url.host, cause)
  }
}

/** Begins a sign-in. Fails with `params` where the settings name no provider, and with `unavailable` where it does not answer. */
export async function beginOpenId(context: AccountContext, baseUrl: string): Promise<OpenIdStart> {
  const settings = settingsOf(context)
  const configuration = await configurationOf(settings)
  const client = await library()
  const ticket: Ticket = {
    ...{ verifier: client.randomPKCECodeVerifier(), state: client.randomState() },
    ...{ nonce: client.randomNonce(), redirect: `${baseUrl}${RETURN_PATH}` },
    end: context.now() + LIFETIME_MS,
  }
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: ticket.redirect, scope: 'openid email' },
    ...{ state: ticket.state, nonce: ticket.nonce, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(ticket.verifier),
  })
  return { url: url.href, ticket: context.secret.seal(JSON.stringify(ticket), PURPOSE) }
}

/** Whom the provider says its answer is of. Fails with `login` for answers that do not belong to the ticket. */
export async function proveOpenId(
  context: AccountContext,
  { query, ticket: sealed }: OpenIdAnswer,
): Promise<Identity> {
  const settings = settingsOf(context)
  const ticket = ticketOf(context, sealed)
  const configuration = await configurationOf(settings)
  const client = await library()
  try {
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(`${ticket.redirect}?${query}`),
      {
        ...{ pkceCodeVerifier: ticket.verifier, expectedState: ticket.state, expectedNonce: ticket.nonce },
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('it sent no ID token')
    if (claims['email'] !== undefined) return identityOf(claims)
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return identityOf({ ...more, ...claims })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 300) : ''
    throw failed(`the provider did not confirm it: ${reason}`, cause)
  }
}

function settingsOf({ settings }: AccountContext): OpenIdSettings {
  if (settings.openId !== undefined) return settings.openId
  throw new AppError('params', '[-4] Params Error: this server has no OpenID provider; set openid.issuer')
}

function ticketOf({ secret, now }: AccountContext, sealed: string): Ticket {
  let ticket: Ticket
  try {
    ticket = JSON.parse(secret.unseal(sealed, PURPOSE)) as Ticket
  } catch (cause) {
    throw failed('it was not started in this browser; start again', cause)
  }
  if (ticket.end <= now()) throw failed('it took longer than ten minutes; start again')
  return ticket
}

function identityOf(claims: Pick<IDToken, 'iss' | 'sub'> & Readonly<Record<string, unknown>>): Identity {
  const { iss, sub, email, email_verified } = claims
  return {
    ...{ issuer: iss, subject: sub },
    email: typeof email === 'string' && email_verified === true ? email : undefined,
  }
}

function failed(reason: string, cause?: unknown): AppError {
  return new AppError('login', `401 Unauthorized, the sign-in by OpenID failed: ${reason}`, { cause })
}

function unreachable(host: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `503 Service Unavailable: the OpenID provider \`${host}\` does not answer, or not as one; check openid.issuer and the network`,
    { cause },
  )
}
