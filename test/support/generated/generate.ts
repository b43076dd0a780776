// Generated observations for tests and benchmarks: numbered from 0, each a pure function of the seed and its number.
import type { Observation, Stated } from '../../../src/asset/index.ts'
import { certificateOf } from './certificate.ts'
import { hostColumns, productColumns } from '../../../src/demo/columns.ts'
import { type GeneratedHost, hostOf, type OpenPort, RECORDS_PER_HOST } from './host.ts'
import { pageOf } from '../../../src/demo/page.ts'
import { Random } from '../../../src/demo/random.ts'
import type { ServiceProduct } from '../../../src/demo/service-product.ts'
import { paragraphs } from './vocabulary.ts'
import { productsOf } from './web-product.ts'

/** What to generate. */
interface GenerateOptions {
  /** The same seed and `now` give the same records on every machine. */
  readonly seed: number
  /** Up to about thirteen million; beyond that the addresses have no free ports left and generating fails. */
  readonly count: number
  /** Number of the first record; records of different numbers never describe the same service. */
  readonly from?: number
  /** Milliseconds UTC: times lie in the eighteen months before. The current time by default. */
  readonly now?: number
  /** Length of web pages in characters: 700 by default; benchmarks take `BENCHMARK_BODY_LENGTH`. */
  readonly bodyLength?: number
}

/** Body length that makes records of 2 KB on average. */
export const BENCHMARK_BODY_LENGTH = 1350

const DAY = 86_400_000
const SPAN_DAYS = 548
const NAMED_SHARE = 0.46
const BARE_SHARE = 0.05
const DEFAULT_BODY_LENGTH = 700

/** Generates `count` observations, marked with the tag `demo`; memory does not grow with their number. */
export function* generateObservations(options: GenerateOptions): Generator<Observation> {
  const { seed, count, from = 0, now = Date.now(), bodyLength = DEFAULT_BODY_LENGTH } = options
  let host: GeneratedHost | undefined
  for (let number = from; number < from + count; number++) {
    const slot = number % RECORDS_PER_HOST
    if (host === undefined || slot === 0) host = hostOf(seed, Math.floor(number / RECORDS_PER_HOST))
    const random = new Random(seed, number, 0x7265636f)
    yield observe(random, host, slot, now, bodyLength)
  }
}

function observe(
  random: Random,
  host: GeneratedHost,
  slot: number,
  now: number,
  bodyLength: number,
): Observation {
  // Squaring moves times towards now: the median is under five months old, and one record in six older than a year.
  const time = now - Math.floor(random.fraction() ** 2 * SPAN_DAYS * DAY)
  const common = { time, firstSeen: time - Math.floor(random.fraction() ** 2 * 2 * SPAN_DAYS * DAY) }
  if (random.chance(NAMED_SHARE)) return { ...common, ...observeSite(random, host, slot, time, bodyLength) }
  const open = host.ports[slot]
  if (open === undefined) throw new Error('more records than ports: count beyond what the addresses hold')
  return { ...common, ...observePort(random, host, open, time, bodyLength) }
}

type Timeless = Omit<Observation, 'time' | 'firstSeen'>

const LABELS = [
  ['', 'www'],
  ['shop', 'git', 'cloud', 'intranet'],
  ['mail', 'webmail', 'portal', 'login'],
  ['api', 'status', 'dev', 'test'],
  ['blog', 'news', 'docs', 'wiki'],
  ['vpn', 'remote', 'support', 'cdn'],
] as const

/** A site with a name: the label comes from the record's slot, so no two records have the same name. */
function observeSite(
  random: Random,
  host: GeneratedHost,
  slot: number,
  time: number,
  bodyLength: number,
): Timeless {
  const label = random.pick<string>(LABELS[slot] ?? [''])
  const reached = label === '' ? host.domain : `${label}.${host.domain}`
  const isSecure = random.chance(0.74)
  const port = random.chance(0.9) ? (isSecure ? 443 : 80) : isSecure ? 8443 : 8080
  return observeWeb(random, host, { reached, isAddress: false, port, isSecure }, time, bodyLength)
}

function observePort(
  random: Random,
  host: GeneratedHost,
  open: OpenPort,
  time: number,
  bodyLength: number,
): Timeless {
  if (random.chance(BARE_SHARE))
    return {
      reached: host.ip,
      port: open.port,
      baseProtocol: open.transport,
      stated: { ...hostColumns(host), tag: ['demo'] },
    }
  if (open.kind === 'service') return observeService(random, host, open.service, time)
  const isSecure = open.port % 1000 === 443 || (open.port !== 80 && random.chance(0.3))
  return observeWeb(
    random,
    host,
    { reached: host.ip, isAddress: true, port: open.port, isSecure },
    time,
    bodyLength,
  )
}

interface WebTarget {
  readonly reached: string
  readonly isAddress: boolean
  readonly port: number
  readonly isSecure: boolean
}

function observeWeb(
  random: Random,
  host: GeneratedHost,
  place: WebTarget,
  time: number,
  bodyLength: number,
): Timeless {
  const { reached, isAddress, port, isSecure } = place
  const web = productsOf(isAddress ? port : 'site').pick(random)
  const page = pageOf(random, host, web, time, (taken) =>
    paragraphs(random, host.place.language, bodyLength - taken),
  )
  const subject = { reached, isAddress, domain: host.domain, organization: host.siteName }
  const stated: Stated = {
    ...hostColumns(host),
    protocol: isSecure ? 'https' : 'http',
    title: page.title,
    header: page.header,
    body: page.body,
    status_code: web.status,
    ...productColumns(page.product, page.productVersion, page.category),
    os: page.os,
    ...(web.icon !== undefined && { icon_hash: String(web.icon) }),
    ...(isSecure && certificateOf(random, subject, time)),
    ...(isAddress ? {} : siteColumns(random, host)),
    is_honeypot: random.chance(0.01),
    tag: ['demo'],
  }
  return { reached, port, baseProtocol: 'tcp', stated }
}

/** Columns that only named sites have: a registration in China, a CDN in front. */
function siteColumns(random: Random, { place, domain }: GeneratedHost): Stated {
  return {
    ...(place.country === 'CN' &&
      random.chance(0.6) && { icp: `京ICP备${random.digits(8, '0123456789')}号` }),
    ...(random.chance(0.06) && { cname: [`${domain}.cdn${1 + random.below(4)}.example.net`] }),
  }
}

function observeService(
  random: Random,
  host: GeneratedHost,
  service: ServiceProduct,
  time: number,
): Timeless {
  const version = random.pick(service.versions)
  const reached = host.ip
  const subject = { reached, isAddress: true, domain: host.domain, organization: host.siteName }
  const stated: Stated = {
    ...hostColumns(host),
    protocol: service.protocol,
    banner: service.banner.replaceAll('{v}', version).replaceAll('{name}', `mail.${host.domain}`),
    ...productColumns([service.product], version === '' ? [] : [version], [service.category]),
    os: service.os,
    ...(service.tls && certificateOf(random, subject, time)),
    is_honeypot: random.chance(0.02),
    tag: ['demo'],
  }
  return { reached, port: service.port, baseProtocol: service.transport, stated }
}
