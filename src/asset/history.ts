// The content changes of a record: which contents it showed, and since when.
import type { Asset } from './asset.ts'
import type { Change } from './column.ts'
import type { Group } from './part.ts'

/** How many changes a record keeps, including the current content. */
const KEPT_CHANGES = 20

/** The parts of a change, and the column group of each. */
const GROUP_OF = {
  title: 'title',
  header: 'header',
  body: 'body',
  banner: 'banner',
  cert: 'certificate',
} as const
type Key = keyof typeof GROUP_OF
const KEYS = Object.keys(GROUP_OF) as readonly Key[]

/**
 * The history of a record merged with an observation. `sourceOf` returns the record from which each group of columns is taken.
 * Several observations of one import with the same content make one change.
 */
export function mergeHistory(
  known: Asset,
  observed: Asset,
  time: number | null,
  sourceOf: (group: Group) => Asset | undefined,
): readonly Change[] {
  const [before, brought] = [splitHistory(known), splitHistory(observed)]
  if (time === null) return mergePast(before.past, brought.past)
  const hashOf = (key: Key): string => presentOf(sourceOf(GROUP_OF[key]))?.[key] ?? ''
  const present = { time, ...hashes(hashOf) }
  const isWithin = known.content_import === observed.content_import
  const left = isWithin ? [] : leftBehind(before.present, brought.present, present)
  return joinHistory({ past: mergePast(before.past, brought.past, left), present })
}

/** What the record showed before, or what a late observation shows of an earlier time. */
function leftBehind(
  before: Change | undefined,
  brought: Change | undefined,
  present: Change,
): readonly Change[] {
  if (before === undefined || brought === undefined) return []
  if (brought.time >= before.time) return [before]
  const whole = { ...brought, ...hashes((key) => brought[key] || before[key]) }
  const isPlain = sameContent(before, present)
  return isPlain ? [before, whole] : [whole]
}

function presentOf(asset: Asset | undefined): Change | undefined {
  return asset && splitHistory(asset).present
}

function hashes(hashOf: (key: Key) => string): Omit<Change, 'time'> {
  const [title, header, body] = [hashOf('title'), hashOf('header'), hashOf('body')]
  return { title, header, body, banner: hashOf('banner'), cert: hashOf('cert') }
}

/** A record's history split into its current content and its past contents. */
interface History {
  readonly present: Change | undefined
  readonly past: readonly Change[]
}

/** Splits the history of a record. */
function splitHistory({ history, content_time }: Asset): History {
  const last = history.at(-1)
  if (last === undefined || content_time === null) return { present: undefined, past: history }
  // An entry older than the content is an earlier observation of the same content.
  if (last.time < content_time) return { present: { ...last, time: content_time }, past: history }
  return { present: last, past: history.slice(0, -1) }
}

/** Joins a history; content unchanged since the last entry keeps the earlier time. */
function joinHistory({ present, past }: History): readonly Change[] {
  if (present === undefined) return past
  const last = past.at(-1)
  if (last !== undefined && sameContent(last, present) && last.time < present.time) return past
  return [...past, present]
}

/** All past contents of two histories, each once with the earliest time, oldest first; the oldest beyond the limit are dropped. */
function mergePast(...lists: readonly (readonly Change[])[]): readonly Change[] {
  const changes = lists.flat()
  if (changes.length < 2) return changes
  const earliest = new Map<string, Change>()
  for (const change of changes) {
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
function sameContent(a: Change, b: Change): boolean {
  return KEYS.every((key) => a[key] === b[key])
}

function contentKey({ title, header, body, banner, cert }: Change): string {
  return JSON.stringify([title, header, body, banner, cert])
}
