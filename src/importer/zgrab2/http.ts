// The http module: the response finally read, and before it the redirects that other hosts or ports sent.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Observation } from '../../asset/index.ts'
import { textOfBody } from '../capture/index.ts'
import {
  defined,
  headerOfMap,
  type Mapped,
  NO_PORT,
  numberAt,
  objectAt,
  objectsAt,
  reachedBy,
  rejected,
  serverProducts,
  skipped,
  statedProducts,
  textAt,
  withoutLineEnds,
} from '../fact/index.ts'
import {
  type JsonObject,
  printHeader,
  readableBytes,
  readWebAddress,
  type WebAddress,
} from '../text/index.ts'
import type { Answer } from './answer.ts'
import { readHandshake } from './handshake.ts'

/**
 * Maps an http answer. Redirects within one host and port lead to one record, that of the response finally read; a redirect
 * from elsewhere is a record of the host that sent it.
 */
export function* mapHttp(grab: Answer): Generator<Mapped> {
  const chain = objectsAt(grab.result, 'redirect_response_chain')
  const final = objectAt(grab.result, 'response') ?? chain.at(-1)
  if (final === undefined) return yield skipped('no HTTP response')
  const last = observe(grab, final, chain.length > 0)
  if (last === undefined) return yield rejected(NO_PORT)
  const seen = new Set([identityOf(last)])
  for (const [index, hop] of chain.entries()) {
    const sender = observe(grab, hop, index > 0)
    if (sender === undefined || seen.has(identityOf(sender))) continue
    seen.add(identityOf(sender))
    yield { kind: 'observation', observation: sender }
  }
  yield { kind: 'observation', observation: last }
}

function identityOf({ reached, port }: Observation): string {
  return `${reached.toLowerCase()} ${port}`
}

function observe(grab: Answer, response: JsonObject, redirected: boolean): Observation | undefined {
  const address = addressOf(response)
  const { certificate, stated: tls } = readHandshake(
    objectAt(response, 'request', 'tls_log', 'handshake_log'),
  )
  const scheme = address?.scheme ?? (Object.keys(tls).length > 0 || certificate ? 'https' : undefined)
  const port = portOf(grab, response, address, redirected)
  const target = reachedBy(grab.domain, grab.ip)
  const own = address === undefined || isTarget(grab, address.reached)
  const where = own ? target : reachedBy(address.reached, undefined)
  if (port === undefined || where === undefined) return undefined
  return {
    reached: where.reached,
    port,
    baseProtocol: 'tcp',
    time: grab.time,
    stated: defined({
      ...where.stated,
      type: 'subdomain' as const,
      protocol: scheme,
      header: headerOf(response),
      body: bodyOf(response),
      status_code: numberAt(response, 'status_code'),
      ...statedProducts(serverProducts(textAt(response, 'headers', 'server', 0))),
      ...tls,
    }),
    ...(scheme !== undefined && { page: { scheme, path: address?.path ?? '/' } }),
    ...(certificate !== undefined && { certificate }),
  }
}

/** Where the request went. */
function addressOf(response: JsonObject): WebAddress | undefined {
  const host = textAt(response, 'request', 'url', 'host') ?? textAt(response, 'request', 'host')
  if (host === undefined) return undefined
  const scheme = textAt(response, 'request', 'url', 'scheme') ?? 'http'
  const path = textAt(response, 'request', 'url', 'path') ?? '/'
  return readWebAddress(`${scheme}://${host}${path.startsWith('/') ? path : `/${path}`}`)
}

function isTarget({ ip, domain }: Answer, reached: string): boolean {
  const [asName, asAddress] = [reachedBy(reached, undefined), reachedBy(undefined, ip)]
  return reached === domain?.toLowerCase() || (asName !== undefined && asName.reached === asAddress?.reached)
}

function portOf(
  grab: Answer,
  response: JsonObject,
  address: WebAddress | undefined,
  redirected: boolean,
): number | undefined {
  if (address === undefined) return grab.port ?? grab.fallback
  const host = textAt(response, 'request', 'url', 'host') ?? ''
  // Only the first request went to the port that was scanned; later ones went where their address says.
  const explicit = /:\d+$/.test(host) || redirected || !isTarget(grab, address.reached)
  return explicit ? address.port : (grab.port ?? address.port)
}

function headerOf(response: JsonObject): string | undefined {
  const status = textAt(response, 'status_line')
  const line =
    status === undefined || /^HTTP\//.test(status) ? (status ?? '') : `${versionOf(response)} ${status}`
  const raw = textAt(response, 'headers_raw')
  if (raw !== undefined) {
    const text = withoutLineEnds(readableBytes(Buffer.from(raw, 'base64')))
    return /^HTTP\/\d/.test(text) ? text : [line, text].filter((part) => part !== '').join('\r\n')
  }
  const map = objectAt(response, 'headers')
  if (map === undefined) return line === '' ? undefined : printHeader(line, [])
  return headerOfMap(line, map)
}

/** `HTTP/1.1`: an object until September 2025, a text since. */
function versionOf(response: JsonObject): string {
  const name = textAt(response, 'protocol') ?? textAt(response, 'protocol', 'name')
  if (name !== undefined) return name
  const major = numberAt(response, 'protocol', 'major') ?? numberAt(response, 'protocol_major') ?? 1
  const minor = numberAt(response, 'protocol', 'minor') ?? numberAt(response, 'protocol_minor') ?? 1
  return `HTTP/${major}.${minor}`
}

/** The body; one that was no UTF-8 is as base64 without saying so. */
function bodyOf(response: JsonObject): string | undefined {
  const body = textAt(response, 'body')
  if (body === undefined) return undefined
  const bytes = hiddenBytes(body, textAt(response, 'body_sha256'))
  if (bytes === undefined) return body
  const type = textAt(response, 'headers', 'content_type', 0) ?? ''
  const host = addressOf(response)?.reached ?? ''
  return textOfBody({ bytes, length: bytes.length }, type, host).text
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
// gzip, PNG, JPEG, GIF, PDF, ZIP, ICO, RIFF, WOFF, ELF
const MAGIC = /^(\x1f\x8b|\x89PNG|\xff\xd8\xff|GIF8|%PDF|PK\x03\x04|\x00\x00\x01\x00|RIFF|wOF[F2]|\x7fELF)/

function hiddenBytes(body: string, sha256: string | undefined): Buffer | undefined {
  if (body.length < 4 || body.length % 4 !== 0 || body.includes('<') || !BASE64.test(body)) return undefined
  const bytes = Buffer.from(body, 'base64')
  // The digest is of the bytes as received, so it settles the matter where it is there.
  if (sha256 !== undefined) {
    return createHash('sha256').update(bytes).digest('hex') === sha256.toLowerCase() ? bytes : undefined
  }
  return MAGIC.test(bytes.subarray(0, 8).toString('latin1')) ? bytes : undefined
}
