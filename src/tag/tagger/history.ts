// Since and until when feeds gave an address its tags: over the versions in use and those kept from before.
import type { Seen } from '../entry.ts'
import type { Hit, Source } from '../source/index.ts'
import { compareTags, parentsOf } from '../vocabulary/index.ts'
import { dayOf } from './claim.ts'
import type { Subject } from './subject.ts'

/** One row per tag; what is built in has no history. */
export function historyOf({ hits, earlier }: Pick<Subject, 'hits' | 'earlier'>): readonly Seen[] {
  const seen = new Map<string, { first: number; last: number }>()
  for (const hit of [...hits, ...earlier]) addHit(hit, seen)
  return [...seen]
    .map(([tag, { first, last }]) => ({ tag, first: dayOf(first), last: dayOf(last) }))
    .toSorted((one, other) => compareTags(one.tag, other.tag))
}

function addHit({ source, label }: Hit, seen: Map<string, { first: number; last: number }>): void {
  const span = spanOf(source)
  if (span === undefined) return
  for (const tag of label.tags.flatMap((one) => [one, ...parentsOf(one)])) {
    const known = seen.get(tag)
    seen.set(tag, {
      first: Math.min(span.first, known?.first ?? span.first),
      last: Math.max(span.last, known?.last ?? span.last),
    })
  }
}

/** A list that states its date says nothing of the days behind it. */
function spanOf(source: Source): { readonly first: number; readonly last: number } | undefined {
  const { retrievedAt, since, statedAt } = source
  if (retrievedAt === null) return undefined
  return { first: statedAt ?? since ?? retrievedAt, last: statedAt ?? retrievedAt }
}
