// Criminal IP: answers of its banner search (`/v1/banner/search`).
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  listAt,
  type Mapped,
  objectsAt,
  readMapped,
  readProtocol,
  rejected,
  serviceOf,
  skipped,
  statedCertificate,
  statedLocation,
  statedProducts,
  statusAt,
  textAt,
  textsAt,
  titleAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { escapeControls, type JsonObject, peekObjects, readTime } from '../text/index.ts'

function* map(record: JsonObject): Generator<Mapped> {
  if (!('open_port_no' in record)) {
    const message = textAt(record, 'message') ?? 'no `open_port_no`'
    return yield listAt(record, 'data', 'result').length === 0 && 'data' in record
      ? skipped('an answer without results')
      : rejected(`no result: ${message.slice(0, 200)}`)
  }
  yield serviceOf({
    name: textAt(record, 'hostname'),
    address: textAt(record, 'ip_address'),
    port: record['open_port_no'],
    transport: textAt(record, 'socket_type'),
    time: textAt(record, 'scan_dtime') ?? textAt(record, 'confirmed_time'),
    stated: {
      ...statedAnswerOf(record),
      ...statedProducts(productsOf(record)),
      ...statedCertificate(factsOf(record)),
      ...locationOf(record),
    },
  })
}

/** It writes HTTP headers in words of its own: `HTTP/1.1`, `Status: 200 OK`, `Content Type: …`. */
function statedAnswerOf(record: JsonObject): Stated {
  const banner = textAt(record, 'banner')
  const web = banner !== undefined && /^HTTP\/\d/.test(banner) ? responseOf(banner) : undefined
  const secure =
    textAt(record, 'ssl_subject_common_name') !== undefined ||
    textAt(record, 'ssl_issuer_organization') !== undefined
  const protocol = readProtocol(textAt(record, 'service_name'))
  return defined<Stated>({
    protocol: protocol === 'http' && secure ? 'https' : protocol,
    title: titleAt(record, 'title'),
    status_code: statusAt(record, 'status_code'),
    header: web?.header,
    body: web?.body || undefined,
    banner: web === undefined && banner !== undefined ? escapeControls(banner) : undefined,
    tag: textsAt(record, 'tags'),
  })
}

function responseOf(text: string): { readonly header: string; readonly body: string } {
  const banner = text.replaceAll('\r\n', '\n')
  const end = banner.indexOf('\n\n')
  const [version = '', ...lines] = (end < 0 ? banner : banner.slice(0, end)).split('\n')
  const status = lines.findIndex((line) => line.startsWith('Status: '))
  const first = status < 0 ? version : `${version} ${lines[status]?.slice(8)}`
  const fields = lines.filter((_, index) => index !== status).map(fieldOf)
  return { header: [first, ...fields].join('\r\n'), body: end < 0 ? '' : banner.slice(end + 2) }
}

function fieldOf(line: string): string {
  const colon = line.indexOf(':')
  return colon < 0 ? line : line.slice(0, colon).trim().replaceAll(/[ _]/g, '-') + line.slice(colon)
}

function productsOf(record: JsonObject) {
  const product = textAt(record, 'product')
  const main = product === 'Unknown' ? [] : [{ product, version: versionOf(record) }]
  const stack = objectsAt(record, 'tech_stacks').map((part) => ({
    product: textAt(part, 'name') ?? textAt(part, 'tech_name'),
    version: textAt(part, 'version'),
  }))
  return [...main, ...stack]
}

function versionOf(record: JsonObject): string | undefined {
  const version = textAt(record, 'product_version')
  return version === 'Unknown' ? undefined : version
}

function factsOf(record: JsonObject) {
  const part = (label: string, key: string) => {
    const value = textAt(record, key)
    return value === undefined ? [] : [{ label, value }]
  }
  const subject = [
    ...part('Country', 'ssl_subject_country'),
    ...part('Organization', 'ssl_subject_organization'),
    ...part('CommonName', 'ssl_subject_common_name'),
  ]
  const issuer = part('Organization', 'ssl_issuer_organization')
  return {
    ...(subject.length > 0 && { subject }),
    ...(issuer.length > 0 && { issuer }),
    notAfter: readTime(textAt(record, 'ssl_expired_date')),
  }
}

function locationOf(record: JsonObject): Stated {
  return statedLocation({
    country: textAt(record, 'country'),
    city: textAt(record, 'city'),
    latitude: record['latitude'],
    longitude: record['longitude'],
    asNumber: record['as_number'],
    asOrganization: textAt(record, 'as_name') ?? textAt(record, 'org_name'),
  })
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  const item = objectsAt(first, 'data', 'result')[0] ?? first
  return item !== undefined && 'open_port_no' in item && 'ip_address' in item ? 0.97 : 0
}

/** Criminal IP's banners. */
export const criminalIpImporter: Importer = {
  name: 'criminal-ip',
  label: 'Criminal IP (answers of its banner search)',
  detect,
  read: (input, options) => readMapped(input, options, ['data.result'], map),
}
