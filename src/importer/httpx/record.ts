// One record of httpx, under the field names of any of its versions → the service, and the redirect that led away from it.
import type { Observation, Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  listAt,
  type Mapped,
  numberAt,
  objectAt,
  objectsAt,
  reachedBy,
  readAsNumber,
  readTlsRecord,
  rejected,
  screenshotOf,
  skipped,
  splitMessage,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { asTexts, type JsonObject, readTime, readWebAddress, type WebAddress } from '../text/index.ts'
import { decoded, first, statedContent } from './content.ts'

/** Maps one record. */
export function* mapRecord(record: JsonObject): Generator<Mapped> {
  if (String(record['failed']) === 'true') {
    return yield skipped(`no answer (${textAt(record, 'error') ?? 'failed'})`)
  }
  const asked = addressOf(record)
  if (asked === undefined) return yield rejected('no usable `url`: not a record of httpx')
  const read = readWebAddress(textAt(record, 'final_url') ?? '') ?? asked
  const moved = read.reached !== asked.reached || read.port !== asked.port
  if (moved)
    for (const sender of senders(record, asked, read)) yield { kind: 'observation', observation: sender }
  const home = read.reached === asked.reached
  const { certificate, stated: tls } = readTlsRecord(
    objectAt(record, 'tls') ?? objectAt(record, 'tls-grab') ?? {},
  )
  const stated = { ...(home && statedHome(record)), ...statedContent(record), ...tls }
  const observation = observe(read, home ? ipOf(record) : undefined, readTime(record['timestamp']), stated)
  const addresses = home ? resolvedTo(record) : []
  yield {
    kind: 'observation',
    observation: {
      ...observation,
      ...(certificate !== undefined && { certificate }),
      ...pictureOf(record),
      ...(addresses.length > 0 && { addresses }),
    },
  }
}

/** With `-screenshot` the picture is in the record unless `-esb` leaves it out; its path is always there. */
function pictureOf(record: JsonObject): Pick<Observation, 'screenshot'> {
  const path = textAt(record, 'screenshot_path') ?? textAt(record, 'screenshot_path_rel')
  return screenshotOf(textAt(record, 'screenshot_bytes'), path)
}

/** The addresses that the name resolves to, where there are several. */
function resolvedTo(record: JsonObject): readonly string[] {
  const all = [...asTexts(record['a']), ...asTexts(record['aaaa'])].filter(
    (text) => canonicalAddress(text) !== undefined,
  )
  return all.length > 1 ? all : []
}

function observe(
  address: WebAddress,
  ip: string | undefined,
  time: number | undefined,
  stated: Stated,
): Observation {
  const where = reachedBy(address.reached, ip) ?? { reached: address.reached, stated: {} }
  return {
    reached: where.reached,
    port: address.port,
    baseProtocol: 'tcp',
    time,
    stated: { ...where.stated, type: 'subdomain', ...stated },
    page: { scheme: address.scheme, path: address.path },
  }
}

function addressOf(record: JsonObject): WebAddress | undefined {
  const direct = readWebAddress(textAt(record, 'url') ?? '')
  if (direct !== undefined) return direct
  const host = textAt(record, 'host') ?? textAt(record, 'input')
  const scheme = textAt(record, 'scheme')
  const port = first(record, 'port')
  if (host === undefined || scheme === undefined || (typeof port !== 'string' && typeof port !== 'number'))
    return undefined
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return readWebAddress(`${scheme}://${name}:${port}${textAt(record, 'path') ?? '/'}`)
}

/** The address: `host_ip` since v1.7.3, before that `host` where it is one, else the first of the name's addresses. */
function ipOf(record: JsonObject): string | undefined {
  const host = textAt(record, 'host')
  return (
    textAt(record, 'host_ip') ??
    textAt(record, 'ip') ??
    (host !== undefined && canonicalAddress(host) !== undefined ? host : undefined) ??
    textsAt(record, 'a')[0] ??
    textsAt(record, 'aaaa')[0]
  )
}

/** What is said of the name and address that were asked for, and not of where a redirect led. */
function statedHome(record: JsonObject): Stated {
  const asn = objectAt(record, 'asn')
  const kind = textAt(record, 'cdn_type') ?? 'cdn'
  const provider = textAt(record, 'cdn_name') ?? textAt(record, 'cdn-name')
  const isCloud = provider !== undefined && kind === 'cloud'
  return defined<Stated>({
    cname: [...textsAt(record, 'cname'), ...textsAt(record, 'cnames')],
    as_number: readAsNumber(asn?.['as_number']),
    as_organization: textAt(asn, 'as_name'),
    tag: provider === undefined ? [] : [kind, `${kind}:${provider}`],
    is_cloud: isCloud || undefined,
    cloud_name: isCloud ? provider : undefined,
  })
}

/** The redirects that other hosts or ports sent before the last answer; known in full only with `-include-chain`. */
function senders(record: JsonObject, asked: WebAddress, read: WebAddress): readonly Observation[] {
  const time = readTime(record['timestamp'])
  const ip = ipOf(record)
  const home = statedHome(record)
  const found = new Map<string, Observation>()
  for (const hop of objectsAt(record, 'chain')) {
    const at = readWebAddress(textAt(hop, 'request-url') ?? textAt(hop, 'request_url') ?? '')
    const key = at && `${at.reached} ${at.port}`
    if (at === undefined || key === undefined || found.has(key) || key === `${read.reached} ${read.port}`)
      continue
    const own = at.reached === asked.reached
    found.set(key, observe(at, own ? ip : undefined, time, { ...(own && home), ...statedHop(hop) }))
  }
  if (found.size > 0) return [...found.values()]
  const code = numberAt(listAt(record, 'chain_status_codes')[0] ?? listAt(record, 'chain-status-codes')[0])
  return [observe(asked, ip, time, { ...home, ...defined<Stated>({ status_code: code }) })]
}

function statedHop(hop: JsonObject): Stated {
  const response = textAt(hop, 'response')
  const text = response === undefined ? undefined : (decoded(response) ?? response)
  const message = text === undefined ? undefined : splitMessage(text)
  const code = numberAt(hop, 'status_code') ?? numberAt(hop, 'status-code')
  return defined<Stated>({
    header: message?.header,
    body: message?.body === '' ? undefined : message?.body,
    status_code: code,
  })
}
