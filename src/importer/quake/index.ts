// Quake of 360: answers of its search for services (`/api/v3/search/quake_service`) and its JSON exports. What an account may not
// see is a text that says so where a number, an object or a list belongs.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  headerOfMap,
  type Mapped,
  objectAt,
  objectsAt,
  type Product,
  readHash,
  readIconHash,
  readJarm,
  readMapped,
  readTlsVersion,
  rejected,
  serviceOf,
  skipped,
  splitMessage,
  statedAnswer,
  statedCertificate,
  statedLocation,
  statedProducts,
  statusAt,
  textAt,
  textsAt,
  titleAt,
  zcryptoFacts,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type Json, type JsonObject, peekObjects } from '../text/index.ts'

const HIDDEN = /^(暂无权限|No permission)/i

/** A text that is not the one for values which the account may not see. */
function shownAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const text = textAt(value, ...path)
  return text === undefined || HIDDEN.test(text) ? undefined : text
}

function* map(record: JsonObject): Generator<Mapped> {
  if (!('port' in record)) return yield withoutPort(record)
  const http = objectAt(record, 'service', 'http')
  const name = shownAt(record, 'service', 'name') ?? ''
  const [protocol = '', ...layers] = name.toLowerCase().split('/')
  const secure = layers.some((layer) => layer === 'ssl' || layer === 'tls')
  const asked = shownAt(http, 'host')
  const stated: Stated = {
    ...statedOf(record, protocol, secure),
    ...(http !== undefined && statedPage(record, http)),
    ...statedProducts(productsOf(record)),
    ...locationOf(record),
  }
  const path = shownAt(http, 'path') ?? '/'
  yield serviceOf({
    name: nameOf(asked) ?? nameOf(shownAt(record, 'domain')),
    address: shownAt(record, 'ip'),
    port: record['port'],
    transport: shownAt(record, 'transport'),
    time: shownAt(record, 'time'),
    stated,
    ...(http !== undefined && {
      page: { scheme: secure ? 'https' : 'http', path: path.startsWith('/') ? path : '/' },
    }),
  })
}

function withoutPort(answer: JsonObject): Mapped {
  const message = textAt(answer, 'message')
  if (Array.isArray(answer['data'])) return skipped('an answer without results')
  return rejected(
    message === undefined
      ? 'no `port`: not a service'
      : `the answer is an error: \`${message.slice(0, 200)}\``,
  )
}

/** The name that was asked for; an address is none. */
function nameOf(text: string | undefined): string | undefined {
  const host = text?.replace(/:\d+$/, '').toLowerCase()
  return host !== undefined &&
    /^[a-z0-9_.-]+$/.test(host) &&
    /[a-z]/.test(host) &&
    canonicalAddress(host) === undefined
    ? host
    : undefined
}

const JARM = /JARM:([0-9a-f]{62})$/i

/** The answer as it was sent: behind some Quake writes their JARM. */
function withoutJarm(answer: string | undefined): string | undefined {
  const end = answer?.trimEnd()
  return end === undefined || !JARM.test(end) ? answer : end.replace(JARM, '').trimEnd()
}

function statedOf(record: JsonObject, protocol: string, secure: boolean): Stated {
  const service = objectAt(record, 'service')
  const answer = shownAt(service, 'response')
  const leaf = objectAt(service, 'tls', 'handshake_log', 'server_certificates', 'certificate', 'parsed')
  return {
    ...statedAnswer(withoutJarm(answer)),
    ...defined<Stated>({
      protocol: protocol === 'http' ? (secure ? 'https' : 'http') : protocol === '' ? undefined : protocol,
      jarm: readJarm(shownAt(service, 'tls-jarm', 'jarm_hash') ?? JARM.exec((answer ?? '').trimEnd())?.[1]),
      os: [shownAt(record, 'os_name'), shownAt(record, 'os_version')].filter(Boolean).join(' ') || undefined,
      tls_version: readTlsVersion(textAt(service, 'tls', 'handshake_log', 'server_hello', 'version', 'name')),
      cert: leaf === undefined ? shownAt(service, 'cert') : undefined,
    }),
    ...(leaf !== undefined && statedCertificate(zcryptoFacts(leaf))),
  }
}

function statedPage(record: JsonObject, http: JsonObject): Stated {
  const answer = splitMessage(shownAt(record, 'service', 'response') ?? '')
  const headers = shownAt(http, 'response_headers')
  const map = objectAt(http, 'response_headers')
  return defined<Stated>({
    type: 'subdomain',
    title: HIDDEN.test(titleAt(http, 'title') ?? '') ? undefined : titleAt(http, 'title'),
    server: shownAt(http, 'server'),
    status_code: statusAt(http, 'status_code'),
    header: answer?.header ?? headers ?? (map && headerOfMap('', map)),
    body: shownAt(http, 'body') ?? (answer?.body || undefined),
    icon_hash: readIconHash(objectAt(http, 'favicon')?.['hash']),
    icon_md5: readHash(textAt(http, 'favicon', 'hash')),
    icp: shownAt(http, 'icp', 'licence'),
  })
}

function productsOf(record: JsonObject): readonly Product[] {
  const own = shownAt(record, 'service', 'product')
  const parts = objectsAt(record, 'components').map((part) => ({
    product: shownAt(part, 'product_name_en') ?? shownAt(part, 'product_name_cn'),
    version: shownAt(part, 'version'),
    category: textsAt(part, 'product_catalog').filter((text) => !HIDDEN.test(text)),
  }))
  return [{ product: own, version: shownAt(record, 'service', 'version') }, ...parts]
}

function locationOf(record: JsonObject): Stated {
  const location = objectAt(record, 'location')
  const [longitude, latitude] = Array.isArray(location?.['gps']) ? location['gps'] : []
  return statedLocation({
    country: shownAt(location, 'country_code'),
    countryName: shownAt(location, 'country_en'),
    province: shownAt(location, 'province_en'),
    city: shownAt(location, 'city_en'),
    isp: shownAt(location, 'isp'),
    asNumber: record['asn'],
    asOrganization: shownAt(record, 'org'),
    latitude,
    longitude,
  })
}

function isService(record: JsonObject): boolean {
  return (
    'ip' in record &&
    'port' in record &&
    objectAt(record, 'service') !== undefined &&
    'transport' in record &&
    'location' in record
  )
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const [item] = objectsAt(first, 'data')
  return isService(first) || (item !== undefined && isService(item)) ? 0.97 : 0
}

/** Quake's services. */
export const quakeImporter: Importer = {
  name: 'quake',
  label: 'Quake (answers and JSON exports of its search for services)',
  detect,
  read: (input, options) => readMapped(input, options, ['data'], map),
}
