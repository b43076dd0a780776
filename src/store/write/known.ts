// What the store already has of the identities of a batch: for each, the few columns that decide how much merging needs, and whole
// records only where merging needs them. A batch has thousands of rows, so what follows from the few columns alone is encoded as each
// row arrives, and only its bytes are kept.
import { type Asset, MERGE_COLUMNS } from '../../asset/index.ts'
import { type LogSnapshot, unitOfWrite } from '../../commit/index.ts'
import { type Fragment, join, sql } from '../../sql/index.ts'
import {
  decodeMergeColumns,
  decodeRow,
  encodeValues,
  identityKey,
  identityOf,
  type Move,
  type Row,
  ROW_COLUMNS,
} from '../schema/encode.ts'
import { ownRows } from '../read/index.ts'
import type { Backend } from './backend.ts'
import type { Batch } from './batch.ts'
import { type HeadChange, headChange } from './head-change.ts'
import { Lines } from './lines.ts'
import { addedBy, movedBy } from './moves.ts'
import type { TimeSlices } from '../../util/index.ts'

/** What the store has of one identity. */
export interface Stored {
  /** What follows from its first columns, where the rest of the record is not needed. */
  readonly change: HeadChange | undefined
  /** The whole record, where merging needs it. */
  readonly asset: Asset | undefined
  /** The earlier sort keys of its record after the write. */
  readonly moves: readonly Move[]
  /** The number of its latest row. */
  readonly writeId: number
  /** Whether it has a row of an earlier unit, and one of the current unit. */
  readonly others: boolean
  readonly own: boolean
}

/** What the store has of a batch. */
export interface Known {
  readonly stored: ReadonlyMap<string, Stored>
  /** The rows of the batch that are written with another head. */
  readonly rows: Iterable<Buffer>
  readonly rowCount: number
}

/** The write of a batch. */
interface BatchWrite {
  readonly unit: number
  readonly writeId: number
  /** Sort keys that records had up to this write are no longer needed. */
  readonly forgotten: number
}

const IDENTITY = ['reached', 'port', 'base_protocol'] as const
const HEAD: readonly string[] = [...MERGE_COLUMNS, 'host', 'moved', 'write_id']
const HOST_AT = MERGE_COLUMNS.length
const WHOLE: readonly string[] = [...IDENTITY, ...ROW_COLUMNS, 'write_id']

/** For more identities, comparing the ids of all records is faster than looking each up in the index of every small part. */
const MANY = 200
const WITHOUT_INDEX = { use_skip_indexes: 0 } as const

/** Reads the stored records of the identities of a batch, by identity key, as the unit of the write sees them. */
export async function readKnown(
  backend: Backend,
  batch: Batch,
  snapshot: LogSnapshot,
  write: BatchWrite,
  slices: TimeSlices,
): Promise<Known> {
  const counting = countingFor(snapshot, write.unit)
  const heads = new Heads(batch, write)
  for await (const row of readRows(backend, batch.keys, HEAD, counting)) {
    if (slices.isOver) await slices.next()
    heads.add(row)
  }
  const { stored } = heads
  const whole = new Set([...stored].filter(([, { change }]) => change === undefined).map(([key]) => key))
  if (whole.size === 0) return heads.known
  const latest = new Map<string, number>()
  for await (const row of readRows(backend, whole, WHOLE, counting)) {
    if (slices.isOver) await slices.next()
    const [key, writeId] = [keyOf(row), Number(row.at(-1))]
    const known = stored.get(key)
    if (known === undefined || writeId < (latest.get(key) ?? 0)) continue
    latest.set(key, writeId)
    stored.set(key, { ...known, asset: decodeRow(row.slice(IDENTITY.length)) })
  }
  return heads.known
}

/** The first columns of the stored records of a batch. Of several rows of one identity, the latest counts. */
class Heads {
  readonly stored = new Map<string, Stored>()
  readonly #batch: Batch
  readonly #write: BatchWrite
  readonly #rows = new Lines()
  /** The numbers of rows that follow from an earlier row of their identity. */
  readonly #outdated = new Set<number>()

  constructor(batch: Batch, write: BatchWrite) {
    this.#batch = batch
    this.#write = write
  }

  get known(): Known {
    const { stored } = this
    const rowCount = this.#rows.count - this.#outdated.size
    return { stored, rows: this.#rows.pieces(this.#outdated), rowCount }
  }

  add(row: Row): void {
    const key = keyOf(row)
    const writeId = Number(row.at(-1))
    const isOwn = unitOfWrite(writeId) === this.#write.unit
    const before = this.stored.get(key)
    const units = { others: before?.others === true || !isOwn, own: before?.own === true || isOwn }
    if (before !== undefined && before.writeId >= writeId) {
      this.stored.set(key, { ...before, ...units })
      return
    }
    if (before?.change?.row !== undefined) this.#outdated.add(before.change.row)
    this.stored.set(key, { ...this.#read(key, row, writeId), asset: undefined, writeId, ...units })
  }

  #read(key: string, row: Row, writeId: number): Pick<Stored, 'change' | 'moves'> {
    const columns = decodeMergeColumns(row)
    const earlier = (row[HOST_AT + 1] ?? []) as readonly Move[]
    const { lastupdatetime, base_protocol } = columns
    const moves = movedBy(
      this.#write,
      { lastupdatetime, base_protocol, host: String(row[HOST_AT]) },
      earlier.length > 0 ? earlier : [addedBy(writeId)],
    )
    const change = headChange({ key, columns, moves, writeId }, this.#batch, this.#rows)
    return { change, moves: change === undefined ? moves : [] }
  }
}

function keyOf(row: Row): string {
  const [reached, port, base_protocol] = row as readonly [string, number, Asset['base_protocol']]
  return identityKey({ reached, port, base_protocol })
}

/** The rows of the unit itself and of other visible units; rows that these replace have lower numbers. */
function countingFor({ open }: LogSnapshot, own: number): Fragment {
  const hidden = open.filter(({ id, phase }) => id !== own && phase !== 'replacing')
  const rows = hidden.map(({ id }) => ownRows(id))
  return rows.length === 0 ? sql`1` : sql`NOT (${join(rows, ' OR ')})`
}

/** The rows one by one, so that a batch of long texts is never parsed at once. */
async function* readRows(
  { engine, probe, lookup }: Backend,
  keys: ReadonlySet<string>,
  columns: readonly string[],
  counting: Fragment,
): AsyncGenerator<Row> {
  const lines = keys.values().map((key) => `${encodeValues(identityOf(key))}\n`)
  await engine.command(`TRUNCATE TABLE ${probe}`)
  const bytes = [Buffer.from([...lines].join(''))]
  await engine.insert({ table: probe, columns: IDENTITY, bytes }, {})
  const [list, table]: [Fragment, Fragment] = [{ parts: [columns.join(', ')] }, { parts: [probe] }]
  const texts = engine.streamText(
    sql`SELECT ${list} FROM records WHERE id IN (SELECT id FROM ${table}) AND ${counting}`,
    { maxExecutionSeconds: 0, settings: { ...lookup, ...(keys.size > MANY && WITHOUT_INDEX) } },
  )
  for await (const text of texts) yield* linesOf(text).map((line) => JSON.parse(line) as Row)
}

/** The lines of a text of whole lines, without their breaks and without empty ones. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    if (end > start) yield text.slice(start, end)
    start = end + 1
  }
}
