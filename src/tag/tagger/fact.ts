// The plain facts of an entry, told from claims: yes where one holds, no where a source that covers the address is silent, else unknown.
import type { Located, TagContext } from '../context.ts'
import type { Cloud, Conflict, GeoFacts, Known, NetworkFacts, OkEntry, Scope } from '../result/entry.ts'
import { ageOf } from '../source/index.ts'
import { freshness, namespaceOf, THRESHOLD, tagValue } from '../vocabulary/index.ts'
import type { Claim } from './claim.ts'
import { compareClaims } from './conflict.ts'

/** Whether some source answers for the namespace at this address, so that silence means no. */
export type Answers = (namespace: string) => boolean

const KNOWN = new WeakMap<TagContext, Map<4 | 6, Answers>>()

/** Which namespaces have a source that covers addresses of the family and has not expired; found once per context and family. */
export function answersFor(context: TagContext, version: 4 | 6, scope: Scope): Answers {
  if (scope !== 'public') return () => false
  const known = KNOWN.get(context) ?? new Map<4 | 6, Answers>()
  KNOWN.set(context, known)
  const answers = known.get(version) ?? findAnswers(context, version)
  known.set(version, answers)
  return answers
}

function findAnswers({ sources, now }: TagContext, version: 4 | 6): Answers {
  const spoken = new Set<string>()
  for (const source of sources.sources) {
    const live = freshness(source.category, ageOf(source, now)) !== 'expired'
    if (!live || !sources.covers(source, version)) continue
    for (const namespace of source.speaks) spoken.add(namespace)
  }
  return (namespace) => spoken.has(namespace)
}

/** Claims by what they say, those that hold grouped by namespace with the strongest first. */
export interface Grouped {
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
function answer(claims: Grouped, namespace: string, answers: Answers): Known<true> {
  if (holding(claims, namespace).length > 0) return true
  const forbidden = claims.all.some(
    ({ tag, basis, confidence }) => tag === namespace && basis === 'override' && confidence === 0,
  )
  return forbidden || answers(namespace) ? false : null
}

/** Cloud, delivery network and hosting. */
export function infrastructureOf(claims: Grouped, answers: Answers): OkEntry['infrastructure'] {
  const hosting = answer(claims, 'hosting', answers)
  const other = KINDS.some((kind) => kind !== 'hosting' && holding(claims, kind).length > 0)
  return {
    cloud: cloudOf(claims) ?? unless(answer(claims, 'cloud', answers)),
    cdn: providerOf(claims, 'cdn') ?? unless(answer(claims, 'cdn', answers)),
    hosting: hosting === null && other ? false : hosting,
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
export function anonymityOf(claims: Grouped, answers: Answers): OkEntry['anonymity'] {
  return {
    vpn: answer(claims, 'vpn', answers),
    proxy: answer(claims, 'proxy', answers),
    tor_exit: answer(claims, 'tor_exit', answers),
    tor_relay: answer(claims, 'tor_relay', answers),
  }
}

/** The scanner's name (`unnamed` where its list gives none). */
export function scannerOf(claims: Grouped, answers: Answers): Known<string> {
  const held = holding(claims, 'scanner')
  if (held.length > 0) return held.map(({ tag }) => tagValue(tag)).find((value) => value !== '') ?? 'unnamed'
  return unless(answer(claims, 'scanner', answers))
}

/** Names of the block lists that hold. */
export function listsOf(claims: Grouped): readonly string[] {
  return [...new Set(holding(claims, 'list').map(({ tag }) => tagValue(tag)))].toSorted()
}

const KINDS = ['hosting', 'isp', 'mobile', 'education', 'government', 'business', 'cdn']

/** Whose network it is. */
export function networkOf(located: Located | undefined, claims: Grouped): NetworkFacts {
  const kind = KINDS.flatMap((name) => holding(claims, name))
    .filter(({ tag, from, bits }) => tag === namespaceOf(tag) && from === undefined && bits < 0)
    .toSorted(compareClaims)[0]
  return {
    asn: located?.as_number ?? null,
    as_organization: located?.as_organization || null,
    range: located?.as_range || null,
    as_type: kind?.tag ?? null,
  }
}

/** Where it is: the databases' word, unless the owner of the range published another country. */
export function geoOf(
  located: Located | undefined,
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
