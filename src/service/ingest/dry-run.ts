// A dry run of an import: reads every input to its end, and stores nothing.
import type { FormatCounts, ReadBatch, ReadMark, RefusedInput } from './read-batch.ts'
import { type ReasonCount, ReasonCounter } from './reasons.ts'

/** What one input contains. */
export type DryRunInput =
  | ({ readonly name: string; readonly format: string } & FormatCounts)
  | { readonly name: string; readonly refused: string }

/** The result of a dry run. */
export interface DryRunSummary {
  /** The first inputs that are read, and the first that are refused. */
  readonly inputs: readonly DryRunInput[]
  /** How many are read, and how many refused. */
  readonly readInputs: number
  readonly refusedInputs: number
  /** Why inputs are refused. */
  readonly refusals: readonly ReasonCount[]
  /** Services in all inputs together; undefined beyond `MOST_COUNTED`. */
  readonly records: number | undefined
  readonly rejectReasons: readonly ReasonCount[]
  readonly notes: readonly string[]
  readonly stopped: boolean
}

/** Distinct records that are counted exactly; each takes a few dozen bytes of memory. */
const MOST_COUNTED = 2_000_000
/** Inputs that are named, of those that are read and of those that are refused: an archive may hold a hundred thousand. */
const MOST_NAMED = 500
const MOST_NOTES = 200

/** Summarizes what the reader yields. */
export async function dryRun(
  batches: AsyncIterable<ReadBatch>,
  signal: AbortSignal | undefined,
): Promise<DryRunSummary> {
  const inputs = new Inputs()
  const records = new Set<string>()
  const reasons = new ReasonCounter()
  const notes: string[] = []
  for await (const batch of batches) {
    for (const mark of batch.marks) inputs.read(mark)
    for (const refused of batch.refused) inputs.refuse(refused)
    for (const key of batch.records.keys) if (records.size <= MOST_COUNTED) records.add(key)
    for (const { reason, count, files } of batch.reasons) reasons.add(reason, files[0] ?? '', count)
    notes.push(...batch.notes.slice(0, MOST_NOTES - notes.length))
  }
  return {
    ...inputs.summary(),
    records: records.size > MOST_COUNTED ? undefined : records.size,
    rejectReasons: reasons.list(),
    notes,
    stopped: signal?.aborted ?? false,
  }
}

/** Counts inputs, and names the first. */
class Inputs {
  readonly #named = new Map<string, DryRunInput>()
  readonly #read = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #refusals = new ReasonCounter()

  read(mark: ReadMark): void {
    this.#read.add(mark.name)
    const known = this.#named.get(mark.name)
    if (known !== undefined || this.#read.size <= MOST_NAMED) this.#named.set(mark.name, sumOf(known, mark))
  }

  refuse({ name, reason }: RefusedInput): void {
    if (this.#refused.has(name)) return
    this.#read.delete(name)
    this.#refused.add(name)
    this.#refusals.add(reason, name)
    if (this.#named.has(name) || this.#refused.size <= MOST_NAMED)
      this.#named.set(name, { name, refused: reason })
  }

  summary(): Pick<DryRunSummary, 'inputs' | 'readInputs' | 'refusedInputs' | 'refusals'> {
    return {
      inputs: [...this.#named.values()],
      readInputs: this.#read.size,
      refusedInputs: this.#refused.size,
      refusals: this.#refusals.list(),
    }
  }
}

function sumOf(before: DryRunInput | undefined, { name, format, counts }: ReadMark): DryRunInput {
  if (before === undefined || 'refused' in before) return { name, format, ...counts }
  const observations = before.observations + counts.observations
  const rejects = before.rejects + counts.rejects
  return { name, format, observations, rejects, skipped: before.skipped + counts.skipped }
}
