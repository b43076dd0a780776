// Why files were refused and lines rejected, as lines of a summary.
import type { ReasonCount } from '../service/ingest/index.ts'
import { visible } from '../util/index.ts'
import { count, counted } from './output.ts'

const MOST_REASONS = 10

/** One line per reason with its count and the first files, most frequent first. */
export function reasonLines(reasons: readonly ReasonCount[]): readonly string[] {
  const lines = reasons.slice(0, MOST_REASONS).map(({ reason, count: times, files }) => {
    const named = files.map(visible).join(', ')
    return `    ${count(times)} × ${visible(reason)} (${named}${times > files.length && files.length >= 3 ? ', …' : ''})`
  })
  const more = reasons.length - lines.length
  return more > 0 ? [...lines, `    and ${counted(more, 'more reason')}`] : lines
}
