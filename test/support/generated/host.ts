// The hosts of generated records: addresses of ranges for documentation and benchmarks, in an order in which their ports are found.
import { CITIES, type City, NETWORKS_PER_COUNTRY, type Network, networkOf } from '../../../src/demo/city.ts'
import type { Host } from '../../../src/demo/host.ts'
import { Random, Weighted } from '../../../src/demo/random.ts'
import { SERVICE_PRODUCTS, type ServiceProduct } from '../../../src/demo/service-product.ts'
import { printAddress } from '../../../src/util/index.ts'
import { SPECIAL_WEB_PORTS } from './web-product.ts'

/** Records that share a host: consecutive numbers. */
export const RECORDS_PER_HOST = 6

/** A host with its ports. */
export interface GeneratedHost extends Host {
  /** One open port per record, likelier ones first; further rounds over all addresses find further ports. */
  readonly ports: readonly OpenPort[]
}

/** An open port: a web server or another service. */
export type OpenPort =
  | { readonly kind: 'web'; readonly port: number; readonly transport: 'tcp'; readonly weight: number }
  | {
      readonly kind: 'service'
      readonly port: number
      readonly transport: 'tcp' | 'udp'
      readonly weight: number
      readonly service: ServiceProduct
    }

const BENCHMARK_FIRST = 0xc612_0000
const BENCHMARK_SIZE = 1 << 17
const DOCUMENTATION = [0xc000_0200, 0xc633_6400, 0xcb00_7100]
const IPV6_FIRST = 0x2001_0db8n << 96n

const web = (port: number, weight: number): OpenPort => ({ kind: 'web', port, transport: 'tcp', weight })
const OPEN_PORTS: readonly OpenPort[] = [
  web(80, 260),
  web(443, 240),
  web(8080, 60),
  web(8443, 40),
  ...SPECIAL_WEB_PORTS.filter((port) => port !== 8080 && port !== 8443).map((port) => web(port, 9)),
  ...SERVICE_PRODUCTS.map(
    (service): OpenPort => ({
      kind: 'service',
      port: service.port,
      transport: service.transport,
      weight: service.weight,
      service,
    }),
  ),
]

/** The host of this number, from 0. */
export function hostOf(seed: number, number: number): GeneratedHost {
  const random = new Random(seed, number, 0x686f7374)
  const { ip, block, index, round } = addressOf(number)
  const { place, network } = cityOfBlock(seed, block)
  const { domain, siteName } = nameOf(number, random)
  return {
    ip,
    place,
    network,
    domain,
    siteName,
    ports: firstPorts(new Random(seed, index, 0x706f7274), (round + 1) * RECORDS_PER_HOST).slice(
      round * RECORDS_PER_HOST,
    ),
  }
}

const cities = new Weighted(CITIES, (city) => city.weight)

/** Location and network of a block of addresses. */
function cityOfBlock(seed: number, block: number): { readonly place: City; readonly network: Network } {
  const random = new Random(seed, block, 0x706c6163)
  const place = cities.pick(random)
  const rank = Math.floor(random.fraction() ** 2 * NETWORKS_PER_COUNTRY)
  return { place, network: networkOf(place.country, rank) }
}

/** The address: one in sixteen is IPv6, a few are in the documentation ranges, the rest walk over the benchmark range. */
function addressOf(number: number): {
  readonly ip: string
  readonly block: number
  readonly index: number
  readonly round: number
} {
  if (number % 16 === 5) {
    const block = (number >> 4) % 4096
    const value = IPV6_FIRST | (BigInt(block) << 80n) | BigInt(number + 1)
    return { ip: printAddress({ version: 6, value }), block: 1_000_000 + block, index: -1 - number, round: 0 }
  }
  const documentation = number >> 6
  if (number % 64 === 9 && documentation < DOCUMENTATION.length * 254) {
    const range = documentation % DOCUMENTATION.length
    const value = (DOCUMENTATION[range] ?? 0) + 1 + Math.floor(documentation / DOCUMENTATION.length)
    return { ip: dotted(value), block: 2_000_000 + range, index: 1_000_000 + documentation, round: 0 }
  }
  // An odd factor visits every address of the range once per round, far from its neighbours in number.
  const index = Math.imul(number, 48271) & (BENCHMARK_SIZE - 1)
  return {
    ip: dotted(BENCHMARK_FIRST + index),
    block: index >> 6,
    index,
    round: Math.floor(number / BENCHMARK_SIZE),
  }
}

function dotted(value: number): string {
  return printAddress({ version: 4, value: 0xffff_0000_0000n | BigInt(value) })
}

const FIRST_NAMES =
  'north south east west blue green red silver golden bright quiet early upper lower river lake forest meadow stone oak maple birch cedar willow harbor island valley mountain summit prairie falcon otter heron badger fox lynx copper amber'.split(
    ' ',
  )
const SECOND_NAMES =
  'gate bridge field works labs studio media tech soft data net cloud logistics travel foods energy health bank school college clinic motors print design books games sports music garden craft hotel tours systems consulting partners ventures group'.split(
    ' ',
  )
const SUFFIXES = [
  'example',
  'example',
  'example',
  'test',
  'test',
  'example.com',
  'example.net',
  'example.org',
]

/** A domain that no other host has. */
function nameOf(number: number, random: Random): { readonly domain: string; readonly siteName: string } {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? ''
  const second = SECOND_NAMES[Math.floor(number / FIRST_NAMES.length) % SECOND_NAMES.length] ?? ''
  const repeated = Math.floor(number / (FIRST_NAMES.length * SECOND_NAMES.length))
  const label = `${first}${second}${repeated === 0 ? '' : repeated + 1}`
  const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`
  return { domain: `${label}.${random.pick(SUFFIXES)}`, siteName: `${capital(first)} ${capital(second)}` }
}

/**
 * The first `count` ports in an order that prefers those with a large weight: each draws an exponential waiting time whose mean is
 * shorter for larger weights. A port occurs once per transport.
 */
function firstPorts(random: Random, count: number): readonly OpenPort[] {
  const waiting = Float64Array.from(OPEN_PORTS, (open) => -Math.log(1 - random.fraction()) / open.weight)
  const found: OpenPort[] = []
  while (found.length < count) {
    const open = takeFirst(waiting)
    if (open === undefined) break
    if (!found.some((one) => one.port === open.port && one.transport === open.transport)) found.push(open)
  }
  return found
}

function takeFirst(waiting: Float64Array): OpenPort | undefined {
  let first = 0
  for (let at = 1; at < waiting.length; at++) if ((waiting[at] ?? 0) < (waiting[first] ?? 0)) first = at
  if (waiting[first] === Number.POSITIVE_INFINITY) return undefined
  waiting[first] = Number.POSITIVE_INFINITY
  return OPEN_PORTS[first]
}
