// The plain facts of an entry: yes where a claim holds, no where a source that lists everything of the kind is silent, else unknown.
import type { Location } from '../../asset/index.ts'
import type { Cloud, Conflict, GeoFacts, Known, KnownGood, NetworkFacts, OkEntry } from '../entry.ts'
import type { Hit, Silent } from '../source/index.ts'
import { namespaceOf, THRESHOLD, tagValue } from '../vocabulary/index.ts'
import { breadthOf } from './breadth.ts'
import type { Claim } from './claim.ts'
import { compareClaims } from './conflict.ts'
import { knownGoodOf } from './known-good.ts'

/** Claims by what they say, those that hold grouped by namespace with the strongest first. */
interface Grouped {
  readonly all: readonly Claim[]
  readonly held: ReadonlyMap<string, readonly Claim[]>
}

/** Groups the claims once for all questions. */
export function groupClaims(all: readonly Claim[]): Grouped {
  const held = new Map<string, Claim[]>()
  for (const claim of all) {
    if (claim.confidence < THRESHOLD) continue
    const namespace = namespaceOf(claim.tag)
    const group = held.get(namespace)
    if (group === undefined) held.set(namespace, [claim])
    else group.push(claim)
  }
  for (const group of held.values()) if (group.length > 1) group.sort(compareClaims)
  return { all, held }
}

const holding = ({ held }: Grouped, namespace: string): readonly Claim[] => held.get(namespace) ?? []

/** Yes, no or unknown. */
function answer(claims: Grouped, namespace: string, silent: Silent): Known<true> {
  if (holding(claims, namespace).length > 0) return true
  const forbidden = claims.all.some(
    ({ tag, basis, confidence }) => tag === namespace && basis === 'override' && confidence === 0,
  )
  return forbidden || silent(namespace) === 'no' ? false : null
}

/** Cloud, delivery network and hosting. */
export function infrastructureOf(claims: Grouped, silent: Silent): OkEntry['infrastructure'] {
  return {
    cloud: cloudOf(claims) ?? unless(answer(claims, 'cloud', silent)),
    cdn: providerOf(claims, 'cdn') ?? unless(answer(claims, 'cdn', silent)),
    hosting: answer(claims, 'hosting', silent),
  }
}

const unless = (known: Known<true>): null | false => (known === false ? false : null)

/** Services that stand for everything their provider rents out. */
const GENERAL = ['EC2', 'OCI', 'Google Cloud']

function cloudOf(claims: Grouped): Cloud | undefined {
  const held = holding(claims, 'cloud')
  const provider = held.map(({ tag }) => tagValue(tag)).find((value) => value !== '')
  if (held.length === 0) return undefined
  const labels = held
    .filter(({ tag, from }) => tagValue(tag) === provider && from === undefined)
    .toSorted((one, other) => other.bits - one.bits)
    .flatMap(({ label }) => (label === undefined ? [] : [label]))
  const services = labels.flatMap(({ service }) => (service === undefined ? [] : [service]))
  return {
    provider: provider ?? 'unknown',
    region: labels.find(({ region }) => region !== undefined)?.region ?? null,
    service: services.find((service) => !GENERAL.includes(service)) ?? services[0] ?? null,
  }
}

function providerOf(claims: Grouped, namespace: string): { readonly provider: string } | undefined {
  const held = holding(claims, namespace)
  if (held.length === 0) return undefined
  return { provider: held.map(({ tag }) => tagValue(tag)).find((value) => value !== '') ?? 'unknown' }
}

/** VPN, proxy and Tor. */
export function anonymityOf(claims: Grouped, silent: Silent): OkEntry['anonymity'] {
  return {
    vpn: answer(claims, 'vpn', silent),
    proxy: answer(claims, 'proxy', silent),
    tor_exit: answer(claims, 'tor_exit', silent),
    tor_relay: answer(claims, 'tor_relay', silent),
  }
}

/** The operator that the strongest of the claims with a name names. `proxy:socks` names a protocol. */
export function operatorOf(claims: Grouped): string | null {
  const held = [...holding(claims, 'vpn'), ...holding(claims, 'relay')].filter(
    ({ tag }) => tagValue(tag) !== '',
  )
  const [best] = held.toSorted(compareClaims)
  return best === undefined ? null : tagValue(best.tag)
}

/** The well-known service that operates the address. */
export function serviceOf(claims: Grouped): KnownGood | null {
  return knownGoodOf([...holding(claims, 'service'), ...holding(claims, 'resolver')].toSorted(compareClaims))
}

/** The scanner's name (`unnamed` where its list gives none). */
export function scannerOf(claims: Grouped, silent: Silent): Known<string> {
  const held = holding(claims, 'scanner')
  if (held.length > 0) return held.map(({ tag }) => tagValue(tag)).find((value) => value !== '') ?? 'unnamed'
  return unless(answer(claims, 'scanner', silent))
}

/** Names of the block lists that hold. */
export function listsOf(claims: Grouped): readonly string[] {
  return [...new Set(holding(claims, 'list').map(({ tag }) => tagValue(tag)))].toSorted()
}

const KINDS = ['hosting', 'isp', 'mobile', 'education', 'government', 'business', 'cdn']

/** Whose network it is. */
export function networkOf(
  located: Location | undefined,
  claims: Grouped,
  hits: readonly Hit[],
): NetworkFacts {
  const kind = KINDS.flatMap((name) => holding(claims, name))
    .filter(({ tag, from, bits }) => tag === namespaceOf(tag) && from === undefined && bits < 0)
    .toSorted(compareClaims)[0]
  return {
    asn: located?.as_number ?? null,
    as_organization: located?.as_organization || null,
    range: located?.as_range || null,
    as_type: kind?.tag ?? null,
    breadth: breadthOf(located?.as_range || null, kind?.tag ?? null),
    // Hits come narrowest first.
    abuse_contact: hits.find(({ label }) => label.contact !== undefined)?.label.contact ?? null,
  }
}

/** Where it is: the databases' word, unless the owner of the range published another country. */
export function geoOf(
  located: Location | undefined,
  claims: Grouped,
  database: string,
): {
  readonly geo: GeoFacts
  readonly conflicts: readonly Conflict[]
  /** Tags of countries that did not hold. */
  readonly lost: readonly string[]
} {
  const stated = located?.country ?? ''
  const geo: GeoFacts = {
    country: stated || null,
    country_name: located?.country_name || null,
    province: located?.province || null,
    city: located?.city || null,
    latitude: located?.latitude ?? null,
    longitude: located?.longitude ?? null,
  }
  const rivals = holding(claims, 'country').filter(({ tag }) => tagValue(tag).toUpperCase() !== stated)
  const [best] = rivals
  if (best === undefined) return { geo, conflicts: [], lost: [] }
  const code = tagValue(best.tag).toUpperCase()
  const wins = stated === '' || best.basis === 'published' || best.basis === 'override'
  const moved: GeoFacts = {
    ...nowhere,
    country: code,
    country_name: nameOf(code),
    city: best.label?.city ?? null,
  }
  if (stated === '') return { geo: moved, conflicts: [], lost: [] }
  const conflict: Conflict = {
    about: 'geo.country',
    claims: [
      { value: stated, source: database, confidence: 70 },
      ...[...new Map(rivals.map((claim) => [claim.tag, claim])).values()].map(
        ({ tag, source, confidence }) => ({
          value: tagValue(tag).toUpperCase(),
          source,
          confidence,
        }),
      ),
    ],
    decided: wins ? code : stated,
    rule: wins ? 'the owner’s own list decides' : 'a database of places decides over registrations',
  }
  const lost = rivals.filter(({ tag }) => !wins || tag !== best.tag).map(({ tag }) => tag)
  return { geo: wins ? moved : geo, conflicts: [conflict], lost }
}

const nowhere: GeoFacts = {
  country: null,
  country_name: null,
  province: null,
  city: null,
  latitude: null,
  longitude: null,
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function nameOf(code: string): string | null {
  return /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? null) : null
}
