// What a company of the demonstration runs: each of its hosts has a role, which decides about pages, names and services.
import type { Observation } from '../../asset/index.ts'
import type { Host } from '../host.ts'
import { Random } from '../random.ts'
import { readTable } from '../table.ts'
import { DAY, HOUR, scanStart } from './calendar.ts'
import { type Branch, type Company, companyHost } from './company.ts'
import { observePage, observeService, type Seen, servicesOn, webProducts } from './observe.ts'

/** What a host is for. */
interface Role {
  readonly name: string
  /** Names of its sites; a host without them is reached by its address. `''` is the domain itself. */
  readonly labels: readonly string[]
  /** One of these web products answers. */
  readonly products: readonly string[]
  /** Ports of its other services. */
  readonly services: readonly number[]
  /** The companies that have such hosts; all where empty. */
  readonly branches: readonly Branch[]
}

const ROLES = readTable<Role>('role', { labels: [], products: [], services: [], branches: [] })
/** Hosts per unit of a company's size. */
const HOSTS = 2

/** Everything that the weekly scans saw of a company. */
export function* observeCompany(company: Company, seed: number, now: number): Generator<Observation> {
  const roles = ROLES.filter(({ branches }) => branches.length === 0 || branches.includes(company.branch))
  for (let number = 0; number < company.size * HOSTS; number++) {
    const role = roles[number % roles.length]
    const random = new Random(seed, number, Buffer.from(company.domain).readUInt32LE(0))
    const round = Math.floor(number / roles.length)
    if (role !== undefined) yield* observeHost(random, companyHost(company, number), role, round, now)
  }
}

function* observeHost(
  random: Random,
  host: Host,
  role: Role,
  round: number,
  now: number,
): Generator<Observation> {
  const firstSeen = scanStart(now, 4 + random.below(70)) + random.below(4 * HOUR)
  const seen = (): Seen => ({ time: timeOf(random, now), firstSeen })
  if (role.products.length > 0) {
    const web = random.pick(webProducts(random.pick(role.products)))
    if (role.labels.length === 0) {
      const port = web.ports[0] ?? 80
      yield observePage(random, host, web, { reached: host.ip, port, isSecure: port % 1000 === 443 }, seen())
    }
    for (const label of role.labels) {
      const reached = `${numbered(label, round)}${host.domain}`
      yield observePage(random, host, web, { reached, port: 443, isSecure: true }, seen())
      if (random.chance(0.5))
        yield observePage(random, host, web, { reached, port: 80, isSecure: false }, seen())
    }
  }
  for (const port of role.services) yield observeService(random, host, random.pick(servicesOn(port)), seen())
}

/** `mail.`, and `mail2.` for the second host of the role; the second of the domain itself is `web2.`. */
function numbered(label: string, round: number): string {
  if (round > 0) return `${label === '' ? 'web' : label}${round + 1}.`
  return label === '' ? '' : `${label}.`
}

/** Most services were seen by the newest scan, some by the one before only, and a few are gone for months. */
function timeOf(random: Random, now: number): number {
  const at = random.below(4 * HOUR)
  if (random.chance(0.86)) return scanStart(now, 0) + at
  if (random.chance(0.7)) return scanStart(now, 1) + at
  return scanStart(now, 1) + at - random.below(21) * DAY
}
