// Hosts of Search 2.0 and of the Platform: one object per service.

import { Buffer } from 'node:buffer'
import {
  type BaseProtocol,
  type Observation,
  type Page,
  readBaseProtocol,
  type Stated,
} from '../../asset/index.ts'
import {
  cpeProduct,
  defined,
  hostKeyFingerprints,
  type Mapped,
  objectsAt,
  type Product,
  reachedBy,
  readHash,
  readProtocol,
  rejected,
  skipped,
  statedProducts,
  textAt,
  textsAt,
} from '../fact/index.ts'
import {
  escapeControls,
  type JsonObject,
  printJson,
  readableBytes,
  readPort,
  readTime,
  readWebAddress,
} from '../text/index.ts'
import { type Answer, answersOf } from './answer.ts'
import { textIn } from './encoding.ts'
import { labelsOf, statedHost } from './location.ts'
import { isTls, statedTls } from './tls.ts'

/** Maps each service of a host. */
export function* mapHost(host: JsonObject): Generator<Mapped> {
  const services = objectsAt(host, 'services')
  if (services.length === 0) return yield skipped('a host without services')
  const common = statedHost(host)
  const seen = readTime(host['last_updated_at'])
  for (const service of services) {
    const where = reachedBy(textAt(service, 'name') ?? textAt(host, 'name'), textAt(host, 'ip'))
    if (where === undefined) return yield rejected('no usable `ip`')
    const port = readPort(service['port'])
    if (port === undefined) {
      const alone = printJson({ ...host, services: [service] })
      yield rejected('a service without a `port` between 1 and 65535', alone)
      continue
    }
    const shared = { port, baseProtocol: transportOf(service), time: timeOf(service) ?? seen }
    for (const part of partsOf(service)) {
      const reached =
        part.hostname === undefined ? where : (reachedBy(part.hostname, textAt(host, 'ip')) ?? where)
      const stated = { ...reached.stated, ...common, ...part.stated }
      yield {
        kind: 'observation',
        observation: { reached: reached.reached, ...shared, stated, ...part.rest },
      }
    }
  }
}

/** Maps a web property of the Platform: a name and port with the pages read there. */
export function* mapWebProperty(property: JsonObject): Generator<Mapped> {
  const where = reachedBy(textAt(property, 'hostname'), undefined)
  const port = readPort(property['port'])
  if (where === undefined) return yield rejected('a web property without `hostname`')
  if (port === undefined) return yield rejected('a web property without a `port` between 1 and 65535')
  const secure = objectsAt(property, 'endpoints').some((one) =>
    /^https:/i.test(textAt(one, 'http', 'uri') ?? ''),
  )
  const service = { protocol: 'HTTP', ...(secure && { tls: {} }), ...property }
  for (const { stated, rest } of partsOf(service)) {
    const { reached } = where
    const time = timeOf(property)
    yield { kind: 'observation', observation: { reached, port, baseProtocol: 'tcp', time, stated, ...rest } }
  }
}

/** One observation's worth of a service. */
interface Part {
  /** The name a page was asked under, where it is not the host's own. */
  readonly hostname: string | undefined
  readonly stated: Stated
  readonly rest: Pick<Observation, 'page' | 'bodyLength'>
}

function* partsOf(service: JsonObject): Generator<Part> {
  const tls = isTls(service)
  const protocol = protocolOf(service, tls)
  const common: Stated = {
    ...defined<Stated>({
      protocol,
      os: systemOf(service),
      // A host's own labels only gather those of its services.
      tag: labelsOf(service),
      hassh: readHash(textAt(service, 'ssh', 'hassh_fingerprint')),
      ssh_fingerprint: hostKeyFingerprints([
        { fingerprints: [textAt(service, 'ssh', 'server_host_key', 'fingerprint_sha256')] },
      ]),
    }),
    ...statedProductsOf(service),
    ...statedTls(service),
  }
  const answers = answersOf(service)
  if (answers.length === 0) {
    yield {
      hostname: undefined,
      stated: { ...common, ...defined<Stated>({ banner: bannerOf(service) }) },
      rest: {},
    }
  }
  for (const answer of answers) {
    const rest = {
      page: pageOf(answer, protocol === 'https'),
      ...(answer.bodyLength !== undefined && { bodyLength: answer.bodyLength }),
    }
    yield { hostname: answer.hostname, stated: { ...common, ...answer.stated }, rest }
  }
}

function pageOf({ uri, path }: Answer, secure: boolean): Page {
  const address = uri === undefined ? undefined : readWebAddress(uri)
  return { scheme: secure ? 'https' : 'http', path: address?.path ?? path ?? '/' }
}

function protocolOf(service: JsonObject, tls: boolean): string | undefined {
  const name = readProtocol(
    textAt(service, 'extended_service_name') ??
      textAt(service, 'service_name') ??
      textAt(service, 'protocol'),
  )
  if (name === 'http' && tls) return 'https'
  return name ?? (isQuic(service) ? 'quic' : undefined)
}

function isQuic(service: JsonObject): boolean {
  return textAt(service, 'transport_protocol')?.toLowerCase() === 'quic'
}

function transportOf(service: JsonObject): BaseProtocol {
  if (isQuic(service)) return 'udp'
  return readBaseProtocol(textAt(service, 'transport_protocol') ?? '') ?? 'tcp'
}

function timeOf(service: JsonObject): number | undefined {
  return readTime(service['observed_at']) ?? readTime(service['scan_time'])
}

/** The banner of a service, with bytes that are not text as `\xNN`. */
function bannerOf(service: JsonObject): string | undefined {
  const text = textIn(service, 'banner')
  const hex = textAt(service, 'banner_hex')
  // The text shows bytes that are not valid UTF-8 as U+FFFD; the hexadecimal form has them.
  if (hex !== undefined && /^([0-9a-f]{2})+$/i.test(hex) && (text === undefined || text.includes('\ufffd')))
    return readableBytes(Buffer.from(hex, 'hex'))
  return text === undefined ? undefined : escapeControls(text)
}

/** Product columns from `software`, operating systems apart. */
function statedProductsOf(service: JsonObject): Stated {
  const software = [...objectsAt(service, 'software'), ...objectsAt(service, 'hardware')]
  return statedProducts(software.filter((item) => !isSystem(item)).flatMap((item) => productOf(item) ?? []))
}

/** The operating system that a service shows. */
function systemOf(service: JsonObject): string | undefined {
  const system = [
    ...objectsAt(service, 'operating_systems'),
    ...objectsAt(service, 'software').filter(isSystem),
  ][0]
  return system && productOf(system)?.product
}

function isSystem(item: JsonObject): boolean {
  return textAt(item, 'part') === 'o'
}

function productOf(item: JsonObject): Product | undefined {
  const cpe = textAt(item, 'uniform_resource_identifier') ?? textAt(item, 'cpe')
  const known = cpe === undefined ? undefined : cpeProduct(cpe)
  const product = textAt(item, 'product') ?? known?.product
  if (product === undefined) return undefined
  const version = textAt(item, 'version') ?? known?.version
  return { product, version, category: textsAt(item, 'type'), cpe: cpe === undefined ? [] : [cpe] }
}
