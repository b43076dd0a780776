// The content changes of a record.
import type { Change } from '../../asset/index.ts'
import { printTime } from '../../util/index.ts'
import type { ContentPart, HostChange } from './types.ts'

const PARTS = ['title', 'header', 'body', 'banner', 'cert'] as const satisfies readonly ContentPart[]

/** The times since when each content was seen, oldest first, and what differs from the previous one. */
export function changesOf(history: readonly Change[]): readonly HostChange[] {
  return history.map((change, index) => {
    const before = history[index - 1]
    const changed = before === undefined ? [] : PARTS.filter((part) => before[part] !== change[part])
    return { time: printTime(change.time * 1000), changed }
  })
}
