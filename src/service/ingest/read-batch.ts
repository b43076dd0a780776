// What the reading thread passes to the writer: records, and everything else learned from the inputs since the previous batch.
import type { Picture } from '../../enrich/index.ts'
import type { Batch } from '../../store/write/index.ts'
import type { ReasonCount } from './reasons.ts'

/** The read position in one input of an import. */
export interface InputMark {
  readonly name: string
  /** Readings so far, including rejected ones. */
  readonly readings: number
  readonly done: boolean
}

/** The same, with the format of the input and the counts of its readings. */
export interface ReadMark extends InputMark {
  readonly format: string
  /** Counts of its readings since the previous mark. */
  readonly counts: FormatCounts
}

/** A file or entry that no importer reads, and why. */
export interface RefusedInput {
  readonly name: string
  readonly reason: string
}

/** Counts of the readings of one format. */
export interface FormatCounts {
  readonly observations: number
  readonly rejects: number
  readonly skipped: number
}

/** A section of the inputs, in order. Counts cover this batch only. */
export interface ReadBatch {
  readonly records: Batch
  /** Icons of sites, each in a separate buffer. */
  readonly icons: readonly Uint8Array[]
  /** Screenshots of its records, rewritten. */
  readonly pictures: readonly Picture[]
  /** Complete lines for the rejects file. */
  readonly rejects: Uint8Array
  /** The reasons of these lines. */
  readonly reasons: readonly ReasonCount[]
  /** Why records were excluded. */
  readonly excluded: readonly ReasonCount[]
  /** Messages about inputs, including their names. */
  readonly notes: readonly string[]
  readonly refused: readonly RefusedInput[]
  /** By format. */
  readonly counts: Readonly<Record<string, FormatCounts>>
  /** The read position after this batch: the inputs that it finished, and the one that it is in. */
  readonly marks: readonly ReadMark[]
}

/** The limits of a batch. */
export interface BatchLimits {
  readonly records: number
  /** Of records and rejects. */
  readonly bytes: number
  /** Milliseconds after which the first batch is sent although it is not full. */
  readonly age: number
  /** Each later batch may become twice as old as the one before, up to this number of milliseconds. */
  readonly mostAge: number
}

/**
 * Large enough for the engine to be fast: an insert of 1,000 records costs it three times as much per record as one of 8,000. Small
 * enough for little memory and frequent acknowledgements. The first records of an import can be searched soon.
 */
export const BATCH_LIMITS: BatchLimits = {
  records: 16_000,
  bytes: 32 * 1024 * 1024,
  age: 3_000,
  mostAge: 12_000,
}

/** For standard input: it can come from a scan that runs. */
export const LIVE_BATCH_LIMITS: BatchLimits = { ...BATCH_LIMITS, mostAge: BATCH_LIMITS.age }
