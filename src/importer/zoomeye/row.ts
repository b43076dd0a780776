// A result of v2: flat keys, dotted ones among them, as many as the caller asked for.
import { type BaseProtocol, type Page, readBaseProtocol, type Stated } from '../../asset/index.ts'
import {
  defined,
  type MapContext,
  type Mapped,
  NO_PORT,
  reachedBy,
  readJarm,
  readProtocol,
  rejected,
  splitMessage,
  statedLocation,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
  withoutLineEnds,
} from '../fact/index.ts'
import {
  asObject,
  escapeControls,
  type Json,
  type JsonObject,
  readPort,
  readTime,
  readWebAddress,
} from '../text/index.ts'
import { statedSsl } from './certificate-text.ts'
import { honeypotOf, known } from './location.ts'

/** Maps one result. */
export function* mapRow(row: JsonObject, { options }: MapContext): Generator<Mapped> {
  const url = readWebAddress(textAt(row, 'url') ?? '')
  const name = textAt(row, 'domain') ?? url?.reached
  const where = reachedBy(name, textsAt(row, 'ip')[0])
  if (where === undefined) return yield rejected('neither `ip` nor `domain` says where it was')
  const port = readPort(row['port']) ?? url?.port ?? options.port
  if (port === undefined) return yield rejected(NO_PORT)
  const ssl = textAt(row, 'ssl')
  const protocol = serviceOf(row, ssl !== undefined) ?? url?.scheme
  const page = pageOf(row, protocol)
  const observation = {
    reached: where.reached,
    port,
    baseProtocol: transportOf(row),
    time: readTime(row['update_time']),
    stated: {
      ...where.stated,
      ...defined<Stated>({ protocol }),
      ...statedContent(row, page !== undefined),
      ...locationOf(row),
      ...statedProductsOf(row),
      ...statedSsl(ssl),
      ...defined<Stated>({
        os: known(textAt(row, 'os')),
        jarm: readJarm(textAt(at(row, 'ssl.jarm'))),
        tls_ja3s: textAt(at(row, 'ssl.ja3s')),
        is_honeypot: honeypotOf(row['honeypot']),
      }),
    },
    ...(page !== undefined && { page: { ...page, path: url?.path ?? '/' } }),
  }
  yield { kind: 'observation', observation }
}

/** The value of a dotted key, whether it is flat or nested. */
function at(row: JsonObject, key: string): Json | undefined {
  if (key in row) return row[key]
  const [outer = '', inner = ''] = key.split('.')
  const holder = row[outer]
  return asObject(holder)?.[inner]
}

function serviceOf(row: JsonObject, secure: boolean): string | undefined {
  const text = textAt(row, 'service')
  const stated = textAt(row, 'protocol') ?? ''
  const name =
    readProtocol(text?.split('/').at(-1)) ??
    readProtocol(readBaseProtocol(stated) === undefined ? stated : undefined)
  return name === 'http' && (secure || /^(ssl|tls)\//i.test(text ?? '')) ? 'https' : name
}

function transportOf(row: JsonObject): BaseProtocol {
  return readBaseProtocol(textAt(row, 'protocol') ?? textAt(row, 'transport') ?? '') ?? 'tcp'
}

/** Whether the row shows a page, and over what. */
function pageOf(row: JsonObject, protocol: string | undefined): Pick<Page, 'scheme'> | undefined {
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https') return undefined
  const shown =
    ['title', 'header', 'body', 'url'].some((key) => textsAt(row, key).length > 0) ||
    /^HTTP\/\d/.test(textAt(row, 'banner') ?? '')
  return shown ? { scheme: protocol ?? 'http' } : undefined
}

function statedContent(row: JsonObject, isPage: boolean): Stated {
  const banner = textAt(row, 'banner')
  if (!isPage) return defined<Stated>({ banner: banner && escapeControls(banner) })
  const message = splitMessage(banner ?? '')
  const header = textAt(row, 'header')
  return defined<Stated>({
    type: 'subdomain',
    title: titleAt(textsAt(row, 'title')[0]),
    header: header === undefined ? message?.header : withoutLineEnds(header),
    body: textAt(row, 'body') ?? (message?.body || undefined),
    server: textAt(at(row, 'header.server.name')),
  })
}

function locationOf(row: JsonObject): Stated {
  const name = (key: string): string | undefined => known(textAt(at(row, key)))
  return statedLocation({
    countryName: name('country.name'),
    province: name('province.name') ?? name('subdivisions.name'),
    city: name('city.name'),
    latitude: row['lat'],
    longitude: row['lon'],
    isp: name('isp.name'),
    asNumber: row['asn'],
    asOrganization: name('organization.name'),
  })
}

function statedProductsOf(row: JsonObject): Stated {
  const device = known(textAt(row, 'device'))
  const category = device === undefined ? [] : [device]
  const products = textsAt(row, 'product').filter((product) => known(product) !== undefined)
  const version = products.length === 1 ? textAt(row, 'version') : undefined
  if (products.length === 0) return device === undefined ? {} : { category }
  return statedProducts(products.map((product) => ({ product, version, category })))
}
