// Netlas: downloads (an array of `{data}`), answers of its search (`items`) and responses by themselves.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  headerOfMap,
  type Mapped,
  numberAt,
  objectAt,
  objectsAt,
  readIconHash,
  readJarm,
  readMapped,
  readProtocol,
  readTlsVersion,
  reverseNames,
  serviceOf,
  skipped,
  statedCertificate,
  statedLocation,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
  zcryptoFacts,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { asObject, escapeControls, type JsonObject, peekObjects, readWebAddress } from '../text/index.ts'

function* map(given: JsonObject): Generator<Mapped> {
  const record = asObject(given['data']) ?? given
  if (Array.isArray(record['items'])) return yield skipped('an answer without results')
  const url = readWebAddress(textAt(record, 'uri') ?? '')
  const http = objectAt(record, 'http')
  const secure = url?.scheme === 'https' || objectAt(record, 'certificate') !== undefined
  yield serviceOf({
    name: nameOf(record),
    address: textAt(record, 'ip') ?? textAt(record, 'target', 'ip'),
    port: record['port'] ?? url?.port,
    transport: textAt(record, 'prot4'),
    time: textAt(record, 'last_updated') ?? textAt(record, '@timestamp') ?? textAt(record, 'scan_date'),
    stated: {
      ...defined<Stated>({
        protocol: protocolOf(record, http !== undefined, secure),
        jarm: readJarm(textAt(record, 'jarm')),
        ptr: reverseNames(textsAt(record, 'ptr')),
        tag: objectsAt(record, 'tag').flatMap((tag) => textAt(tag, 'name') ?? []),
        tls_version: readTlsVersion(textAt(record, 'tls', 'version', 'name')),
      }),
      ...(http === undefined ? statedBanner(record) : statedPage(http)),
      ...statedCertificate(zcryptoFacts(objectAt(record, 'certificate') ?? {})),
      ...statedProducts(objectsAt(record, 'software').flatMap(productsOf)),
      ...locationOf(record),
    },
    ...(http !== undefined && {
      page: { scheme: secure ? 'https' : 'http', path: url?.path ?? '/' },
    }),
  })
}

function nameOf(record: JsonObject): string | undefined {
  const name = textAt(record, 'target', 'domain') ?? textAt(record, 'host')
  return name === undefined || canonicalAddress(name) !== undefined ? undefined : name
}

function protocolOf(record: JsonObject, web: boolean, secure: boolean): string | undefined {
  if (web) return secure ? 'https' : 'http'
  return readProtocol(textAt(record, 'protocol') ?? textAt(record, 'prot7'))
}

function statedPage(http: JsonObject): Stated {
  const status = numberAt(http, 'status_code')
  const version = textAt(http, 'http_version', 'name') ?? 'HTTP/1.1'
  const line = `${version} ${textAt(http, 'status_line') ?? status ?? ''}`
  const headers = objectAt(http, 'headers')
  return defined<Stated>({
    type: 'subdomain',
    title: titleAt(http, 'title'),
    status_code: status,
    header: headers && headerOfMap(line, headers),
    body: textAt(http, 'body'),
    icon_hash: readIconHash(objectAt(http, 'favicon')?.['hash_mmh3'] ?? objectAt(http, 'favicon')?.['hash']),
  })
}

/** What other protocols answered is under their own key. */
function statedBanner(record: JsonObject): Stated {
  const own = textAt(record, 'prot7') ?? textAt(record, 'protocol') ?? ''
  const text =
    textAt(record, own, 'banner') ?? textAt(record, 'raw_tcp', 'response_data') ?? textAt(record, 'banner')
  return text === undefined ? {} : { banner: escapeControls(text) }
}

function productsOf(part: JsonObject) {
  return objectsAt(part, 'tag').map((tag) => ({
    product: textAt(tag, 'fullname') ?? textAt(tag, 'name'),
    version: textAt(tag, 'version'),
    category: textsAt(tag, 'category'),
    cpe: textsAt(tag, 'cpe'),
  }))
}

function locationOf(record: JsonObject): Stated {
  const location = objectAt(record, 'geo')
  const network = objectAt(record, 'whois', 'asn')
  return statedLocation({
    country: textAt(location, 'country'),
    province: textsAt(location, 'subdivisions')[0],
    city: textAt(location, 'city'),
    latitude: objectAt(location, 'location')?.['lat'],
    longitude: objectAt(location, 'location')?.['long'],
    isp: textAt(record, 'isp'),
    asNumber: textsAt(network, 'number')[0],
    asOrganization: textAt(network, 'name'),
  })
}

function isResponse(record: JsonObject): boolean {
  const marks = ['prot7', 'prot4', 'host_type', 'target', 'iteration', 'scan_date', 'last_updated']
  return marks.filter((mark) => mark in record).length >= 3
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const item = objectsAt(first, 'items')[0] ?? first
  return isResponse(objectAt(item, 'data') ?? item) ? 0.97 : 0
}

/** Netlas' responses. */
export const netlasImporter: Importer = {
  name: 'netlas',
  label: 'Netlas responses (downloads and answers of its search)',
  detect,
  read: (input, options) => readMapped(input, options, ['items'], map),
}
