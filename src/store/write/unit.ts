// A unit while its rows arrive: plans each batch and inserts its changes. Its rows are invisible until it is committed.
import { firstWrite, type LogSnapshot, type StartedUnit, WRITES_OF_UNIT } from '../../commit/index.ts'
import { WRITTEN_COLUMNS } from '../schema/encode.ts'
import type { WriteResult } from '../store.ts'
import type { Backend } from './backend.ts'
import type { Batch } from './batch.ts'
import { InFlight } from './in-flight.ts'
import { readKnown } from './known.ts'
import { encodeRows, groupForInserts } from './pieces.ts'
import { type Plan, planWrite } from './plan.ts'
import { SeenAgainList } from './seen-again.ts'
import { TimeSlices } from '../../util/index.ts'

/** One statement copies up to this many records that were only seen again, while further batches are planned. */
const MOST_LISTED = 20_000

/** A unit that receives rows. */
export class ArrivingUnit {
  readonly id: number
  readonly token: number
  /** Whether another process waited for the lease when the unit started. */
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

  /** `snapshot`: the log at the start of the unit. */
  constructor(backend: Backend, { id, token, forgotten, isWanted }: StartedUnit, snapshot: LogSnapshot) {
    this.#backend = backend
    this.id = id
    this.token = token
    this.isWanted = isWanted
    this.#forgotten = forgotten
    this.#snapshot = snapshot
  }

  /** The number of its rows. */
  get rows(): number {
    return this.#rows
  }

  /** The length of its batches in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether it has no write number left for another batch. */
  get isUsedUp(): boolean {
    return this.#writes + 4 >= WRITES_OF_UNIT
  }

  /** Whether it replaces rows of earlier units. */
  get replaces(): boolean {
    return this.#replaces
  }

  /** Whether some of its rows replace other rows of the unit. */
  get repeats(): boolean {
    return this.#repeats
  }

  /** Plans a batch and starts to insert its changes. Returns what the batch changes once the unit is committed. */
  async take(batch: Batch): Promise<WriteResult> {
    const { keys } = batch
    if (this.#seenAgain.hasAny(keys)) this.#copySeenAgain()
    await this.#inserts.roomFor(keys)
    const slices = new TimeSlices()
    const writeId = this.#nextWrite()
    const write = { writeId, forgotten: firstWrite(this.#forgotten), unit: this.id }
    const known = await readKnown(this.#backend, batch, this.#snapshot, write, slices)
    const plan = await planWrite(batch, known.stored, slices)
    for (const one of plan.seenAgain) this.#seenAgain.add(one)
    this.#replaces ||= plan.replaces
    this.#repeats ||= plan.repeats
    this.#rows += plan.rows.length + known.rowCount + plan.result.added + plan.seenAgain.length
    this.#bytes += batch.bytes
    this.#inserts.add(keys, this.#insert(batch, plan, known.rows, writeId))
    if (this.#seenAgain.size >= MOST_LISTED) this.#copySeenAgain()
    return plan.result
  }

  /** Copies the records that were only seen again, and waits for every insert. Fails when one failed. */
  async inserted(): Promise<void> {
    if (this.#seenAgain.size > 0) this.#copySeenAgain()
    await this.#inserts.succeeded()
  }

  /** The same, but never fails. */
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

  async #insert(
    batch: Batch,
    { merged, rows }: Plan,
    withOtherHeads: Iterable<Buffer>,
    writeId: number,
  ): Promise<void> {
    const changed = await encodeRows(rows, new TimeSlices())
    const pieces = [...batch.rowsWithout(merged), ...withOtherHeads, ...changed]
    for (const bytes of groupForInserts(pieces))
      await this.#backend.insert({ table: 'records', columns: WRITTEN_COLUMNS, bytes, writeId })
  }
}
