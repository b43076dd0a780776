import { type QueryClient, useQuery } from '@tanstack/react-query'
import type * as answers from './answer-types.ts'
import { keepFullStandard } from './address.ts'
import { call, keepCsrf } from './api.ts'
import { clearTraces } from './history.ts'

/** What the server answers before and after signing in. */
export type SessionAnswer = answers.SessionAnswer

const KEY = ['session'] as const

const SESSION = {
  queryKey: KEY,
  queryFn: async () => keep(await call<SessionAnswer>('GET', 'session')),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The session, asked for once and kept. */
export function useSession() {
  return useQuery(SESSION)
}

/** Signs in, unless the code of a second factor is needed, which it reports; fails with the server's sentence. */
export async function signIn(
  client: QueryClient,
  email: string,
  password: string,
  code: string,
): Promise<boolean> {
  const answer = await call<SessionAnswer>('POST', 'session', { email, password, code })
  if (answer.code_needed === true) return true
  startSession(client, answer)
  return false
}

/** Begins the session that an answer describes. */
export function startSession(client: QueryClient, answer: SessionAnswer): void {
  client.setQueryData(KEY, keep(answer))
}

/** Signs in by the address that `periplus open` printed; fails with the server's sentence. */
export async function openSession(client: QueryClient, token: string): Promise<void> {
  // An answer from before signing in must not come after this one.
  await client.ensureQueryData(SESSION).catch(() => undefined)
  startSession(client, await call<SessionAnswer>('POST', 'session/open', { token }))
}

/** Signs out and forgets everything that was shown. */
export async function signOut(client: QueryClient): Promise<void> {
  const answer = await call<SessionAnswer>('DELETE', 'session')
  client.setQueryData(KEY, keep(answer))
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  clearTraces()
}

/** Forgets who was signed in, when the server no longer knows. */
export function forgetSessionUser(client: QueryClient): void {
  client.setQueryData<SessionAnswer>(KEY, (answer) => (answer ? { ...answer, account: null } : undefined))
}

function keep(answer: SessionAnswer): SessionAnswer {
  keepCsrf(answer.csrf ?? '')
  keepFullStandard(answer.server.all_records)
  return answer
}
