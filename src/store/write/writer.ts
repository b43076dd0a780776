// The one writer of a store. Rows are inserted before those they replace are deleted, and a note on disk tells the next start
// when that was cut in half: nothing acknowledged is ever lost, and nothing stays double.
import type { Asset, Unit } from '../../asset/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Generation } from '../read/index.ts'
import type { WriteResult } from '../store.ts'
import { Batch } from './batch.ts'
import { DORMANT_COLUMNS, encodeDormant, WRITTEN_COLUMNS } from './encode.ts'
import { type Journal, nextWriteId } from './journal.ts'
import { readKnown } from './known.ts'
import { encodeRows, groupForInserts } from './pieces.ts'
import { type Plan, planWrite } from './plan.ts'
import { UnderWay } from './under-way.ts'
import type { Visibility } from './visibility.ts'

/** One block and one part per insert, so that an insert is whole or not there. */
export const WHOLE_INSERT = {
  max_insert_block_size: 1_000_000_000,
  min_insert_block_size_rows: 1_000_000_000,
  min_insert_block_size_bytes: 0,
  input_format_parallel_parsing: 0,
} as const

/** A write whose rows are on their way. */
interface Begun {
  readonly result: WriteResult
  /** Resolves when they are durable. */
  readonly durable: Promise<void>
}

/** Writes batches in their order. What only adds rows is on its way while the next batch is planned. */
export class Writer {
  readonly #engine: Engine
  readonly #journal: Journal
  readonly #visibility: Visibility
  readonly #generation: Generation
  #turn: Promise<unknown> = Promise.resolve()
  readonly #underWay = new UnderWay()

  constructor(engine: Engine, journal: Journal, visibility: Visibility, generation: Generation) {
    this.#engine = engine
    this.#journal = journal
    this.#visibility = visibility
    this.#generation = generation
  }

  /** Adds and replaces; durable when it resolves. */
  write(records: Iterable<Asset>): Promise<WriteResult> {
    const batch = Batch.of(records)
    const begun = this.#inTurn(() => this.#begin(batch))
    return begun.then(({ result, durable }) => durable.then(() => result))
  }

  /** Runs work that changes the table while nothing else does. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => this.#underWay.none().then(work))
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #begin(batch: Batch): Promise<Begun> {
    const { keys } = batch
    await this.#underWay.clearOf(keys)
    const plan = planWrite(batch, await readKnown(this.#engine, keys))
    if (plan.replaces || plan.dormant.length > 0) {
      await this.#underWay.none()
      await this.#replace(batch, plan)
      return { result: plan.result, durable: Promise.resolve() }
    }
    await this.#underWay.room()
    const durable = this.#changing(() => this.#insert(batch, plan))
    this.#underWay.add(keys, durable)
    return { result: plan.result, durable }
  }

  /** Runs other work that changes records, in turn. */
  change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.exclusive(() => this.#changing(work))
  }

  /** Runs work that changes records; what readers remember holds only until it begins, and again from its end. */
  async #changing<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#generation.advance()
    try {
      return await work()
    } finally {
      this.#generation.advance()
    }
  }

  async #insert(batch: Batch, { merged, rows }: Plan, writeId = batch.writeId): Promise<void> {
    const pieces = [...batch.rowsWithout(merged), ...encodeRows(rows, writeId)]
    for (const bytes of groupForInserts(pieces))
      await this.#engine.insert({ table: 'records', columns: WRITTEN_COLUMNS, bytes }, WHOLE_INSERT)
  }

  async #replace(batch: Batch, plan: Plan): Promise<void> {
    if (plan.dormant.length > 0) await this.#sleep(plan.dormant)
    await this.#changing(() => (plan.replaces ? this.#exchange(batch, plan) : this.#insert(batch, plan)))
  }

  async #exchange(batch: Batch, plan: Plan): Promise<void> {
    // A number of now: who reads while the records move must see that they moved later than the reading began.
    const writeId = nextWriteId()
    await this.#finish()
    this.#journal.begin(writeId)
    this.#visibility.hideNew(writeId)
    try {
      await this.#insert(batch, plan, writeId)
    } finally {
      // Right whether the rows came or not; it stays until the replaced ones are gone, also when that takes another attempt.
      this.#visibility.hideOld(writeId)
    }
    await this.#finish()
  }

  /** Removes what the last write replaced. */
  async #finish(): Promise<void> {
    const writeId = this.#journal.unfinished()
    if (writeId === undefined) return
    await this.#engine.command(deleteReplaced(writeId))
    this.#journal.end()
    this.#visibility.showAll()
  }

  async #sleep(units: readonly Unit[]): Promise<void> {
    const bytes = [encodeDormant(units, nextWriteId())]
    await this.#engine.insert({ table: 'dormant', columns: DORMANT_COLUMNS, bytes }, WHOLE_INSERT)
  }
}

/** Deletes the older rows of every identity that a write brought; repeating it does no harm. */
export function deleteReplaced(writeId: string): string {
  const brought = `SELECT id FROM records WHERE write_id = ${writeId}`
  return `DELETE FROM records WHERE write_id != ${writeId} AND id IN (${brought}) SETTINGS lightweight_deletes_sync = 2`
}
