// A result of the first interface's host search: one port of one address.
import { type BaseProtocol, type Page, readBaseProtocol, type Stated } from '../../asset/index.ts'
import {
  defined,
  type MapContext,
  type Mapped,
  NO_PORT,
  objectAt,
  reachedBy,
  readHash,
  readIconHash,
  readJarm,
  readProtocol,
  rejected,
  splitMessage,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
} from '../fact/index.ts'
import { escapeControls, type JsonObject, readPort, readTime } from '../text/index.ts'
import { statedSsl } from './certificate-text.ts'
import { honeypotOf, statedGeography } from './location.ts'

/** Maps one result. */
export function* mapHost(match: JsonObject, { options }: MapContext): Generator<Mapped> {
  const info = objectAt(match, 'portinfo') ?? {}
  const where = reachedBy(undefined, textsAt(match, 'ip')[0])
  if (where === undefined) return yield rejected('no usable `ip`')
  const port = readPort(info['port']) ?? options.port
  if (port === undefined) return yield rejected(NO_PORT)
  const ssl = textAt(match, 'ssl')
  const protocol = serviceOf(match, ssl !== undefined)
  const { stated, page } = contentOf(info, protocol)
  const observation = {
    reached: where.reached,
    port,
    baseProtocol: transportOf(match),
    time: readTime(match['timestamp']),
    stated: {
      ...defined<Stated>({ protocol }),
      ...stated,
      ...statedGeography(match),
      ...statedMarks(match),
      ...statedProductsOf(info),
      ...statedSsl(ssl),
    },
    ...(page !== undefined && { page }),
  }
  yield { kind: 'observation', observation }
}

/** The banner, taken apart where a web server sent it. */
function contentOf(info: JsonObject, protocol: string | undefined): { stated: Stated; page?: Page } {
  const banner = textAt(info, 'banner')
  const isWeb = protocol === undefined || protocol === 'http' || protocol === 'https'
  const message = banner !== undefined && isWeb ? splitMessage(banner) : undefined
  const title = isWeb ? titleAt(textsAt(info, 'title')[0]) : undefined
  if (message === undefined && title === undefined)
    return { stated: defined<Stated>({ banner: banner && escapeControls(banner) }) }
  return {
    stated: defined<Stated>({
      type: 'subdomain',
      title,
      header: message?.header,
      body: message?.body || undefined,
      banner: message === undefined && banner ? escapeControls(banner) : undefined,
    }),
    page: { scheme: protocol === 'https' ? 'https' : 'http', path: '/' },
  }
}

function statedMarks(match: JsonObject): Stated {
  return defined<Stated>({
    os: textAt(match, 'portinfo', 'os'),
    icon_hash: readIconHash(objectAt(match, 'ico')?.['mmh3']),
    icon_md5: readHash(textAt(match, 'ico', 'md5')),
    jarm: readJarm(textAt(match, 'jarm')),
    is_honeypot: honeypotOf(match['honeypot']),
  })
}

/** `http`, `ssl/http` and `PSA/http`: what is before the slash is how it was reached or on what device. */
function serviceOf(match: JsonObject, secure: boolean): string | undefined {
  const info = objectAt(match, 'portinfo') ?? {}
  const guessed = info['guess_service'] === true
  const text = guessed ? undefined : textAt(info, 'service')
  const name = readProtocol(text?.split('/').at(-1)) ?? readProtocol(textAt(match, 'protocol', 'application'))
  const overTls = secure || (text !== undefined && /^(ssl|tls)\//i.test(text))
  return name === 'http' && overTls ? 'https' : name
}

function transportOf(match: JsonObject): BaseProtocol {
  return readBaseProtocol(textAt(match, 'protocol', 'transport') ?? '') ?? 'tcp'
}

function statedProductsOf(info: JsonObject): Stated {
  const product = textAt(info, 'app')
  const device = textAt(info, 'device')
  if (product === undefined) return device === undefined ? {} : { category: [device] }
  return statedProducts([
    { product, version: textAt(info, 'version'), category: device === undefined ? [] : [device] },
  ])
}
