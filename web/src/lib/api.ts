// Calls of the page's own door. A failure is a `CallError` with the server's own sentence, or one that says there is no answer.

/** Why a call has no answer. */
type CallFailure = 'refused' | 'session' | 'offline'

/** A call that failed; `message` is the server's sentence, empty when it could not be reached. */
export class CallError extends Error {
  readonly failure: CallFailure
  readonly status: number
  /** Seconds after which the same call may work, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(failure: CallFailure, status: number, message: string, retryAfter?: number) {
    super(message)
    this.name = 'CallError'
    this.failure = failure
    this.status = status
    this.retryAfter = retryAfter
  }
}

let csrf = ''
let endSession = (): void => {}

/** Sets the token that proves that a change was asked for here. */
export function keepCsrf(token: string): void {
  csrf = token
}

/** Sets what happens when the server says that nobody is signed in. */
export function onSessionEnd(listener: () => void): void {
  endSession = listener
}

/** Calls a route below `/web/api` and returns its answer. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(method, path, body, signal)
  const retryAfter = secondsOf(response.headers.get('Retry-After'))
  return judge<Answer>(response.status, await readJson(response), retryAfter)
}

/** Reads a text from a route below `/web/api`. */
export async function callText(path: string): Promise<string> {
  const response = await send('GET', path, undefined, undefined)
  if (response.ok) return response.text()
  return judge(response.status, await readJson(response), secondsOf(response.headers.get('Retry-After')))
}

/** The text of a file that a route below `/web/api` makes. */
export async function callFile(path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await send('POST', path, body, undefined)
  if (response.ok && !response.headers.get('Content-Type')?.includes('json')) return response.text()
  return judge(response.status, await readJson(response), secondsOf(response.headers.get('Retry-After')))
}

/** The answer of a call; throws the failure that it is. */
export function judge<Answer>(
  status: number,
  answer: Readonly<Record<string, unknown>>,
  retryAfter?: number,
): Answer {
  if (status === 200 && answer['error'] === false) return answer as Answer
  const text = typeof answer['errmsg'] === 'string' ? answer['errmsg'] : ''
  if (text === '') throw new CallError('offline', status, '')
  const ended = status === 401 && text.includes('session')
  if (ended) endSession()
  throw new CallError(ended ? 'session' : 'refused', status, withoutCode(text), retryAfter)
}

/** The token that proves that a change was asked for here. */
export function csrfToken(): string {
  return csrf
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,4}$/.test(header) ? Math.max(1, Number(header)) : undefined
}

async function send(
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = {
    'X-CSRF-Token': csrf,
    'Accept-Language': document.documentElement.lang || 'en',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  try {
    return await fetch(`/web/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError('offline', 0, '')
  }
}

async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** An error text without the codes that only programs need. */
export function withoutCode(text: string): string {
  const plain = text.replace(
    /^(?:\[-?\d+\] (?:Params Error: |Query Syntax Incorrect: )?|40[13] [A-Z][a-z]+[,:] )/,
    '',
  )
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
