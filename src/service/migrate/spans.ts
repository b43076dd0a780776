// Splits the records of a store into time spans, each small enough to be copied again after an interruption.
import type { HourCount, Span } from '../../store/index.ts'
import { printTime } from '../../util/index.ts'

/** One past the latest time a record can have. */
export const END_OF_TIME = 2 ** 32

/** Spans of at least `least` records, which cover all of time without a gap; the last may have fewer. */
export function cutSpans(hours: readonly HourCount[], least: number): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  let records = 0
  for (const { hour, records: here } of hours) {
    if (records >= least) {
      spans.push({ from, until: hour })
      from = hour
      records = 0
    }
    records += here
  }
  return [...spans, { from, until: END_OF_TIME }]
}

/** The query that finds the records of a span. */
export function queryOf({ from, until }: Span): string {
  const after = `after="${timeText(from)}"`
  return until >= END_OF_TIME ? after : `${after} && before="${timeText(until)}"`
}

function timeText(seconds: number): string {
  return printTime(seconds * 1000)
}
