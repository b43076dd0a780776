// One banner of Shodan → the service it was read from.
import {
  type BaseProtocol,
  type Observation,
  readBaseProtocol,
  readHost,
  type Stated,
} from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  hostKeyFingerprints,
  type MapContext,
  type Mapped,
  numberAt,
  objectAt,
  reachedBy,
  readHash,
  rejected,
  skipped,
  statedLocation,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { asObject, escapeControls, type Json, type JsonObject, readPort, readTime } from '../text/index.ts'
import { statedProductsOf } from './product.ts'
import { readSsl } from './ssl.ts'
import { isWeb, pageOf, readIcon, redirectsOf, speaksTls, statedPage } from './web.ts'

/** Maps one banner. */
export function* mapBanner(banner: JsonObject, { around, options }: MapContext): Generator<Mapped> {
  if (!('port' in banner)) return yield withoutPort(banner)
  const where = reachedBy(nameOf(banner), addressOf(banner) ?? addressOf(around))
  if (where === undefined) return yield rejected('no usable `ip_str`, `ipv6` or `ip`')
  const port = readPort(banner['port']) ?? options.port
  if (port === undefined) return yield rejected('`port` is not between 1 and 65535')
  const service = { port, baseProtocol: transportOf(banner), time: readTime(banner['timestamp']) }
  const location = locationOf(banner, asObject(around))
  for (const hop of redirectsOf(banner, where.reached)) {
    const sender = reachedBy(hop.host, addressOf(banner) ?? addressOf(around)) ?? where
    const stated = { ...sender.stated, ...hop.stated, ...location }
    yield {
      kind: 'observation',
      observation: { reached: sender.reached, ...service, stated, page: hop.page },
    }
  }
  const { stated, ...parts } = partsOf(banner)
  yield {
    kind: 'observation',
    observation: {
      reached: where.reached,
      ...service,
      stated: { ...where.stated, ...stated, ...location },
      ...parts,
    },
  }
}

/** What the banner says of the service itself. */
function partsOf(banner: JsonObject): Pick<Observation, 'stated' | 'page' | 'certificate' | 'icon'> {
  const web = isWeb(banner)
  const ssl = readSsl(banner)
  const icon = readIcon(banner)
  const data = textAt(banner, 'data')
  return {
    stated: {
      ...defined<Stated>({ protocol: protocolOf(banner, web, ssl.isTls) }),
      ...(web ? statedPage(banner) : defined<Stated>({ banner: data && escapeControls(data) })),
      ...defined<Stated>({
        os: textAt(banner, 'os'),
        tag: textsAt(banner, 'tags'),
        hassh: readHash(textAt(banner, 'ssh', 'hassh')),
        ssh_fingerprint: hostKeyFingerprints([
          { key: textAt(banner, 'ssh', 'key'), fingerprints: [textAt(banner, 'ssh', 'fingerprint')] },
        ]),
      }),
      ...statedCloud(objectAt(banner, 'cloud')),
      ...statedProductsOf(banner),
      ...ssl.stated,
    },
    ...(web && { page: pageOf(banner, ssl.isTls) }),
    ...(ssl.certificate !== undefined && { certificate: ssl.certificate }),
    ...(icon !== undefined && { icon }),
  }
}

function withoutPort(answer: JsonObject): Mapped {
  const error = textAt(answer, 'error')
  if (error !== undefined) return rejected(`the answer is an error: \`${error.slice(0, 200)}\``)
  if (Array.isArray(answer['matches']) || Array.isArray(answer['data']))
    return skipped('an answer without banners')
  if (Array.isArray(answer['ports']))
    return rejected('a host without its banners: ask for it without `minify` to get `data`')
  return rejected('no `port`: not a banner')
}

/** The name used to talk to the service, where there was one: with http the last after redirects. */
function nameOf(banner: JsonObject): string | undefined {
  const host = readHost(textAt(banner, 'http', 'host') ?? '')?.reached
  if (host !== undefined && host !== '') return canonicalAddress(host) === undefined ? host : undefined
  return textAt(banner, '_shodan', 'options', 'hostname')
}

function addressOf(record: Json | undefined): string | undefined {
  const text = textAt(record, 'ip_str') ?? textAt(record, 'ipv6') ?? textAt(record, 'ip')
  if (text !== undefined) return text
  const number = numberAt(record, 'ip')
  if (number === undefined || !Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    return undefined
  return [24, 16, 8, 0].map((shift) => (number / 2 ** shift) & 255).join('.')
}

function transportOf(banner: JsonObject): BaseProtocol {
  return readBaseProtocol(textAt(banner, 'transport') ?? '') ?? 'tcp'
}

/** Modules whose name is not the protocol's. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    auto: '',
    'auto-ssl': '',
    http: '',
    https: '',
    'imap-ssl': 'imaps',
    'ldap-ssl': 'ldaps',
    'pop3-ssl': 'pop3s',
    'smtp-ssl': 'smtps',
    'telnet-ssl': 'telnets',
    ssl: '',
    tls: '',
    'rdp-udp': 'rdp',
  }),
)

/** The module that read the banner names the protocol, except for the web, where the answer itself does. */
function protocolOf(banner: JsonObject, web: boolean, isTls: boolean): string | undefined {
  const module = (textAt(banner, '_shodan', 'module') ?? '').toLowerCase()
  if (web) return isTls || speaksTls(module) ? 'https' : 'http'
  const plain = module.replace(/-simple(-new)?$/, '').replace(/-(tcp|udp)$/, '')
  return (PROTOCOLS.get(module) ?? PROTOCOLS.get(plain) ?? plain) || undefined
}

function locationOf(banner: JsonObject, host: JsonObject | undefined): Stated {
  const location = objectAt(banner, 'location') ?? (textAt(banner, 'country_code') ? banner : host)
  return statedLocation({
    country: textAt(location, 'country_code'),
    countryName: textAt(location, 'country_name'),
    city: textAt(location, 'city'),
    latitude: location?.['latitude'],
    longitude: location?.['longitude'],
    isp: textAt(banner, 'isp') ?? textAt(host, 'isp'),
    asNumber: banner['asn'] ?? host?.['asn'],
    asOrganization: textAt(banner, 'org') ?? textAt(host, 'org'),
  })
}

function statedCloud(cloud: JsonObject | undefined): Stated {
  const provider = textAt(cloud, 'provider')
  return provider === undefined ? {} : { is_cloud: true, cloud_name: provider }
}
