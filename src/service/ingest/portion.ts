// Readings of one input that are enriched together, here or in another thread.
import type { Observation } from '../../asset/index.ts'
import type { EnrichedRecord } from '../../enrich/index.ts'
import type { Planned, Reading } from '../../importer/index.ts'
import type { PackedBatch } from '../../store/write/index.ts'
import type { NoRecord, Outcome } from './enricher.ts'
import { PictureNotes } from './picture-notes.ts'
import type { FormatCounts, ReadMark } from './read-batch.ts'

const NO_READINGS = { observations: 0, rejects: 0, skipped: 0 }

/** An input that is read, and what of it is in batches. */
export class OpenInput {
  readonly planned: Planned
  /** The file that contains it. */
  readonly file: string
  /** Its name within the import. */
  readonly name: string
  /** Complete readings. */
  readings = 0
  /** Readings that are in batches, or were durable before. */
  batched = 0
  /** Why the rest of it is left out, from this line on. */
  fault: { readonly line: number; readonly reason: string } | undefined
  /** Why screenshots were not kept. */
  readonly pictureNotes = new PictureNotes()
  #counts = { ...NO_READINGS }

  constructor(planned: Planned, file: string, name: string) {
    this.planned = planned
    this.file = file
    this.name = name
  }

  /** Counts a reading that is in a batch now. */
  count(kind: keyof FormatCounts): void {
    this.#counts[kind]++
  }

  /** What of it is in batches, with the counts since the last mark. */
  mark(done: boolean): ReadMark {
    const counts = this.#counts
    this.#counts = { ...NO_READINGS }
    return { name: this.name, readings: this.batched, done, format: this.planned.importer.name, counts }
  }
}

/** A reading, and why it is rejected although it could be read. */
interface PortionReading {
  readonly reading: Reading
  readonly fault: string | undefined
}

const MOST_READINGS = 200
const MOST_BYTES = 1024 * 1024

/** Consecutive readings of an input. */
export class Portion {
  readonly input: OpenInput
  /** Number of readings of the input before them. */
  readonly first: number
  readonly readings: PortionReading[] = []
  #bytes = 0

  constructor(input: OpenInput, first = input.readings) {
    this.input = input
    this.first = first
  }

  get isFull(): boolean {
    return this.readings.length >= MOST_READINGS || this.#bytes >= MOST_BYTES
  }

  add(reading: Reading, fault: string | undefined): void {
    this.readings.push({ reading, fault })
    if (reading.kind === 'observation') this.#bytes += sizeOf(reading.observation)
  }

  /** Its observations that are to be enriched. */
  get work(): EnrichWork {
    const observations = this.readings.flatMap(({ reading, fault }) =>
      reading.kind === 'observation' && fault === undefined ? [reading.observation] : [],
    )
    return { observations, defaultTime: this.input.planned.defaultTime }
  }
}

/** About how many bytes an observation has. */
export function sizeOf({ stated, icon, screenshot }: Observation): number {
  const { body = '', header = '', banner = '', cert = '' } = stated
  const picture = screenshot instanceof Uint8Array ? screenshot.length : 0
  return body.length + header.length + banner.length + cert.length + (icon?.length ?? 0) + picture
}

/** What a thread gets: plain data. */
export interface EnrichWork {
  readonly observations: readonly Observation[]
  readonly defaultTime: number
}

/** A result of another thread: one without `reason` and `excluded` belongs to the next of the packed records. */
export type PackedOutcome = { readonly picture?: EnrichedRecord['picture'] } | NoRecord

/** What a thread returns, as plain data: a result for each observation, and the records. */
export interface PackedOutcomes {
  readonly outcomes: readonly PackedOutcome[]
  readonly records: PackedBatch
}

/** The results of a portion's work. */
export type Enriched = readonly Outcome[] | PackedOutcomes
