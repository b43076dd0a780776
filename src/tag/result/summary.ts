// The header of a result: counts over the entries and the state of every source.
import type { TagContext } from '../context.ts'
import { sourceRows, stamp } from '../source/index.ts'
import type { Entry, Result, Stats } from '../entry.ts'

/** Everything of a result but its entries. */
export type Header = Omit<Result, 'results'>

/** Counts the entries. */
function countEntries(entries: readonly Entry[]): Stats {
  const count = (status: Entry['status']): number => entries.filter((entry) => entry.status === status).length
  const byTag = new Map<string, number>()
  let tagged = 0
  for (const entry of entries) {
    if (entry.status !== 'ok') continue
    if (entry.tags.length > 0) tagged++
    for (const tag of entry.tags) byTag.set(tag, (byTag.get(tag) ?? 0) + 1)
  }
  const sorted = [...byTag].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return {
    lines: entries.length,
    ok: count('ok'),
    invalid: count('invalid'),
    duplicate: count('duplicate'),
    tagged,
    by_tag: Object.fromEntries(sorted),
  }
}

/** The header of a result made with the context; `taskId` is null where there is no task. */
export function resultHeader(taskId: number | null, entries: readonly Entry[], context: TagContext): Header {
  return {
    error: false,
    schema: 'ip-tags/1',
    task_id: taskId,
    generated_at: stamp(context.now),
    stats: countEntries(entries),
    sources: sourceRows(context),
  }
}
