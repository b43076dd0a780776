// A result of the first interface's web search: a site with its start page.
import { readHost, type Stated } from '../../asset/index.ts'
import {
  defined,
  listAt,
  type MapContext,
  type Mapped,
  objectAt,
  objectsAt,
  type Product,
  reachedBy,
  readHash,
  readIconHash,
  rejected,
  splitMessage,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
  withoutLineEnds,
} from '../fact/index.ts'
import { type JsonObject, readTime, readWebAddress } from '../text/index.ts'
import { honeypotOf, statedGeography } from './location.ts'

/** The lists of what a site is made of. */
const PARTS = ['server', 'webapp', 'framework', 'component', 'language', 'db', 'waf']

/** Maps one result. */
export function* mapSite(match: JsonObject, { options }: MapContext): Generator<Mapped> {
  const site = readHost(textAt(match, 'site') ?? '')
  const where = reachedBy(site?.reached, textsAt(match, 'ip')[0])
  if (site === undefined || where === undefined)
    return yield rejected('`site` is not a valid name or address')
  const address = addressOf(match, site, options.port)
  const headers = textAt(match, 'headers')
  const observation = {
    reached: where.reached,
    port: address.port,
    baseProtocol: 'tcp' as const,
    time: readTime(match['timestamp']),
    stated: {
      ...where.stated,
      ...defined<Stated>({
        type: 'subdomain',
        title: titleAt(match, 'title'),
        header: headers && (splitMessage(headers)?.header ?? withoutLineEnds(headers)),
        body: textAt(match, 'raw_data'),
        os: systemOf(match),
        cname: aliasesOf(match, site.reached),
        icon_hash: readIconHash(objectAt(match, 'ico')?.['mmh3']),
        icon_md5: readHash(textAt(match, 'ico', 'md5')),
        is_honeypot: honeypotOf(match['honeypot']),
      }),
      ...statedGeography(match),
      ...statedProducts(PARTS.flatMap((part) => productsOf(match, part))),
    },
    page: { scheme: address.scheme, path: '/' },
  }
  yield { kind: 'observation', observation }
}

interface Address {
  readonly scheme: 'http' | 'https'
  readonly port: number
}

/** Scheme and port from the site's own spelling, else from an address of an application found on it, else plain HTTP. */
function addressOf(
  match: JsonObject,
  site: NonNullable<ReturnType<typeof readHost>>,
  stated: number | undefined,
): Address {
  const found = PARTS.flatMap((part) => objectsAt(match, part))
    .map((item) => readWebAddress(textAt(item, 'url') ?? ''))
    .find((address) => address?.reached === site.reached)
  const spelled = site.scheme === 'https' || site.scheme === 'http' ? site.scheme : undefined
  const scheme = spelled ?? found?.scheme ?? (site.port === 443 ? 'https' : 'http')
  const usual = scheme === 'https' ? 443 : 80
  return { scheme, port: site.port ?? (spelled === undefined ? (found?.port ?? stated ?? usual) : usual) }
}

function productsOf(match: JsonObject, part: string): readonly Product[] {
  return listAt(match, part).map((item) => ({
    product: textAt(item) ?? textAt(item, 'name'),
    version: textAt(item, 'version'),
    category: [part],
  }))
}

function systemOf(match: JsonObject): string | undefined {
  const system = objectsAt(match, 'system')[0]
  return textAt(system, 'distrib') ?? textAt(system, 'name')
}

/** The names this one resolves through; ZoomEye writes them with the root's dot. */
function aliasesOf(match: JsonObject, name: string): readonly string[] {
  const own = objectsAt(match, 'dnsinfos').filter((info) => textAt(info, 'domain')?.toLowerCase() === name)
  return own.flatMap((info) => textsAt(info, 'CNAME')).map((alias) => alias.replace(/\.$/, ''))
}
