// What lowers confidence: the administrator's overrides, shared addresses, and addresses that are not public.
import type { Conflict, Scope } from '../entry.ts'
import type { SourceDates } from '../source/index.ts'
import { namespaceOf, SHARED_CAP, THRESHOLD } from '../vocabulary/index.ts'
import { type Claim, joinNotes } from './claim.ts'

/** A tag that the administrator forbids, with its source. */
export interface Forbidden {
  readonly tag: string
  readonly source: string
  readonly match: string
  readonly bits: number
  readonly lastSeen: string | null
  readonly dates: SourceDates
  readonly note: string | undefined
}

/** The claim with lower confidence and a reason. */
export function lower(claim: Claim, most: number, reason: string): Claim {
  if (claim.confidence <= most) return claim
  return { ...claim, confidence: most, note: joinNotes(claim.note, reason) }
}

/** Removes forbidden tags (and with `cloud` every `cloud:…`), unless the administrator adds the tag for a narrower range. */
export function applyForbidden(
  claims: readonly Claim[],
  forbidden: readonly Forbidden[],
): { readonly claims: readonly Claim[]; readonly conflicts: readonly Conflict[] } {
  const kept: Claim[] = []
  const refused = new Map<Forbidden, Claim[]>(forbidden.map((row) => [row, []]))
  for (const claim of claims) {
    const by = forbidden.find((row) => isForbidden(claim, row))
    if (by !== undefined) refused.get(by)?.push(claim)
    kept.push(by === undefined ? claim : lower(claim, 0, `forbidden by ${by.source}`))
  }
  const conflicts = [...refused]
    .filter(([, lost]) => lost.length > 0)
    .map(([row, lost]) => conflictOf(row, lost))
  return { claims: [...kept, ...forbidden.map(claimOf)], conflicts }
}

function isForbidden(claim: Claim, row: Forbidden): boolean {
  const named = [claim.tag, claim.from].some(
    (tag) => tag === row.tag || (tag !== undefined && namespaceOf(tag) === row.tag),
  )
  return named && (claim.basis !== 'override' || claim.bits < row.bits)
}

function claimOf(row: Forbidden): Claim {
  const facts = { basis: 'override', confidence: 0, label: undefined, from: undefined } as const
  return { ...row, ...facts, note: joinNotes('forbidden here', row.note) }
}

function conflictOf(row: Forbidden, lost: readonly Claim[]): Conflict {
  return {
    about: row.tag,
    claims: [
      ...lost.map(({ tag, source, confidence }) => ({ value: tag, source, confidence })),
      { value: `not ${row.tag}`, source: row.source, confidence: 100 },
    ],
    decided: `not ${row.tag}`,
    rule: 'the administrator decides',
  }
}

const CAPPED = ['list', 'fraud']
const SHARED = ['cdn', 'waf', 'relay', 'mobile', 'reserved:shared-address']

/** Caps block lists and lists of fraud on addresses that many people or sites share: one bad user says little about the others. */
export function guardShared(claims: readonly Claim[]): readonly Claim[] {
  const shared = claims.find(
    ({ tag, confidence }) =>
      confidence >= THRESHOLD && (SHARED.includes(tag) || SHARED.includes(namespaceOf(tag))),
  )
  if (shared === undefined) return claims
  const reason = `shared address: ${shared.tag}`
  return claims.map((claim) =>
    CAPPED.includes(namespaceOf(claim.tag)) && claim.basis !== 'override' && claim.confidence > SHARED_CAP
      ? { ...lower(claim, SHARED_CAP, reason), shared: true }
      : claim,
  )
}

const ANYWHERE = ['reserved', 'bogon', 'honeypot']

/** Caps list claims on addresses that the registry does not call public; lists copy such ranges by accident. */
export function guardScope(claims: readonly Claim[], scope: Scope): readonly Claim[] {
  if (scope === 'public') return claims
  return claims.map((claim) => {
    const free =
      ANYWHERE.includes(namespaceOf(claim.tag)) ||
      ['override', 'observed', 'definition'].includes(claim.basis)
    return free ? claim : lower(claim, SHARED_CAP, `not a public address (${scope})`)
  })
}
