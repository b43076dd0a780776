// A dry run of an import: reads every input to its end, and stores nothing.
import type { FormatCounts, ReadBatch, ReadMark } from './read-batch.ts'
import { type ReasonCount, ReasonCounter } from './reasons.ts'

/** What one input contains. */
export type DryRunInput =
  | ({ readonly name: string; readonly format: string } & FormatCounts)
  | { readonly name: string; readonly refused: string }

/** The result of a dry run. */
export interface DryRunSummary {
  readonly inputs: readonly DryRunInput[]
  /** Services in all inputs together; undefined beyond `MOST_COUNTED`. */
  readonly records: number | undefined
  readonly rejectReasons: readonly ReasonCount[]
  readonly notes: readonly string[]
  readonly stopped: boolean
}

/** Distinct records that are counted exactly; each takes a few dozen bytes of memory. */
const MOST_COUNTED = 2_000_000
const MOST_NOTES = 200

/** Summarizes what the reader yields. */
export async function dryRun(
  batches: AsyncIterable<ReadBatch>,
  signal: AbortSignal | undefined,
): Promise<DryRunSummary> {
  const inputs = new Map<string, DryRunInput>()
  const records = new Set<string>()
  const reasons = new ReasonCounter()
  const notes: string[] = []
  for await (const batch of batches) {
    for (const mark of batch.marks) inputs.set(mark.name, sumOf(inputs.get(mark.name), mark))
    for (const { name, reason } of batch.refused) inputs.set(name, { name, refused: reason })
    for (const key of batch.records.keys) if (records.size <= MOST_COUNTED) records.add(key)
    for (const { reason, count, files } of batch.reasons) reasons.add(reason, files[0] ?? '', count)
    notes.push(...batch.notes.slice(0, MOST_NOTES - notes.length))
  }
  return {
    inputs: [...inputs.values()],
    records: records.size > MOST_COUNTED ? undefined : records.size,
    rejectReasons: reasons.list(),
    notes,
    stopped: signal?.aborted ?? false,
  }
}

function sumOf(before: DryRunInput | undefined, { name, format, counts }: ReadMark): DryRunInput {
  if (before === undefined || 'refused' in before) return { name, format, ...counts }
  const observations = before.observations + counts.observations
  const rejects = before.rejects + counts.rejects
  return { name, format, observations, rejects, skipped: before.skipped + counts.skipped }
}
