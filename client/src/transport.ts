// Calls over HTTP: credentials, time limits, and retries while a server is unavailable or busy.
import { foreign, readAnswer, unreachable } from './answer.ts'
import { PeriplusError } from './error.ts'

/** Where a client calls, as whom, and how long it waits. */
export interface ClientOptions {
  /** Address of the server, such as `https://periplus.example.com`. */
  readonly url: string
  readonly email: string
  readonly key: string
  /** Milliseconds that one try of a call may take; downloads may take longer. Default: two minutes. */
  readonly timeout?: number
  /** How often a call is tried again that failed for a passing reason. Default: 5. */
  readonly retries?: number
  /** Longest wait between two tries, in milliseconds, whatever the server says. Default: one minute. */
  readonly longestWait?: number
  /** Another `fetch`, for proxies and tests. */
  readonly fetch?: typeof globalThis.fetch
}

/** What single calls may say. */
export interface CallOptions {
  /** Ends the call; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Parameters of a call; undefined ones are left out. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

const DEFAULTS = { timeout: 120_000, retries: 5, longestWait: 60_000 }
const FIRST_WAIT = 250

/** One server and one account on it. */
export class Transport {
  /** Address without a final slash. */
  readonly url: string
  readonly #options: Required<Omit<ClientOptions, 'fetch'>>
  readonly #fetch: typeof globalThis.fetch

  constructor(options: ClientOptions) {
    const { fetch = globalThis.fetch, ...rest } = options
    this.url = withoutSlashes(options.url)
    this.#options = { ...DEFAULTS, ...rest }
    // Browsers want it called as a function of the window.
    this.#fetch = (...call) => fetch(...call)
  }

  /** Calls a route with parameters and resolves to its answer. Long parameters travel in a body, so `POST` is the better choice. */
  call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    parameters: Parameters,
    options: CallOptions = {},
  ): Promise<Answer> {
    const text = this.encode(parameters)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = method === 'GET' ? {} : { method, body: text, headers }
    return this.patiently(options, () =>
      this.answer<Answer>(method === 'GET' ? `${path}?${text}` : path, request, options),
    )
  }

  /** One try of a request whose answer is JSON. */
  async answer<Answer>(path: string, request: RequestInit, options: CallOptions = {}): Promise<Answer> {
    const limit = AbortSignal.timeout(this.#options.timeout)
    const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
    const response = await this.fetch(path, request, { signal })
    return answerOf<Answer>(this, response).catch((error: unknown) => {
      throw this.#failure(error, signal)
    })
  }

  /** One try of any request. Redirections are refused, since they would carry the key elsewhere. */
  async fetch(path: string, request: RequestInit, { signal }: CallOptions = {}): Promise<Response> {
    const options: RequestInit = { ...request, redirect: 'manual', ...(signal !== undefined && { signal }) }
    const response = await this.#fetch(this.url + path, options).catch((error: unknown) => {
      throw this.#failure(error, signal)
    })
    // In browsers a redirection that was not followed shows nothing of itself.
    if (response.type === 'opaqueredirect') throw this.#redirected('elsewhere')
    const target = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || target === null) return response
    throw this.#redirected(`to \`${target.split('?')[0]}\``)
  }

  /** The credentials and the parameters as one text. */
  encode(parameters: Parameters): string {
    const { email, key } = this.#options
    const all = new URLSearchParams({ email, key })
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) all.set(name, String(value))
    return all.toString()
  }

  /** Repeats what fails for a passing reason, waiting as long as the server says, else twice as long each time. */
  async patiently<Result>(
    { signal }: CallOptions,
    work: () => Promise<Result>,
    again: (error: PeriplusError) => boolean = (error) => error.passing,
  ): Promise<Result> {
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof PeriplusError) || !again(error) || tries >= this.#options.retries) throw error
        const wait = error.retryAfter ?? FIRST_WAIT * 2 ** tries
        await sleep(Math.min(wait, this.#options.longestWait), signal)
      }
    }
  }

  #failure(error: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted !== true) return error instanceof PeriplusError ? error : unreachable(this.url, error)
    const { reason } = signal
    if (!(reason instanceof DOMException) || reason.name !== 'TimeoutError') return reason
    return new PeriplusError('timeout', `${this.url} took longer than ${this.#options.timeout} ms to answer`)
  }

  #redirected(where: string): PeriplusError {
    return new PeriplusError('redirect', `${this.url} sends callers on ${where}; give that server's address`)
  }
}

/** The answer in a response, or its failure. */
export async function answerOf<Answer>({ url }: Transport, response: Response): Promise<Answer> {
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(url, error)
  })
  return readAnswer(url, response.status, response.headers.get('retry-after'), text)
}

/** The bytes of an answer, or its failure. */
export async function bodyOf(transport: Transport, response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body !== null) return response.body
  await answerOf(transport, response)
  throw foreign(transport.url, response.status)
}

/** Waits; fails with the signal's reason when it fires first. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abandon)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abandon, { once: true })
  })
}

/** An address without slashes at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** A text in UTF-8 as base64, in Node.js and browsers alike. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  // In pieces: a long text would be too many arguments at once.
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return btoa(binary)
}
