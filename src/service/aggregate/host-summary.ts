// `host/{x}`: the summary of a host in the formats that programs of the hosted service read.
import type { HostAnswer, HostService } from './types.ts'

/** A product at a port. The hosted service grades products; nothing here does. */
interface PortProduct {
  readonly product: string
  readonly category: string
  readonly level: number
  readonly sort_hard_code: number
  readonly company: string
}

/** A port with its protocol and products. */
interface HostPort {
  readonly port: number
  readonly protocol: string
  readonly update_time: string
  readonly products: readonly PortProduct[]
}

/** The members that both forms share. */
interface HostHead {
  readonly host: string
  readonly ip: string
  readonly asn: number
  readonly org: string
  readonly country_name: string
  readonly country_code: string
  readonly domain: readonly string[]
  readonly update_time: string
}

/** The short form. */
interface HostLists {
  readonly protocol: readonly string[]
  readonly port: readonly number[]
  readonly category: readonly string[]
  readonly product: readonly string[]
}

/** The members of a host that both forms share. */
export function headOf(host: HostAnswer): HostHead {
  const { name, addresses, network, place, domains, services, lastupdatetime } = host
  return {
    host: name,
    ip: host.kind === 'address' ? name : (services.find(({ ip }) => ip !== '')?.ip ?? addresses[0] ?? ''),
    asn: network?.as_number ?? 0,
    org: network?.as_organization ?? '',
    country_name: place?.country_name ?? '',
    country_code: place?.country ?? '',
    domain: domains,
    update_time: lastupdatetime,
  }
}

/** The lists of the short form, each value once. */
export function listsOf({ services }: HostAnswer): HostLists {
  const products = services.flatMap((service) => service.products)
  return {
    protocol: distinct(services.map(({ protocol }) => protocol)),
    port: [...new Set(services.map(({ port }) => port))].sort((a, b) => a - b),
    category: distinct(products.map(({ category }) => category)),
    product: distinct(products.map(({ name }) => name)),
  }
}

/** Different texts in order, without the empty one. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== ''))].sort()
}

/** The ports of the detailed form, each port and protocol once, by number; services are newest first. */
export function portsOf({ services }: HostAnswer): readonly HostPort[] {
  const groups = Map.groupBy(services, ({ port, protocol }) => `${port} ${protocol}`)
  return [...groups.values()].map(portOf).sort((a, b) => a.port - b.port)
}

function portOf(services: readonly HostService[]): HostPort {
  const [newest] = services
  if (newest === undefined) throw new Error('a port without a service')
  const products = new Map<string, PortProduct>()
  for (const { name, category } of services.flatMap((service) => service.products))
    products.set(name, { product: name, category, level: 0, sort_hard_code: 0, company: '' })
  const { port, protocol, lastupdatetime } = newest
  return { port, protocol, update_time: lastupdatetime, products: [...products.values()] }
}
