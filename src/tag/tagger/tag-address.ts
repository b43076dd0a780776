// One address with everything known of it.

import { type Address, printAddress } from '../../util/index.ts'
import { explainEmbedded, SPECIAL_BLOCKS } from '../builtin/index.ts'
import type { Located, TagContext } from '../context.ts'
import { type Observed, observedClaims, scoreHoneypot } from '../observed/index.ts'
import type { Conflict, Evidence, Honeypot, Known, OkEntry, Scope } from '../result/entry.ts'
import { ageOf, type Hit } from '../source/index.ts'
import { compareTags, freshness, THRESHOLD } from '../vocabulary/index.ts'
import { type Claim, claimsOf, dayOf, joinNotes, mappedClaim, withParents } from './claim.ts'
import { compareClaims, heedOwners, LOST_CAP, settleConflicts } from './conflict.ts'
import { anonymityOf, answersFor, geoOf, infrastructureOf, listsOf, networkOf, scannerOf } from './fact.ts'
import { applyForbidden, type Forbidden, guardScope, guardShared, lower } from './guard.ts'

/** Evidence rows shown per tag, strongest first. */
const MOST_ROWS = 8

/** The line an entry is for. */
export interface TaggedLine {
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
  const ip = printAddress(address)
  const hits = context.sources.lookup(address)
  const scope = scopeOf(hits)
  const located = scope === 'public' ? context.locate?.(ip) : undefined
  const answers = answersFor(context, address.version, scope)
  const honeypot = observed ? scoreHoneypot(observed) : undefined
  const weighed = weigh(
    gather(address, input, hits, located, context, observed, honeypot),
    hits,
    scope,
    address,
    context,
  )
  const { geo, conflicts, lost } = geoOf(located, weighed.claims, databaseName(context))
  const claims = weighed.claims.map((claim) =>
    lost.includes(claim.tag) ? lower(claim, LOST_CAP, `the place is ${geo.country}`) : claim,
  )
  return {
    line,
    input,
    status: 'ok',
    ip,
    version: address.version,
    scope,
    found: observed !== undefined && observed !== null,
    tags: tagsOf(claims),
    network: networkOf(located, claims),
    geo,
    infrastructure: infrastructureOf(claims, answers),
    anonymity: anonymityOf(claims, answers),
    activity: {
      scanner: scannerOf(claims, answers),
      honeypot: honeypotOf(honeypot),
      lists: listsOf(claims),
    },
    ...ownRecords(observed ?? undefined),
    evidence: evidenceOf(claims),
    conflicts: [...weighed.conflicts, ...conflicts],
  }
}

function gather(
  address: Address,
  input: string,
  hits: readonly Hit[],
  located: Located | undefined,
  context: TagContext,
  observed: Observed | null | undefined,
  honeypot: Honeypot | undefined,
): readonly Claim[] {
  const embedded = explainEmbedded(address)
  const said = claimsOf(hits, located, context).map((claim) =>
    embedded !== undefined && EMBEDDING.includes(claim.tag)
      ? { ...claim, note: joinNotes(claim.note, embedded) }
      : claim,
  )
  const own =
    observed && honeypot
      ? observedClaims(observed, honeypot, context.now).map((claim) => ownClaim(claim, observed, address))
      : []
  return [...said, ...mappedClaim(input, address), ...own]
}

const EMBEDDING = ['reserved:6to4', 'reserved:teredo', 'reserved:nat64']

function ownClaim(
  claim: ReturnType<typeof observedClaims>[number],
  observed: Observed,
  address: Address,
): Claim {
  const match = printAddress(address)
  const bits = address.version === 4 ? 32 : 128
  return {
    ...claim,
    source: 'records',
    match,
    bits,
    lastSeen: observed.last,
    label: undefined,
    from: undefined,
  }
}

function weigh(
  gathered: readonly Claim[],
  hits: readonly Hit[],
  scope: Scope,
  address: Address,
  context: TagContext,
): { readonly claims: readonly Claim[]; readonly conflicts: readonly Conflict[] } {
  const scoped = guardScope(withParents(gathered), scope)
  const forbidden = applyForbidden(scoped, forbiddenOf(hits))
  const heeded = heedOwners(forbidden.claims, ownersThatDeny(gathered, address, context))
  const settled = settleConflicts(heeded.claims)
  return {
    claims: guardShared(settled.claims),
    conflicts: [...forbidden.conflicts, ...heeded.conflicts, ...settled.conflicts],
  }
}

function forbiddenOf(hits: readonly Hit[]): readonly Forbidden[] {
  return hits.flatMap(({ source, label, match, bits }) =>
    (label.forbid ?? []).map((tag) => ({
      tag,
      source: source.name,
      match,
      bits,
      lastSeen: source.retrievedAt === null ? null : dayOf(source.retrievedAt),
      note: label.note,
    })),
  )
}

/** The source in which the owner of a provider lists all its ranges, when it is loaded, fresh enough and silent here. */
function ownersThatDeny(
  claims: readonly Claim[],
  { version }: Address,
  { sources, now }: TagContext,
): (tag: string) => string | undefined {
  const wanted = new Set(claims.filter(({ basis }) => basis === 'asn').map(({ tag }) => tag))
  if (wanted.size === 0) return () => undefined
  return (tag) =>
    sources.owners.get(tag)?.find((source) => {
      const live = freshness(source.category, ageOf(source, now)) !== 'expired'
      return live && sources.covers(source, version)
    })?.name
}

const SCOPES: ReadonlyMap<string, Scope> = new Map(
  SPECIAL_BLOCKS.map(({ name, scope }) => [`reserved:${name}`, scope]),
)

/** The narrowest block of the registry decides. */
function scopeOf(hits: readonly Hit[]): Scope {
  const block = hits.find(({ source }) => source.name === 'iana')
  return SCOPES.get(block?.label.tags[0] ?? '') ?? 'public'
}

function databaseName({ locatedBy }: TagContext): string {
  return locatedBy?.find(({ category }) => category === 'geography')?.name ?? 'geography'
}

function tagsOf(claims: readonly Claim[]): readonly string[] {
  const held = claims.filter(({ confidence }) => confidence >= THRESHOLD).map(({ tag }) => tag)
  return [...new Set(held)].toSorted(compareTags)
}

function honeypotOf(honeypot: Honeypot | undefined): Known<Honeypot> {
  if (honeypot === undefined) return null
  return honeypot.score >= THRESHOLD ? honeypot : false
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
    names: { domains: observed?.domains ?? [], domain_count: observed?.domainCount ?? 0 },
    seen: { first: observed?.first ?? null, last: observed?.last ?? null, records: observed?.records ?? 0 },
  }
}

/** Rows by tag, strongest first; one per source and match, at most eight per tag. */
function evidenceOf(claims: readonly Claim[]): readonly Evidence[] {
  const rows = new Map<string, Claim>()
  for (const claim of claims) {
    const key = `${claim.tag} ${claim.source} ${claim.match}`
    const known = rows.get(key)
    if (known === undefined || known.confidence < claim.confidence) rows.set(key, claim)
  }
  const counts = new Map<string, number>()
  const sorted = [...rows.values()].sort(
    (one, other) =>
      compareTags(one.tag, other.tag) || other.confidence - one.confidence || compareClaims(one, other),
  )
  return sorted.flatMap((claim) => {
    const count = (counts.get(claim.tag) ?? 0) + 1
    counts.set(claim.tag, count)
    return count > MOST_ROWS && claim.basis !== 'override' ? [] : [rowOf(claim)]
  })
}

function rowOf({ tag, source, basis, match, confidence, lastSeen, note }: Claim): Evidence {
  const row = { tag, source, basis, match, confidence, last_seen: lastSeen }
  return note === undefined ? row : { ...row, note }
}
