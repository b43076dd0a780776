// LeakIX: events (l9format), one per line or in the answers for a host (`Services`, `Leaks`) and of the search.
import type { Stated, StatedFinding } from '../../asset/index.ts'
import {
  defined,
  headerOfMap,
  type Mapped,
  objectAt,
  objectsAt,
  overTls,
  pathIn,
  type Product,
  readJarm,
  readMapped,
  readProtocol,
  readTlsVersion,
  rejected,
  reverseNames,
  serviceOf,
  severityNamed,
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
import { type JsonObject, peekObjects, readTime } from '../text/index.ts'

function* map(event: JsonObject): Generator<Mapped> {
  if (!('event_type' in event)) {
    const isHost = 'Services' in event || 'Leaks' in event
    return yield isHost ? skipped('an answer without events') : rejected('no `event_type`: not an event')
  }
  const transport = textsAt(event, 'transport')
  const secure = transport.includes('tls') || objectAt(event, 'ssl')?.['enabled'] === true
  const http = webOf(event, transport)
  const findings = textAt(event, 'event_type') === 'leak' ? [findingOf(event)] : []
  yield serviceOf({
    findings,
    name: textAt(event, 'host'),
    address: textAt(event, 'ip'),
    port: event['port'],
    transport: transport[0],
    time: textAt(event, 'time'),
    stated: {
      ...(textAt(event, 'event_type') === 'service' && statedAnswer(textAt(event, 'summary'))),
      ...(http !== undefined && statedPage(http)),
      ...defined<Stated>({
        protocol: http === undefined ? named(event, secure) : secure ? 'https' : 'http',
        ptr: reverseNames(textsAt(event, 'reverse')),
        tag: textsAt(event, 'tags'),
      }),
      ...statedTls(objectAt(event, 'ssl')),
      ...statedProducts(productsOf(event)),
      ...locationOf(event),
    },
    ...(http !== undefined && {
      page: { scheme: secure ? 'https' : 'http', path: pathIn(textAt(http, 'url')) },
    }),
  })
}

/** A leak is found by a plugin, which is the source of the event. */
function findingOf(event: JsonObject): StatedFinding {
  const source = textAt(event, 'event_source') ?? 'leak'
  return {
    tool: 'leakix',
    id: source,
    name: textAt(event, 'leak', 'type') ?? source,
    severity: severityNamed(textAt(event, 'leak', 'severity')),
    at: textAt(event, 'http', 'url') ?? '',
    evidence: textAt(event, 'summary') ?? '',
  }
}

/** Every event has an `http`; it counts where something is in it. */
function webOf(event: JsonObject, transport: readonly string[]): JsonObject | undefined {
  const http = objectAt(event, 'http')
  const isWeb = transport.includes('http') || /^https?$/.test(textAt(event, 'protocol') ?? '')
  return isWeb || statusAt(http, 'status') !== undefined ? http : undefined
}

function named(event: JsonObject, secure: boolean): string | undefined {
  const name = readProtocol(textAt(event, 'protocol'))
  return name !== undefined && secure ? overTls(name) : name
}

function statedPage(http: JsonObject): Stated {
  const status = statusAt(http, 'status')
  const fields = objectAt(http, 'header') ?? {}
  return defined<Stated>({
    type: 'subdomain',
    title: titleAt(http, 'title'),
    status_code: status,
    // Where the summary is not the answer itself, only these fields of it are known.
    header:
      status !== undefined && Object.keys(fields).length > 0
        ? headerOfMap(`HTTP/1.1 ${status}`, fields)
        : undefined,
  })
}

/** Go writes its zero time, in the year 1, for one that is not known; `readTime` takes none before 1970. */
function statedTls(ssl: JsonObject | undefined): Stated {
  const certificate = objectAt(ssl, 'certificate')
  const name = (key: string) => {
    const value = textAt(certificate, key)
    return value === undefined ? undefined : [{ label: 'CommonName', value }]
  }
  const facts = statedCertificate({
    subject: name('cn'),
    issuer: name('issuer_name'),
    names: textsAt(certificate, 'domain'),
    notBefore: readTime(textAt(certificate, 'not_before')),
    notAfter: readTime(textAt(certificate, 'not_after')),
    sha256: textAt(certificate, 'fingerprint'),
  })
  // Two common names alone do not tell whether the whole names are the same.
  delete facts.cert_is_equal
  return {
    ...facts,
    ...defined<Stated>({
      jarm: readJarm(textAt(ssl, 'jarm')),
      tls_version: readTlsVersion(textAt(ssl, 'version')),
    }),
  }
}

function productsOf(event: JsonObject): readonly Product[] {
  const software = objectAt(event, 'service', 'software')
  return [software, ...objectsAt(software, 'modules')].map((part) => ({
    product: textAt(part, 'name'),
    version: textAt(part, 'version'),
  }))
}

function locationOf(event: JsonObject): Stated {
  const location = objectAt(event, 'geoip')
  return {
    ...defined<Stated>({ os: textAt(event, 'service', 'software', 'os') }),
    ...statedLocation({
      country: textAt(location, 'country_iso_code'),
      countryName: textAt(location, 'country_name'),
      province: textAt(location, 'region_name'),
      city: textAt(location, 'city_name'),
      latitude: objectAt(location, 'location')?.['lat'],
      longitude: objectAt(location, 'location')?.['lon'],
      asNumber: objectAt(event, 'network')?.['asn'],
      asOrganization: textAt(event, 'network', 'organization_name'),
    }),
  }
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const event = objectsAt(first, 'Services')[0] ?? objectsAt(first, 'Leaks')[0] ?? first
  if ('event_type' in event && 'event_source' in event) return 0.98
  return 'Services' in first && 'Leaks' in first ? 0.9 : 0
}

/** LeakIX's events. */
export const leakixImporter: Importer = {
  name: 'leakix',
  label: 'LeakIX events (l9format lines, answers for a host and of the search)',
  detect,
  read: (input, options) => readMapped(input, options, ['Services', 'Leaks'], map),
}
