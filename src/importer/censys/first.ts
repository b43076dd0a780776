// Hosts of the first API (until 2021): ports as keys, protocols as keys within them.
import type { BaseProtocol, Stated } from '../../asset/index.ts'
import {
  defined,
  flagAt,
  headerOfMap,
  hostKeyFingerprints,
  type Mapped,
  numberAt,
  objectAt,
  reachedBy,
  readProtocol,
  readTlsVersion,
  rejected,
  skipped,
  statedCertificate,
  statedProducts,
  textAt,
  titleAt,
  zcryptoFacts,
} from '../fact/index.ts'
import { escapeControls, type Json, type JsonObject, readPort, readTime } from '../text/index.ts'
import { statedHost } from './location.ts'

const PORT = /^\d{1,5}$/
const UDP = new Set(['bacnet', 'coap', 'dns', 'ntp', 'snmp', 'ssdp', 'upnp'])

/** Steps by which the first API names what it read from a protocol. */
const STEPS = ['get', 'tls', 'v2', 'banner', 'lookup', 'starttls', 'device_id', 'support', 'metadata']

/** Whether an object is such a host, also where it is cut before its address. */
export function isFirstHost(record: JsonObject): boolean {
  if ('services' in record || ('ip' in record && textAt(record, 'ip') === undefined)) return false
  return Object.keys(record).some((key) => {
    if (!PORT.test(key)) return false
    const protocols = Object.values(objectAt(record, key) ?? {})
    return protocols.some((details) => STEPS.some((step) => objectAt(details, step) !== undefined))
  })
}

/** Maps each protocol of each port. */
export function* mapFirstHost(host: JsonObject): Generator<Mapped> {
  const where = reachedBy(undefined, textAt(host, 'ip'))
  if (where === undefined) return yield rejected('no usable `ip`')
  const common = statedHost(host)
  let services = 0
  for (const key of Object.keys(host).filter((name) => PORT.test(name))) {
    const port = readPort(key)
    for (const [name, details] of Object.entries(objectAt(host, key) ?? {})) {
      const service = objectAt(details)
      if (port === undefined || service === undefined) continue
      services++
      const protocol = name === 'banner' ? undefined : readProtocol(name)
      const observation = {
        reached: where.reached,
        port,
        baseProtocol: (UDP.has(name) ? 'udp' : 'tcp') as BaseProtocol,
        time: readTime(host['updated_at']),
        stated: { ...common, ...defined<Stated>({ protocol }), ...statedService(service) },
        ...(objectAt(service, 'get') && {
          page: { scheme: name === 'https' ? ('https' as const) : ('http' as const), path: '/' },
        }),
      }
      yield { kind: 'observation', observation }
    }
  }
  if (services === 0) yield skipped('a host without services')
}

function statedService(service: JsonObject): Stated {
  const page = objectAt(service, 'get')
  const steps = [service, ...Object.values(service)]
  const banner = bannerIn(steps)
  const tls = steps.map((step) => objectAt(step, 'tls')).find((step) => objectAt(step, 'certificate'))
  const products = steps.map((step) => ({
    product: textAt(step, 'metadata', 'product'),
    version: textAt(step, 'metadata', 'version'),
  }))
  return {
    ...(page === undefined
      ? defined<Stated>({ banner: banner && escapeControls(banner) })
      : statedPage(page)),
    ...statedTls(tls),
    ...statedHostKey(steps),
    ...statedProducts(products),
  }
}

function statedPage(page: JsonObject): Stated {
  const line = textAt(page, 'status_line')
  const map = objectAt(page, 'headers')
  return defined<Stated>({
    type: 'subdomain',
    title: titleAt(page, 'title'),
    status_code: numberAt(page, 'status_code'),
    header:
      line === undefined && map === undefined
        ? undefined
        : headerOfMap(line === undefined ? '' : `HTTP/1.1 ${line}`, map ?? {}),
    body: textAt(page, 'body'),
  })
}

/** `banner_decoded`, `banner` or, for ssh, `banner.raw`, at whatever step of the protocol it was read. */
function bannerIn(steps: readonly (Json | undefined)[]): string | undefined {
  for (const step of steps) {
    const text = textAt(step, 'banner_decoded') ?? textAt(step, 'banner', 'raw') ?? textAt(step, 'banner')
    if (text !== undefined) return text
  }
  return undefined
}

function statedHostKey(steps: readonly (Json | undefined)[]): Stated {
  const keys = steps.map((step) => ({
    fingerprints: [textAt(step, 'server_host_key', 'fingerprint_sha256')],
  }))
  return defined<Stated>({ ssh_fingerprint: hostKeyFingerprints(keys) })
}

function statedTls(tls: JsonObject | undefined): Stated {
  const parsed = objectAt(tls, 'certificate', 'parsed')
  return {
    ...(parsed !== undefined && statedCertificate(zcryptoFacts(parsed))),
    ...defined<Stated>({
      tls_version: readTlsVersion(textAt(tls, 'version')),
      cert_is_valid: flagAt(tls, 'validation', 'browser_trusted'),
    }),
  }
}
