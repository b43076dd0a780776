// A unit while its rows arrive: it plans batch after batch and inserts what they change. Nobody sees its rows before it is committed.
import { type BegunUnit, firstWrite, type LogSnapshot, WRITES_OF_UNIT } from '../../commit/index.ts'
import type { WriteResult } from '../store.ts'
import type { Backend } from './backend.ts'
import type { Batch } from './batch.ts'
import { WRITTEN_COLUMNS } from '../encode.ts'
import { InFlight } from './in-flight.ts'
import { readKnown } from './known.ts'
import { encodeRows, groupForInserts } from './pieces.ts'
import { type Plan, planWrite } from './plan.ts'
import { SeenAgainList } from './seen-again.ts'

/** So many records that were only seen again are copied by one statement, while further batches are planned. */
const MOST_LISTED = 20_000

/** A unit whose rows arrive. */
export class ArrivingUnit {
  readonly id: number
  readonly token: number
  /** Whether another process waited for the lease when it began. */
  readonly isWanted: boolean
  readonly #backend: Backend
  readonly #snapshot: LogSnapshot
  readonly #forgotten: number
  readonly #inserts = new InFlight()
  readonly #seenAgain = new SeenAgainList()
  #writes = 0
  #rows = 0
  #bytes = 0
  #replaces = false
  #repeats = false

  /** `snapshot`: the log as it was when the unit began. */
  constructor(backend: Backend, { id, token, forgotten, isWanted }: BegunUnit, snapshot: LogSnapshot) {
    this.#backend = backend
    this.id = id
    this.token = token
    this.isWanted = isWanted
    this.#forgotten = forgotten
    this.#snapshot = snapshot
  }

  /** How many rows it brings. */
  get rows(): number {
    return this.#rows
  }

  /** The length of the batches it took. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether it has no number left for another batch. */
  get isUsedUp(): boolean {
    return this.#writes + 4 >= WRITES_OF_UNIT
  }

  /** Whether it replaces rows of earlier units. */
  get replaces(): boolean {
    return this.#replaces
  }

  /** Whether some of its rows replace others of its own. */
  get repeats(): boolean {
    return this.#repeats
  }

  /** Plans a batch and starts to insert what it changes; what it will have done once the unit counts. */
  async take(batch: Batch): Promise<WriteResult> {
    const { keys } = batch
    if (this.#seenAgain.hasAny(keys)) this.#copySeenAgain()
    await this.#inserts.roomFor(keys)
    const stored = await readKnown(this.#backend, batch, this.#snapshot, this.id)
    const writeId = this.#nextWrite()
    const plan = planWrite(batch, stored, { writeId, forgotten: firstWrite(this.#forgotten), unit: this.id })
    batch.forgetDecoded()
    for (const one of plan.seenAgain) this.#seenAgain.add(one)
    this.#replaces ||= plan.replaces
    this.#repeats ||= plan.repeats
    this.#rows += plan.rows.length + plan.heads.length + plan.result.added + plan.seenAgain.length
    this.#bytes += batch.bytes
    this.#inserts.add(keys, this.#insert(batch, plan, writeId))
    if (this.#seenAgain.size >= MOST_LISTED) this.#copySeenAgain()
    return plan.result
  }

  /** Copies what was only seen again, and waits until every insert has ended; fails when one has failed. */
  async inserted(): Promise<void> {
    if (this.#seenAgain.size > 0) this.#copySeenAgain()
    await this.#inserts.succeeded()
  }

  /** The same, whether they failed or not. */
  stopped(): Promise<void> {
    return this.#inserts.ended()
  }

  #nextWrite(): number {
    return firstWrite(this.id) + this.#writes++
  }

  #copySeenAgain(): void {
    const { keys } = this.#seenAgain
    this.#inserts.add(keys, this.#seenAgain.copy(this.#backend, this.#nextWrite()))
  }

  async #insert(batch: Batch, { merged, rows, heads }: Plan, writeId: number): Promise<void> {
    const pieces = [...batch.rowsWithout(merged), ...batch.rowsWith(heads), ...encodeRows(rows)]
    for (const bytes of groupForInserts(pieces))
      await this.#backend.insert({ table: 'records', columns: WRITTEN_COLUMNS, bytes, writeId })
  }
}
