// One address with everything known of it.

import type { Observed } from '../../asset/index.ts'
import type { Address } from '../../util/index.ts'
import type { TagContext } from '../context.ts'
import type { GeoFacts, Honeypot, Known, OkEntry } from '../entry.ts'
import { silenceIn } from '../source/index.ts'
import { THRESHOLD } from '../vocabulary/index.ts'
import { LOST_CAP } from './conflict.ts'
import { evidenceOf, tagsOf } from './evidence.ts'
import {
  anonymityOf,
  geoOf,
  groupClaims,
  infrastructureOf,
  listsOf,
  networkOf,
  operatorOf,
  scannerOf,
  serviceOf,
} from './fact.ts'
import { lower } from './guard.ts'
import { historyOf } from './history.ts'
import { ruledOutBy } from './ruled-out.ts'
import { askAbout, type Subject } from './subject.ts'
import { causesOf } from './unknown.ts'
import { type Weighed, weigh } from './weigh.ts'

/** The line an entry is for. */
interface TaggedLine {
  readonly line: number
  readonly input: string
}

/** Tags one address. `observed` are our records of it: null where we hold none, undefined where nobody was asked. */
export function tagAddress(
  address: Address,
  { line, input }: TaggedLine,
  context: TagContext,
  observed: Observed | null | undefined,
): OkEntry {
  const subject = askAbout(address, input, context, observed)
  const { claims, conflicts, geo } = place(weigh(subject), subject)
  return {
    line,
    input,
    status: 'ok',
    ip: subject.ip,
    version: address.version,
    scope: subject.scope,
    found: observed !== undefined && observed !== null,
    tags: tagsOf(claims),
    ...factsOf(subject, claims, geo),
    ...ownRecords(observed ?? undefined),
    evidence: evidenceOf(claims),
    conflicts,
    history: historyOf(subject),
  }
}

/** Claims with the location of the address: countries that did not hold are lowered. */
export function place(
  { claims, conflicts }: Weighed,
  { located, context }: Subject,
): Weighed & { readonly geo: GeoFacts } {
  const database = context.locatedBy?.find(({ category }) => category === 'geography')?.name ?? 'geography'
  const placed = geoOf(located, groupClaims(claims), database)
  if (placed.lost.length === 0)
    return { claims, conflicts: [...conflicts, ...placed.conflicts], geo: placed.geo }
  const reason = `the place is ${placed.geo.country}`
  return {
    claims: claims.map((claim) => (placed.lost.includes(claim.tag) ? lower(claim, LOST_CAP, reason) : claim)),
    conflicts: [...conflicts, ...placed.conflicts],
    geo: placed.geo,
  }
}

function factsOf(
  subject: Subject,
  claims: Weighed['claims'],
  geo: GeoFacts,
): Pick<
  OkEntry,
  | 'network'
  | 'geo'
  | 'infrastructure'
  | 'anonymity'
  | 'activity'
  | 'operator'
  | 'known_good'
  | 'unknown'
  | 'ruled_out'
> {
  const { address, scope, hits, located, honeypot, context } = subject
  const grouped = groupClaims(claims)
  const silent = silenceIn(context, address.version, scope)
  const answers = {
    infrastructure: infrastructureOf(grouped, silent),
    anonymity: anonymityOf(grouped, silent),
    activity: {
      scanner: scannerOf(grouped, silent),
      honeypot: honeypotOf(honeypot),
      lists: listsOf(grouped),
    },
  }
  const network = networkOf(located, grouped, hits)
  const parties = { operator: operatorOf(grouped), known_good: serviceOf(grouped) }
  const reasons = {
    unknown: causesOf(answers, subject, claims),
    ruled_out: ruledOutBy(answers, subject, claims),
  }
  return { network, geo, ...answers, ...parties, ...reasons }
}

/** Our records never show everything that runs at an address, so they cannot say no. */
function honeypotOf(honeypot: Honeypot | undefined): Known<Honeypot> {
  return honeypot !== undefined && honeypot.score >= THRESHOLD ? honeypot : null
}

function ownRecords(observed: Observed | undefined): Pick<OkEntry, 'exposure' | 'names' | 'seen'> {
  return {
    exposure: {
      ports: observed?.ports ?? [],
      protocols: observed?.protocols ?? [],
      products: observed?.products ?? [],
      titles: observed?.titles ?? [],
      cert_names: observed?.certNames ?? [],
    },
    names: {
      domains: observed?.domains ?? [],
      domain_count: observed?.domainCount ?? 0,
      hosts: observed?.hosts ?? [],
      reverse: observed?.reverseNames ?? [],
    },
    seen: { first: observed?.first ?? null, last: observed?.last ?? null, records: observed?.records ?? 0 },
  }
}
