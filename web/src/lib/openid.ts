// Signing in by the OpenID provider of the server: away from the page, and back with its answer.
import type { QueryClient } from '@tanstack/react-query'
import type { BeginOpenIdAnswer, SessionAnswer } from './answer-types.ts'
import { call } from './api.ts'
import { startSession } from './session.ts'

const NAME = 'periplus-openid'

/** Leaves for the provider; `back` is where to go after signing in. */
export async function leaveForOpenId(back: string): Promise<void> {
  const { url, ticket } = await call<BeginOpenIdAnswer>('POST', 'session/openid/start')
  sessionStorage.setItem(NAME, JSON.stringify({ ticket, back }))
  location.assign(url)
}

/** Signs in by the answer in the address; returns where to go. */
export async function returnFromOpenId(client: QueryClient, query: string): Promise<string> {
  const { ticket, back } = JSON.parse(sessionStorage.getItem(NAME) ?? '{"ticket":"","back":"/"}') as {
    readonly ticket: string
    readonly back: string
  }
  sessionStorage.removeItem(NAME)
  startSession(client, await call<SessionAnswer>('POST', 'session/openid', { query, ticket }))
  return back
}
