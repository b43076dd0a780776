// The time line of a search: converts counts of days or hours to a few dozen buckets without a gap.
import type { CountedSpan } from '../../store/index.ts'
import type { TimelineAnswer, TimelineStep } from './types.ts'

const HOUR = 3600
/** Seconds of a day: the unit of counting unless the time line is short. */
export const DAY = 24 * HOUR

/** Shorter time lines are counted by the hour. */
const LONGEST_BY_HOUR = 45 * DAY

/** The most buckets of a time line; the smallest width that needs no more is used. */
const MOST_BUCKETS = 90

interface Width {
  readonly step: TimelineStep
  readonly every: number
}

const WIDTHS: readonly Width[] = [
  ...[1, 3, 6, 12].map((every) => ({ step: 'hour', every }) as const),
  ...[1, 3].map((every) => ({ step: 'day', every }) as const),
  ...[1, 2].map((every) => ({ step: 'week', every }) as const),
  ...[1, 3].map((every) => ({ step: 'month', every }) as const),
  { step: 'year', every: 1 },
  { step: 'year', every: 2 },
]

/** Whether the time line is short enough to count by the hour. */
export function isShort(days: readonly CountedSpan[]): boolean {
  const [first, last] = [days[0], days.at(-1)]
  return first !== undefined && last !== undefined && (last.span + 1 - first.span) * DAY <= LONGEST_BY_HOUR
}

/** The unit of hourly counts, in seconds. */
export const BY_HOUR = HOUR

/** Builds the time line from counts per `seconds`, oldest first. */
export function toTimeline(spans: readonly CountedSpan[], seconds: number): TimelineAnswer {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return { step: 'day', every: 1, buckets: [] }
  const begin = first.span * seconds
  const end = last.span * seconds
  const width = widthFor(begin, end, seconds)
  const starts = startsOf(width, begin, end)
  const counts = starts.slice(0, -1).map(() => 0)
  let bucket = 0
  for (const { span, count } of spans) {
    while (span * seconds >= (starts[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket++
    counts[bucket] = (counts[bucket] ?? 0) + count
  }
  const buckets = counts.map((count, index) => ({
    from: print(starts[index] ?? 0),
    to: print(starts[index + 1] ?? 0),
    count,
  }))
  return { ...width, buckets, newest: print(end) }
}

function widthFor(begin: number, end: number, seconds: number): Width {
  const possible = seconds < DAY ? WIDTHS : WIDTHS.filter(({ step }) => step !== 'hour')
  const found = possible.find((width) => startsOf(width, begin, end).length - 1 <= MOST_BUCKETS)
  return found ?? { step: 'year', every: 2 }
}

/**
 * The starts of the buckets from the one that contains `begin` to the one that contains `end`, and the end of the last one
 * (seconds).
 */
function startsOf(width: Width, begin: number, end: number): readonly number[] {
  const starts = [startOf(width, begin)]
  for (let last = starts[0] ?? 0; last <= end && starts.length <= MOST_BUCKETS + 1; ) {
    last = nextOf(width, last)
    starts.push(last)
  }
  return starts
}

/** Monday, 5 January 1970. */
const FIRST_MONDAY = 4 * DAY

const FIXED = { hour: HOUR, day: DAY, week: 7 * DAY } as const

function startOf({ step, every }: Width, time: number): number {
  const date = new Date(time * 1000)
  switch (step) {
    case 'hour':
    case 'day':
      return time - (time % (FIXED[step] * every))
    case 'week': {
      const length = FIXED.week * every
      return time - ((((time - FIRST_MONDAY) % length) + length) % length)
    }
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() - (date.getUTCMonth() % every))
    case 'year':
      return utc(date.getUTCFullYear() - (date.getUTCFullYear() % every), 0)
  }
}

function nextOf({ step, every }: Width, start: number): number {
  const date = new Date(start * 1000)
  switch (step) {
    case 'hour':
    case 'day':
    case 'week':
      return start + FIXED[step] * every
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + every)
    case 'year':
      return utc(date.getUTCFullYear() + every, 0)
  }
}

function utc(year: number, month: number): number {
  return Date.UTC(year, month, 1) / 1000
}

function print(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
