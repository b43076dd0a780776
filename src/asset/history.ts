// The content changes of a record: which contents it showed, and since when.
import type { Asset } from './asset.ts'
import type { Change } from './columns.ts'

/** How many changes a record keeps, the present content included. */
export const KEPT_CHANGES = 20

/** A record's history taken apart: what its present content looks like, and what came before. */
export interface History {
  readonly present: Change | undefined
  readonly past: readonly Change[]
}

/** Takes the history of a record apart. */
export function splitHistory({ history, content_time }: Asset): History {
  const last = history.at(-1)
  if (last === undefined || content_time === null) return { present: undefined, past: history }
  // An entry older than the content is an earlier sight of the same content.
  if (last.time < content_time) return { present: { ...last, time: content_time }, past: history }
  return { present: last, past: history.slice(0, -1) }
}

/** Puts a history together; a content that did not change since the last entry keeps its earlier time. */
export function joinHistory({ present, past }: History): readonly Change[] {
  if (present === undefined) return past
  const last = past.at(-1)
  if (last !== undefined && sameContent(last, present) && last.time < present.time) return past
  return [...past, present]
}

/** All past contents of two histories, each once with the earliest time, oldest first; the oldest beyond the limit are dropped. */
export function mergePast(...lists: readonly (readonly Change[])[]): readonly Change[] {
  const earliest = new Map<string, Change>()
  for (const change of lists.flat()) {
    const key = contentKey(change)
    const known = earliest.get(key)
    if (known === undefined || change.time < known.time) earliest.set(key, change)
  }
  const sorted = [...earliest.values()].sort(
    (a, b) => a.time - b.time || (contentKey(a) < contentKey(b) ? -1 : 1),
  )
  return sorted.slice(-(KEPT_CHANGES - 1))
}

/** Whether two entries show the same content. */
export function sameContent(a: Change, b: Change): boolean {
  return contentKey(a) === contentKey(b)
}

function contentKey({ title, header, body, banner, cert }: Change): string {
  return JSON.stringify([title, header, body, banner, cert])
}
