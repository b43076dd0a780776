// Collects what the reader yields into batches.
import { type Asset, iconType } from '../../asset/index.ts'
import type { EnrichedRecord, Picture } from '../../enrich/index.ts'
import { Batch, type PackedBatch } from '../../store/write/index.ts'
import type { BatchLimits, FormatCounts, ReadBatch, ReadMark, RefusedInput } from './read-batch.ts'
import { ReasonCounter } from './reasons.ts'
import { printReject, type RejectLine } from './rejects.ts'

type Counts = { -readonly [Key in keyof FormatCounts]: FormatCounts[Key] }

/** One batch while it fills. */
interface Filling {
  readonly records: Batch
  readonly icons: Uint8Array[]
  readonly pictures: Picture[]
  readonly rejects: string[]
  readonly notes: string[]
  readonly refused: RefusedInput[]
  readonly counts: Record<string, Counts>
  readonly marks: ReadMark[]
  readonly reasons: ReasonCounter
  readonly excluded: ReasonCounter
}

/** Collects what the reader yields; `take` returns the batch. */
export class BatchFiller {
  readonly #limits: BatchLimits
  #age: number
  #filling = empty()
  /** Of rejects and pictures. */
  #otherBytes = 0
  /** When its first content arrived; undefined while the batch is empty. */
  #since: number | undefined

  constructor(limits: BatchLimits) {
    this.#limits = limits
    this.#age = limits.age
  }

  /** Whether the batch has reached its limits. */
  get isFull(): boolean {
    const { records } = this.#filling
    return records.records >= this.#limits.records || records.bytes + this.#otherBytes >= this.#limits.bytes
  }

  /** Whether content has waited too long. */
  get isOld(): boolean {
    return this.#since !== undefined && performance.now() - this.#since >= this.#age
  }

  /** Adds a record; `count` is called for it. */
  add(asset: Asset): void {
    this.#filling.records.add(asset)
  }

  /** Adds records of another batch; `count` is called for each. */
  append(records: PackedBatch): void {
    this.#filling.records.append(records)
  }

  /** Counts a record, and keeps its pictures. */
  count(format: string, picture: EnrichedRecord['picture'], icon: Uint8Array | undefined): void {
    this.#countsOf(format).observations++
    // Copied, because transferring a view would copy the whole buffer that it belongs to.
    if (icon !== undefined && iconType(icon) !== undefined) this.#filling.icons.push(new Uint8Array(icon))
    if (picture === undefined || 'reason' in picture) return
    this.#filling.pictures.push(picture)
    this.#otherBytes += picture.bytes.length
  }

  reject(line: RejectLine): void {
    const text = printReject(line)
    this.#filling.rejects.push(text)
    this.#otherBytes += text.length
    this.#filling.reasons.add(line.reason, line.file)
    this.#countsOf(line.format).rejects++
  }

  skip(format: string): void {
    this.#countsOf(format).skipped++
  }

  exclude(reason: string, file: string): void {
    this.#begin()
    this.#filling.excluded.add(reason, file)
  }

  note(text: string): void {
    this.#begin()
    this.#filling.notes.push(text)
  }

  refuse(refused: RefusedInput): void {
    this.#begin()
    this.#filling.refused.push(refused)
  }

  mark(mark: ReadMark): void {
    this.#begin()
    this.#filling.marks.push(mark)
  }

  /** Returns the current batch with its read position, and starts the next one. */
  take(current: ReadMark | undefined): ReadBatch {
    const { rejects, marks, reasons, excluded, ...rest } = this.#filling
    this.#age = Math.min(2 * this.#age, this.#limits.mostAge)
    this.#filling = empty()
    this.#otherBytes = 0
    this.#since = undefined
    const reached = current === undefined ? marks : [...marks, current]
    return {
      ...rest,
      rejects: Buffer.from(rejects.join('')),
      reasons: reasons.list(),
      excluded: excluded.list(),
      marks: reached,
    }
  }

  #begin(): void {
    this.#since ??= performance.now()
  }

  #countsOf(format: string): Counts {
    this.#begin()
    this.#filling.counts[format] ??= { observations: 0, rejects: 0, skipped: 0 }
    return this.#filling.counts[format]
  }
}

function empty(): Filling {
  return {
    records: new Batch(),
    icons: [],
    pictures: [],
    rejects: [],
    notes: [],
    refused: [],
    counts: {},
    marks: [],
    reasons: new ReasonCounter(),
    excluded: new ReasonCounter(),
  }
}
