// What the reading thread passes to the writer: records, and everything else learned from the inputs since the batch before.
import type { Batch } from '../../store/write/index.ts'
import type { ReasonCount } from './reasons.ts'

/** How far one input of an import was read. */
export interface InputMark {
  readonly name: string
  /** Readings so far, whatever became of them. */
  readonly readings: number
  readonly done: boolean
}

/** The same, with the format of the input and what was read of it. */
export interface ReadMark extends InputMark {
  readonly format: string
  /** Counts of its readings since the mark before. */
  readonly counts: FormatCounts
}

/** A file or entry that no importer takes, and why. */
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

/** A stretch of reading, in the order of the inputs. Counts are of this batch alone. */
export interface ReadBatch {
  readonly records: Batch
  /** Icons of sites, each in memory of its own. */
  readonly icons: readonly Uint8Array[]
  /** Whole lines for the rejects file. */
  readonly rejects: Uint8Array
  /** The reasons of these lines. */
  readonly reasons: readonly ReasonCount[]
  /** Why records were left out that rules exclude. */
  readonly excluded: readonly ReasonCount[]
  /** Messages about inputs, names included. */
  readonly notes: readonly string[]
  readonly refused: readonly RefusedInput[]
  /** By format. */
  readonly counts: Readonly<Record<string, FormatCounts>>
  /** The read position after this batch: the inputs it finished, and the one it is in. */
  readonly marks: readonly ReadMark[]
}

/** When a batch is full. */
export interface BatchLimits {
  readonly records: number
  /** Of records and rejects. */
  readonly bytes: number
  /** Milliseconds after which a batch is sent although it is not full. */
  readonly age: number
}

/** Large enough for the engine to be fast, small enough for little memory and frequent acknowledgement. */
export const BATCH_LIMITS: BatchLimits = { records: 8_000, bytes: 24 * 1024 * 1024, age: 3_000 }
