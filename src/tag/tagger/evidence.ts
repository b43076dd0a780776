// Tags and evidence of an entry, from the claims as they were weighed.
import type { Evidence } from '../entry.ts'
import { compareTags, THRESHOLD } from '../vocabulary/index.ts'
import type { Claim } from './claim.ts'
import { compareClaims } from './conflict.ts'

/** Evidence rows shown per tag, strongest first; an administrator's rows are always shown. */
const MOST_ROWS = 8

/** The tags that hold, in their order. */
export function tagsOf(claims: readonly Claim[]): readonly string[] {
  const held = claims.filter(({ confidence }) => confidence >= THRESHOLD).map(({ tag }) => tag)
  return [...new Set(held)].sort(compareTags)
}

/** Rows by tag, strongest first; one per source and match. */
export function evidenceOf(claims: readonly Claim[]): readonly Evidence[] {
  const rows = new Map<string, Claim>()
  for (const claim of claims) {
    const key = `${claim.tag} ${claim.source} ${claim.match}`
    const known = rows.get(key)
    if (known === undefined || known.confidence < claim.confidence) rows.set(key, claim)
  }
  const sorted = [...rows.values()].sort(
    (one, other) =>
      compareTags(one.tag, other.tag) || other.confidence - one.confidence || compareClaims(one, other),
  )
  const counts = new Map<string, number>()
  return sorted.flatMap((claim) => {
    const count = (counts.get(claim.tag) ?? 0) + 1
    counts.set(claim.tag, count)
    return count > MOST_ROWS && claim.basis !== 'override' ? [] : [rowOf(claim)]
  })
}

function rowOf({ tag, source, basis, match, confidence, lastSeen, dates, note }: Claim): Evidence {
  const row = { tag, source, basis, match, confidence, last_seen: lastSeen, ...dates }
  return note === undefined ? row : { ...row, note }
}
