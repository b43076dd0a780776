// Observations of the demonstration's hosts: pages by name or address, and other services.
import type { Observation, Stated } from '../../asset/index.ts'
import { ISSUERS, issueCertificate, SELF_SIGNED_DAYS } from '../certificate.ts'
import { hostColumns, productColumns } from '../columns.ts'
import type { Host } from '../host.ts'
import { pageOf } from '../page.ts'
import type { Random } from '../random.ts'
import { SERVICE_PRODUCTS, type ServiceProduct } from '../service-product.ts'
import { WEB_PRODUCTS, type WebProduct } from '../web-product.ts'
import { DAY } from './calendar.ts'
import { iconOf } from './icon.ts'

/** When a service was seen (milliseconds). */
export interface Seen {
  readonly time: number
  readonly firstSeen: number
}

/** Where a page is. */
interface Site {
  /** Name or address as reached. */
  readonly reached: string
  readonly port: number
  readonly isSecure: boolean
  /** Days until the certificate ends, negative for an expired one; one that is valid by default. */
  readonly certificateDays?: number
}

/** The tag of every demonstration record; `periplus demo remove` removes by it. */
const TAG = 'demo'

/** The web products of a name; `''` is a plain site and `login` its page to sign in. */
export function webProducts(name: string): readonly WebProduct[] {
  if (name === 'login')
    return WEB_PRODUCTS.filter((one) => one.name === '' && one.title.startsWith('{login}'))
  const named = WEB_PRODUCTS.filter((one) => one.name === name && one.status !== 404)
  return name === '' ? named.filter((one) => one.isSite && one.status === 200).slice(0, 2) : named
}

/** The services that use a port. */
export function servicesOn(port: number): readonly ServiceProduct[] {
  return SERVICE_PRODUCTS.filter((one) => one.port === port)
}

/** A page of a product. */
export function observePage(
  random: Random,
  host: Host,
  web: WebProduct,
  site: Site,
  seen: Seen,
): Observation {
  const { reached, port, isSecure } = site
  const page = pageOf(random, host, web, seen.time)
  const isOwn = web.isSite && reached !== host.ip
  return {
    ...seen,
    reached,
    port,
    baseProtocol: 'tcp',
    ...(isOwn && { icon: iconOf(host.domain) }),
    stated: {
      ...hostColumns(host),
      protocol: isSecure ? 'https' : 'http',
      title: page.title,
      header: page.header,
      body: page.body,
      status_code: web.status,
      ...productColumns(page.product, page.productVersion, page.category),
      os: page.os,
      ...(!isOwn && web.icon !== undefined && { icon_hash: String(web.icon) }),
      ...(isSecure && certificateColumns(random, host, site, seen.time)),
      tag: [TAG],
    },
  }
}

/** A service that is not a page, on the address of the host. */
export function observeService(
  random: Random,
  host: Host,
  service: ServiceProduct,
  seen: Seen,
  banner = service.banner,
): Observation {
  const version = random.pick(service.versions)
  const { ip: reached, domain } = host
  const { port, transport, protocol, product, category, os } = service
  return {
    ...seen,
    reached,
    port,
    baseProtocol: transport,
    stated: {
      ...hostColumns(host),
      protocol,
      banner: banner.replaceAll('{v}', version).replaceAll('{name}', `mail.${domain}`),
      ...productColumns([product], version === '' ? [] : [version], [category]),
      os,
      ...(service.tls && certificateColumns(random, host, { reached, port, isSecure: true }, seen.time)),
      tag: [TAG],
    },
  }
}

/** The observation with further columns, or other ones. */
export function withColumns(observation: Observation, columns: Stated): Observation {
  return { ...observation, stated: { ...observation.stated, ...columns } }
}

/** Sites have certificates of an authority that still hold for weeks, addresses those that devices make for themselves. */
function certificateColumns(random: Random, host: Host, site: Site, time: number): Stated {
  const { reached, certificateDays } = site
  const isDevice = reached === host.ip
  const issuer = isDevice ? undefined : ISSUERS.pick(random)
  const days = issuer?.days ?? SELF_SIGNED_DAYS
  const left = certificateDays ?? days - random.below(Math.min(60, days - 20))
  const commonName = isDevice ? `device-${random.digits(6)}` : reached
  return issueCertificate(random, {
    commonName,
    organization: isDevice ? '' : host.siteName,
    issuer,
    names: [reached],
    notBefore: Math.floor((time + (left - days) * DAY) / 1000) * 1000,
    days,
    isMatch: !isDevice,
  })
}
