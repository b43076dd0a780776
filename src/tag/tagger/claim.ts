// What sources say of one address, before anything is weighed: one claim per tag, source and match.

import type { Location } from '../../asset/index.ts'
import { type Address, printDay } from '../../util/index.ts'
import { explainMapped, guessKind } from '../builtin/index.ts'
import type { Label } from '../feed/index.ts'
import type { Basis } from '../entry.ts'
import { agingOf, ageOf, datesOf, type Hit, type Source, type SourceDates } from '../source/index.ts'
import { type Category, decay, freshness, parentsOf } from '../vocabulary/index.ts'

/** One statement, with the confidence it has now. */
export interface Claim {
  readonly tag: string
  readonly source: string
  readonly basis: Basis
  readonly match: string
  /** Leading bits of the match; -1 for a whole system. */
  readonly bits: number
  readonly confidence: number
  readonly lastSeen: string | null
  readonly dates: SourceDates
  readonly note: string | undefined
  readonly label: Label | undefined
  /** The tag that brought this one along; undefined where the source named it itself. */
  readonly from: string | undefined
  /** Whether it was capped because many share the address. */
  readonly shared?: true
}

/** The dates of what is not a source of its own. */
export const UNDATED: SourceDates = { stated_at: null, retrieved_at: null, age_days: null }

/** `YYYY-MM-DD` of seconds since 1970 UTC. */
export const dayOf = (seconds: number): string => printDay(seconds * 1000)

interface Dated {
  readonly now: number
  /** The day the source speaks of; null for what is built in. */
  readonly day: string | null
  readonly dates: SourceDates
}

const DATED = new WeakMap<Source, Dated>()

function datedAt(source: Source, now: number): Dated {
  const known = DATED.get(source)
  if (known?.now === now) return known
  const seconds = source.retrievedAt === null ? null : (source.statedAt ?? source.retrievedAt)
  const dated = { now, day: seconds === null ? null : dayOf(seconds), dates: datesOf(source, now) }
  DATED.set(source, dated)
  return dated
}

/** The claims of all sources on the address, its system included; those of expired sources are absent. */
export function claimsOf(hits: readonly Hit[], located: Location | undefined, now: number): readonly Claim[] {
  const named = hits.flatMap((hit) => claimsOfHit(hit, now))
  const guessed = named.some((claim) => claim.source === 'networks') ? [] : guess(located)
  return [...named, ...guessed]
}

function claimsOfHit(hit: Hit, now: number): Claim[] {
  const { source, label } = hit
  const age = ageOf(source, now)
  const dated = datedAt(source, now)
  return label.tags.flatMap((tag) => {
    const category = agingOf(source, tag)
    const confidence = decay(label.confidence ?? source.confidence, category, age)
    if (confidence === 0) return []
    const claim: Claim = {
      tag,
      source: source.name,
      basis: hit.bits < 0 && source.basis !== 'override' ? 'asn' : source.basis,
      match: hit.match,
      bits: hit.bits,
      confidence,
      lastSeen: dated.day,
      dates: dated.dates,
      note: joinNotes(label.note, staleNote(category, age)),
      label,
      from: undefined,
    }
    return [claim]
  })
}

function staleNote(category: Category, age: number): string | undefined {
  return freshness(category, age) === 'fresh' ? undefined : `stale: ${Math.floor(age / 86_400)} days old`
}

/** Notes in one text; undefined when there is none. */
export function joinNotes(...notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter((note) => note !== undefined && note !== '').join('; ') || undefined
}

function guess(located: Location | undefined): Claim[] {
  const kind = guessKind(located?.as_organization ?? '')
  if (kind === undefined || located === undefined || located.as_number === null) return []
  const match = `AS${located.as_number}`
  const note = `the holder is called \`${located.as_organization.slice(0, 80)}\``
  const facts = {
    source: 'networks',
    basis: 'inferred',
    lastSeen: null,
    dates: UNDATED,
    label: undefined,
    from: undefined,
  } as const
  return [{ ...facts, tag: kind, match, bits: -1, confidence: 30, note }]
}

/** The claim that an IPv4 address was written as IPv6, or none. */
export function mappedClaim(text: string, address: Address): Claim[] {
  const note = address.version === 4 ? explainMapped(text) : undefined
  if (note === undefined) return []
  const facts = {
    source: 'iana',
    basis: 'definition',
    lastSeen: null,
    dates: UNDATED,
    label: undefined,
    from: undefined,
  } as const
  return [{ ...facts, tag: 'reserved:ipv4-mapped', match: '::ffff:0:0/96', bits: 96, confidence: 100, note }]
}

/** The claims with one more for every tag that theirs imply. */
export function withParents(claims: readonly Claim[]): readonly Claim[] {
  const all: Claim[] = []
  const add = (claim: Claim): void => {
    all.push(claim)
    for (const parent of parentsOf(claim.tag)) add({ ...claim, tag: parent, from: claim.from ?? claim.tag })
  }
  for (const claim of claims) add(claim)
  return all
}
