// The claims on an address with every rule applied, in this order: scope, administrator, owners’ lists, conflicts, shared addresses.
import { explainEmbedded } from '../builtin/index.ts'
import { observedClaims } from '../observed/index.ts'
import type { Conflict } from '../entry.ts'
import { completeSource, datesOf, type Hit, type SourceDates } from '../source/index.ts'
import { type Claim, claimsOf, dayOf, joinNotes, mappedClaim, UNDATED, withParents } from './claim.ts'
import { applyOwners, isDeniable, resolveConflicts } from './conflict.ts'
import { applyForbidden, type Forbidden, guardScope, guardShared } from './guard.ts'
import type { Subject } from './subject.ts'

/** Claims with the confidence they keep, and what disagreed. */
export interface Weighed {
  readonly claims: readonly Claim[]
  readonly conflicts: readonly Conflict[]
}

/** Gathers and weighs everything said of the address. */
export function weigh(subject: Subject): Weighed {
  const gathered = [...said(subject), ...mappedClaim(subject.input, subject.address), ...own(subject)]
  const scoped = guardScope(withParents(gathered), subject.scope)
  const allowed = applyForbidden(scoped, forbiddenOf(subject.hits, subject.context.now))
  const heeded = applyOwners(allowed.claims, ownersThatDeny(gathered, subject))
  const resolved = resolveConflicts(heeded.claims)
  return {
    claims: guardShared(resolved.claims),
    conflicts: [...allowed.conflicts, ...heeded.conflicts, ...resolved.conflicts],
  }
}

const EMBEDDING = ['reserved:6to4', 'reserved:teredo', 'reserved:nat64']

function said({ address, hits, located, context }: Subject): readonly Claim[] {
  const claims = claimsOf(hits, located, context.now)
  const embedded = explainEmbedded(address)
  if (embedded === undefined) return claims
  return claims.map((claim) =>
    EMBEDDING.includes(claim.tag) ? { ...claim, note: joinNotes(claim.note, embedded) } : claim,
  )
}

function own({ address, ip, observed, honeypot, context }: Subject): readonly Claim[] {
  if (!observed || honeypot === undefined) return []
  const bits = address.version === 4 ? 32 : 128
  const facts = {
    source: 'records',
    match: ip,
    bits,
    lastSeen: observed.served.last,
    dates: observedAt(observed.served.last, context.now),
    label: undefined,
    from: undefined,
  }
  return observedClaims(observed, honeypot, context.now).map((claim) => ({ ...claim, ...facts }))
}

/** Our records have the age of the newest of them. */
function observedAt(last: string | null, now: number): SourceDates {
  const seconds = Date.parse(`${last}T00:00:00Z`) / 1000
  if (Number.isNaN(seconds)) return UNDATED
  return { ...UNDATED, age_days: Math.max(0, Math.floor((now - seconds) / 86_400)) }
}

function forbiddenOf(hits: readonly Hit[], now: number): readonly Forbidden[] {
  return hits.flatMap(({ source, label, match, bits }) =>
    (label.forbid ?? []).map((tag) => ({
      tag,
      source: source.name,
      match,
      bits,
      lastSeen: source.retrievedAt === null ? null : dayOf(source.retrievedAt),
      dates: datesOf(source, now),
      note: label.note,
    })),
  )
}

/** The fresh source in which the owner of a provider lists all its ranges of the family. */
function ownersThatDeny(
  claims: readonly Claim[],
  { address, context }: Subject,
): (tag: string) => string | undefined {
  if (!claims.some(isDeniable)) return () => undefined
  return (tag) => completeSource(tag, address.version, context)?.name
}
