// Connects over https to public addresses only: the rule is part of the connector, and no setting changes it. Every hop of a
// redirect is checked again, and the connection uses exactly the checked address.
import { lookup as resolveName } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What to fetch, and its limits. */
interface FetchRequest {
  readonly url: string
  /** The validator of an earlier response; the server may answer that nothing is newer. */
  readonly etag?: string | null | undefined
  readonly lastModified?: string | null | undefined
  /** Bytes. */
  readonly sizeLimit: number
  /** Milliseconds for the whole fetch. */
  readonly timeLimit: number
}

/** The response. */
type Fetched =
  | { readonly status: 'unchanged' }
  | {
      readonly status: 'ok'
      readonly bytes: Uint8Array
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Fetches; fails with a plain `Error` whose message can be shown. */
export type Connector = (request: FetchRequest) => Promise<Fetched>

/** Options that tests replace. */
interface ConnectorOptions {
  readonly permits?: (address: string) => boolean
  readonly resolve?: (
    name: string,
  ) => Promise<readonly { readonly address: string; readonly family: number }[]>
  /** Certificate authorities instead of the usual ones. */
  readonly authorities?: string
}

const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Creates a connector to the public internet, unless a test overrides it. */
export function createConnector(options: ConnectorOptions = {}): Connector {
  return async (wanted) => {
    const signal = AbortSignal.timeout(wanted.timeLimit)
    try {
      return await follow(wanted, options, signal)
    } catch (error) {
      if (signal.aborted)
        throw new Error(`the server took longer than ${wanted.timeLimit / 1000} s`, { cause: error })
      throw error
    }
  }
}

async function follow(
  wanted: FetchRequest,
  options: ConnectorOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = checkUrl(wanted.url, options)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await send(url, wanted, options, signal)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (!REDIRECTS.has(status) || location === undefined) return read(answer, status, wanted.sizeLimit)
    answer.destroy()
    url = checkUrl(resolveLocation(location, url), options)
  }
  throw new Error(`the server redirected more than ${MOST_REDIRECTS} times`)
}

function resolveLocation(location: string, from: URL): string {
  if (!URL.canParse(location, from.href))
    throw new Error('the server redirected to something that is not a valid address')
  return new URL(location, from).href
}

/** Fails unless the text is an https address of a public host. */
export function checkUrl(text: string, { permits = isPublicAddress }: ConnectorOptions = {}): URL {
  if (!URL.canParse(text))
    throw new Error(`\`${text}\` is not a valid address; give one that begins with https://`)
  const url = new URL(text)
  if (url.protocol !== 'https:') throw new Error(`only https:// addresses are fetched, not ${url.protocol}//`)
  if (url.username !== '' || url.password !== '') throw new Error('the address must not hold credentials')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !permits(host)) throw new Error(`${host} is not a public address`)
  return url
}

function send(
  url: URL,
  wanted: FetchRequest,
  options: ConnectorOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    'user-agent': 'periplus',
    'accept-encoding': 'identity',
    ...(typeof wanted.etag === 'string' && { 'if-none-match': wanted.etag }),
    ...(typeof wanted.lastModified === 'string' && { 'if-modified-since': wanted.lastModified }),
  }
  const authorities = options.authorities === undefined ? {} : { ca: options.authorities }
  return new Promise((resolve, reject) => {
    const call = httpsRequest(
      url,
      { headers, signal, agent: false, lookup: checkedLookup(options), ...authorities },
      resolve,
    )
    call.once('error', (error) => reject(new Error(unreachable(url, error), { cause: error })))
    call.end()
  })
}

const unreachable = (url: URL, error: Error): string => `cannot fetch from ${url.host}: ${error.message}`

/** Resolves a name, and refuses it when any of its addresses is not public. */
function checkedLookup({
  permits = isPublicAddress,
  resolve = resolveAll,
}: ConnectorOptions): LookupFunction {
  return (name, { all }, done) => {
    resolve(name).then(
      (found) => {
        const [first] = found
        const closed = found.find(({ address }) => !permits(address))
        if (closed !== undefined) done(new Error(`${closed.address} is not a public address`), '')
        else if (first === undefined) done(new Error('the name has no address'), '')
        else if (all) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}

const resolveAll = (name: string): Promise<{ address: string; family: number }[]> =>
  resolveName(name, { all: true })

async function read(answer: IncomingMessage, status: number, limit: number): Promise<Fetched> {
  if (status === 304) {
    answer.resume()
    return { status: 'unchanged' }
  }
  if (status !== 200) {
    answer.destroy()
    throw new Error(`the server answered ${status}`)
  }
  const { etag = null, 'last-modified': lastModified = null } = answer.headers
  return { status: 'ok', bytes: await readBody(answer, limit), etag, lastModified }
}

async function readBody(answer: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(answer.headers['content-length'] ?? 0) > limit) throw tooLong(answer, limit)
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length
      if (length > limit) throw tooLong(answer, limit)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof TooLong) throw error
    throw new Error('the connection broke before the file was whole', { cause: error })
  }
  return Buffer.concat(parts, length)
}

class TooLong extends Error {}

function tooLong(answer: IncomingMessage, limit: number): TooLong {
  answer.destroy()
  return new TooLong(`the file is longer than ${limit} bytes`)
}
