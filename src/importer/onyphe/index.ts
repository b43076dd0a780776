// ONYPHE: results of its categories `datascan`, `synscan` and `vulnscan`; others (names, locations, pastes) hold no service.
import type { Stated } from '../../asset/index.ts'
import {
  cpeProduct,
  defined,
  hexadecimalSerial,
  type Mapped,
  namesOfPairs,
  objectAt,
  objectsAt,
  overTls,
  pathIn,
  type Product,
  readHash,
  readIconHash,
  readMapped,
  readProtocol,
  rejected,
  reverseNames,
  serviceOf,
  skipped,
  statedAnswer,
  statedCertificate,
  statedLocation,
  statedProducts,
  statusAt,
  textAt,
  textsAt,
  titleAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type Json, type JsonObject, peekObjects, readTime } from '../text/index.ts'

/** What an account may not see is a text that names what it is. */
const HIDDEN = /^<[\w ]{1,40} field>/

function shown(value: string | undefined): string | undefined {
  return value === undefined || HIDDEN.test(value) ? undefined : value
}

function textOf(record: Json | undefined, ...path: readonly string[]): string | undefined {
  return shown(textAt(record, ...path))
}

function* map(record: JsonObject): Generator<Mapped> {
  const category = textAt(record, '@category')
  if (category === undefined) {
    if (Array.isArray(record['results'])) return yield skipped('an answer without results')
    return yield rejected(`no result: ${(textAt(record, 'text') ?? 'no `@category`').slice(0, 200)}`)
  }
  if (!('port' in record))
    return yield skipped(`a result of the category \`${category.slice(0, 40)}\`, no service`)
  const named = readProtocol(textOf(record, 'protocol'))
  const secure =
    named === 'https' || textOf(record, 'tls') === 'true' || record['tls'] === true || 'fingerprint' in record
  // `synscan` names the transport there.
  const protocol = named === 'tcp' || named === 'udp' ? undefined : named
  const web = protocol === 'http' || protocol === 'https'
  yield serviceOf({
    name: textOf(record, 'forward'),
    address: textsAt(record, 'ip')[0],
    port: record['port'],
    transport: textOf(record, 'transport'),
    time: textAt(record, '@timestamp') ?? textAt(record, 'seen_date'),
    stated: {
      ...statedAnswer(textOf(record, 'data')),
      ...defined<Stated>({
        protocol: protocol !== undefined && secure ? overTls(protocol) : protocol,
        title: titleAt(record, 'app', 'http', 'title'),
        os: textOf(record, 'os'),
        ptr: reverseNames(textsAt(record, 'reverse').filter((name) => !HIDDEN.test(name))),
        tag: textsAt(record, 'tag').filter((tag) => !HIDDEN.test(tag)),
        icon_hash: readIconHash(objectAt(record, 'app', 'favicon')?.['imagemmh3']),
        icon_md5: readHash(textAt(record, 'app', 'favicon', 'imagemd5')),
        ...(web && { type: 'subdomain', status_code: statusAt(record, 'status') }),
      }),
      ...statedCertificate(factsOf(record)),
      ...statedProducts(productsOf(record)),
      ...locationOf(record),
    },
    ...(web && { page: { scheme: secure ? 'https' : 'http', path: pathIn(textOf(record, 'url')) } }),
  })
}

const LABELS: Readonly<Record<string, string>> = { commonname: 'CN', organization: 'O', country: 'C' }

function factsOf(record: JsonObject) {
  const name = (key: string) => {
    const pairs = Object.entries(objectAt(record, key) ?? {}).flatMap(([part, value]) =>
      LABELS[part] === undefined ? [] : [[LABELS[part], value] as const],
    )
    return pairs.length === 0 ? undefined : namesOfPairs(Object.fromEntries(pairs))
  }
  return {
    serial: hexadecimalSerial(textOf(record, 'serial')),
    subject: name('subject'),
    issuer: name('issuer'),
    names: textsAt(record, 'subject', 'altname'),
    notBefore: readTime(textAt(record, 'validity', 'notbefore')),
    notAfter: readTime(textAt(record, 'validity', 'notafter')),
    sha1: textOf(record, 'fingerprint', 'sha1'),
    sha256: textOf(record, 'fingerprint', 'sha256'),
  }
}

function productsOf(record: JsonObject): readonly Product[] {
  const cpe = textsAt(record, 'cpe').filter((name) => !HIDDEN.test(name))
  const product = textOf(record, 'product')
  const main: Product[] =
    product === undefined
      ? cpe.map((name) => ({ product: undefined, ...cpeProduct(name), cpe: [name] }))
      : [{ product, version: textOf(record, 'productversion'), cpe, category: categoryOf(record) }]
  const parts = objectsAt(record, 'app', 'http', 'component').map((part) => ({
    product: textOf(part, 'product'),
    version: textOf(part, 'productversion'),
  }))
  return [...main, ...parts]
}

function categoryOf(record: JsonObject): readonly string[] {
  const device = textOf(record, 'device', 'class')
  return device === undefined ? [] : [device]
}

function locationOf(record: JsonObject): Stated {
  return statedLocation({
    country: textOf(record, 'country'),
    city: textOf(record, 'city'),
    latitude: record['latitude'],
    longitude: record['longitude'],
    asNumber: record['asn'],
    asOrganization: textOf(record, 'organization'),
  })
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  const item = objectsAt(first, 'results')[0] ?? first
  return item !== undefined && '@category' in item ? 0.98 : 0
}

/** ONYPHE's results. */
export const onypheImporter: Importer = {
  name: 'onyphe',
  label: 'ONYPHE (results of `datascan` and `synscan`, lines of its exports)',
  detect,
  read: (input, options) => readMapped(input, options, ['results'], map),
}
