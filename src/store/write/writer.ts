// The one writer of a store. Rows are inserted before those they replace are deleted, and a note on disk tells the next start
// when that was cut in half: nothing acknowledged is ever lost, and nothing stays double.
import type { Asset, Unit } from '../../asset/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Generation } from '../read/index.ts'
import type { WriteResult } from '../store.ts'
import { DORMANT_COLUMNS, encodeDormant, encodeRows, type PlannedUnit, WRITTEN_COLUMNS } from './encode.ts'
import type { Journal } from './journal.ts'
import { readKnown } from './known.ts'
import { groupByIdentity, planWrite } from './plan.ts'
import type { Visibility } from './visibility.ts'

/** One block and one part per insert, so that an insert is whole or not there. */
export const WHOLE_INSERT = {
  max_insert_block_size: 1_000_000_000,
  min_insert_block_size_rows: 1_000_000_000,
  min_insert_block_size_bytes: 0,
  input_format_parallel_parsing: 0,
} as const

/** Writes batches one after the other. */
export class Writer {
  readonly #engine: Engine
  readonly #journal: Journal
  readonly #visibility: Visibility
  readonly #generation: Generation
  #turn: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine, journal: Journal, visibility: Visibility, generation: Generation) {
    this.#engine = engine
    this.#journal = journal
    this.#visibility = visibility
    this.#generation = generation
  }

  /** Adds and replaces; durable when it resolves. */
  write(batch: readonly Asset[]): Promise<WriteResult> {
    return this.exclusive(() => this.#write(batch))
  }

  /** Runs work that changes the table while nothing else does. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  async #write(batch: readonly Asset[]): Promise<WriteResult> {
    const groups = groupByIdentity(batch)
    const plan = planWrite(groups, await readKnown(this.#engine, firstOf(groups)))
    if (plan.dormant.length > 0) await this.#sleep(plan.dormant)
    if (plan.rows.length > 0) await this.#changing(() => this.#insert(plan.rows, plan.replaces))
    return plan.result
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

  async #insert(rows: readonly PlannedUnit[], replaces: boolean): Promise<void> {
    const writeId = this.#journal.nextId()
    const insert = async (): Promise<void> => {
      for (const bytes of encodeRows(rows, writeId))
        await this.#engine.insert({ table: 'records', columns: WRITTEN_COLUMNS, bytes }, WHOLE_INSERT)
    }
    if (!replaces) return insert()
    await this.#finish()
    this.#journal.begin(writeId)
    this.#visibility.hideNew(writeId)
    try {
      await insert()
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
    const writeId = this.#journal.nextId()
    const bytes = encodeDormant(units, writeId)
    await this.#engine.insert({ table: 'dormant', columns: DORMANT_COLUMNS, bytes }, WHOLE_INSERT)
  }
}

/** The first observation of each identity. */
export function* firstOf(groups: Map<string, Asset[]>): Iterable<Asset> {
  for (const [asset] of groups.values()) if (asset !== undefined) yield asset
}

/** Deletes the older rows of every identity that a write brought; repeating it does no harm. */
export function deleteReplaced(writeId: string): string {
  const brought = `SELECT id FROM records WHERE write_id = ${writeId}`
  return `DELETE FROM records WHERE write_id != ${writeId} AND id IN (${brought}) SETTINGS lightweight_deletes_sync = 2`
}
