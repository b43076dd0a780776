// Claims that cannot all be true: one holds, the rule is named, the others keep a confidence below the threshold.
import type { Basis, Conflict } from '../entry.ts'
import { namespaceOf, THRESHOLD, tagValue } from '../vocabulary/index.ts'
import { SNAPSHOT } from '../builtin/index.ts'
import { type Claim, joinNotes } from './claim.ts'
import { lower } from './guard.ts'

/** Strongest first. */
const BASES: readonly Basis[] = [
  'override',
  'definition',
  'published',
  'observed',
  'curated',
  'asn',
  'inferred',
]

/** What a claim that lost keeps at most. */
export const LOST_CAP = 40

interface Rule {
  readonly says: string
  readonly compare: (one: Claim, other: Claim) => number
}

/** How two claims are weighed; the first rule that tells them apart decides. */
export const RULES: readonly Rule[] = [
  {
    says: 'the stronger basis decides: override, definition, published, observed, curated, asn, inferred',
    compare: (one, other) => BASES.indexOf(one.basis) - BASES.indexOf(other.basis),
  },
  { says: 'the higher confidence decides', compare: (one, other) => other.confidence - one.confidence },
  { says: 'the narrower range decides', compare: (one, other) => other.bits - one.bits },
  {
    says: 'the newer source decides',
    compare: (one, other) => compareText(other.lastSeen ?? '', one.lastSeen ?? ''),
  },
  {
    says: 'the first name in the alphabet decides',
    compare: (one, other) => compareText(one.source, other.source),
  },
]

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Negative when the first claim is the stronger. */
export function compareClaims(one: Claim, other: Claim): number {
  for (const { compare } of RULES) {
    const difference = compare(one, other)
    if (difference !== 0) return difference
  }
  return 0
}

const KINDS = ['isp', 'mobile', 'hosting', 'cdn', 'education', 'government', 'business']

/** The matter in which a claim excludes others and its value there; undefined where it excludes none. */
function matterOf(claim: Claim): readonly [about: string, value: string] | undefined {
  const namespace = namespaceOf(claim.tag)
  const value = tagValue(claim.tag)
  if ((namespace === 'cloud' || namespace === 'cdn') && value !== '') return [namespace, value]
  if (KINDS.includes(claim.tag) && claim.from === undefined && claim.bits < 0)
    return ['network.as_type', claim.tag]
  return undefined
}

/** Resolves claims that excludes each other, derived claims along with those they come from. */
export function resolveConflicts(claims: readonly Claim[]): {
  readonly claims: readonly Claim[]
  readonly conflicts: readonly Conflict[]
} {
  const matters = new Map<string, Claim[]>()
  for (const claim of claims) {
    const matter = matterOf(claim)
    if (matter === undefined || claim.confidence < THRESHOLD) continue
    matters.set(matter[0], [...(matters.get(matter[0]) ?? []), claim])
  }
  const lost = new Map<string, string>()
  const conflicts = [...matters].flatMap(([about, rivals]) => resolveConflict(about, rivals, lost))
  if (lost.size === 0) return { claims, conflicts }
  return { claims: claims.map((claim) => lowerLost(claim, lost)), conflicts }
}

function resolveConflict(about: string, rivals: readonly Claim[], lost: Map<string, string>): Conflict[] {
  const best = new Map<string, Claim>()
  for (const claim of rivals.toSorted(compareClaims)) if (!best.has(claim.tag)) best.set(claim.tag, claim)
  const [winner, second] = best.values()
  if (winner === undefined || second === undefined) return []
  for (const tag of best.keys()) if (tag !== winner.tag) lost.set(`${about} ${tag}`, winner.tag)
  const valueIn = (claim: Claim): string => matterOf(claim)?.[1] ?? claim.tag
  return [
    {
      about,
      claims: [...best.values()].map((claim) => ({
        value: valueIn(claim),
        source: claim.source,
        confidence: claim.confidence,
      })),
      decided: valueIn(winner),
      rule: ruleBetween(winner, second),
    },
  ]
}

function ruleBetween(one: Claim, other: Claim): string {
  return RULES.find(({ compare }) => compare(one, other) !== 0)?.says ?? 'equal in everything'
}

function lowerLost(claim: Claim, lost: ReadonlyMap<string, string>): Claim {
  const origin = claim.from ?? claim.tag
  const about =
    KINDS.includes(claim.tag) && claim.from === undefined ? 'network.as_type' : namespaceOf(origin)
  if (about === 'network.as_type' && claim.bits >= 0) return claim
  const winner = lost.get(`${about} ${origin}`)
  return winner === undefined ? claim : lower(claim, LOST_CAP, `lost to ${winner}`)
}

/** The claims after the provider’s own list had its say: what only a whole system suggests, and the list denies, is not so. */
export function applyOwners(
  claims: readonly Claim[],
  denies: (tag: string) => string | undefined,
): { readonly claims: readonly Claim[]; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = []
  const heeded = claims.map((claim) => {
    const origin = claim.from ?? claim.tag
    const owner = isDeniable(claim) && origin.includes(':') ? denies(origin) : undefined
    if (
      owner === undefined ||
      claims.some((row) => row.tag === origin && !isDeniable(row) && row.basis !== 'inferred')
    )
      return claim
    if (claim.from === undefined) conflicts.push(denial(claim, owner))
    return {
      ...lower(claim, LOST_CAP, `not in the list of ${owner}`),
      note: joinNotes(claim.note, `not in the list of ${owner}`),
    }
  })
  return { claims: heeded, conflicts }
}

/** What only a whole system or the built-in snapshot suggests gives way to the owner's current list. */
export const isDeniable = ({ basis, source }: Claim): boolean => basis === 'asn' || source === SNAPSHOT

function denial(claim: Claim, owner: string): Conflict {
  return {
    about: namespaceOf(claim.tag),
    claims: [
      { value: tagValue(claim.tag), source: claim.source, confidence: claim.confidence },
      { value: 'no', source: owner, confidence: 95 },
    ],
    decided: 'no',
    rule: 'the list of the owner decides about its own addresses',
  }
}
