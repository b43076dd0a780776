// What the store already has of the identities of a batch: for each, the few columns that decide how much merging needs, and whole
// records only where merging needs them.
import {
  type Asset,
  MERGE_COLUMNS,
  type MergeColumns,
  type MergedHead,
  mergeHead,
  type ReadNeed,
} from '../../asset/index.ts'
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
import { addedBy } from './moves.ts'
import type { TimeSlices } from '../../util/index.ts'

/** What the store has of one identity. */
export interface Stored {
  /** The columns that merging always reads. */
  readonly columns: MergeColumns
  readonly need: ReadNeed
  /** The same columns after merging, where the rest of the record is not needed. */
  readonly merged: MergeColumns | undefined
  /** The whole record, where merging needs it. */
  readonly asset: Asset | undefined
  /** The current sort key of its record, and earlier ones. */
  readonly host: string
  readonly moves: readonly Move[]
  /** The number of its latest row. */
  readonly writeId: number
  /** Whether it has a row of an earlier unit, and one of the current unit. */
  readonly others: boolean
  readonly own: boolean
}

const IDENTITY = ['reached', 'port', 'base_protocol'] as const
const HEAD: readonly string[] = [...MERGE_COLUMNS, 'host', 'moved', 'write_id']
const HOST_AT = MERGE_COLUMNS.length
const WHOLE: readonly string[] = [...IDENTITY, ...ROW_COLUMNS, 'write_id']

/** For more identities, comparing the ids of all records is faster than looking each up in the index of every small part. */
const MANY = 200
const WITHOUT_INDEX = { use_skip_indexes: 0 } as const

/** Reads the stored records of the identities of a batch, by identity key, as unit `own` sees them. */
export async function readKnown(
  backend: Backend,
  batch: Batch,
  snapshot: LogSnapshot,
  own: number,
  slices: TimeSlices,
): Promise<Map<string, Stored>> {
  const { keys } = batch
  const counting = countingFor(snapshot, own)
  const heads = await latestRows(readRows(backend, keys, HEAD, counting), HEAD.length - 1, slices)
  const known = new Map<string, Stored>()
  for (const [key, versions] of heads) {
    if (slices.isOver) await slices.next()
    known.set(key, headOf(versions, batch, key, own))
  }
  const whole = new Set([...known].filter(([, { need }]) => need === 'record').map(([key]) => key))
  if (whole.size === 0) return known
  const rows = await latestRows(readRows(backend, whole, WHOLE, counting), WHOLE.length - 1, slices)
  for (const [key, { latest }] of rows) {
    if (slices.isOver) await slices.next()
    const head = known.get(key)
    if (head !== undefined) known.set(key, { ...head, asset: decodeRow(latest.slice(IDENTITY.length)) })
  }
  return known
}

interface Versions {
  readonly latest: Row
  readonly units: readonly number[]
}

/** Of several rows of one identity, the latest counts. */
async function latestRows(
  pieces: AsyncIterable<readonly Row[]>,
  writeIdAt: number,
  slices: TimeSlices,
): Promise<Map<string, Versions>> {
  const writeIdOf = (row: Row): number => Number(row[writeIdAt])
  const grouped = new Map<string, Versions>()
  const add = (row: Row): void => {
    const [reached, port, base_protocol] = row as readonly [string, number, Asset['base_protocol']]
    const key = identityKey({ reached, port, base_protocol })
    const before = grouped.get(key)
    const unit = unitOfWrite(writeIdOf(row))
    if (before === undefined) grouped.set(key, { latest: row, units: [unit] })
    else {
      const latest = writeIdOf(row) > writeIdOf(before.latest) ? row : before.latest
      grouped.set(key, { latest, units: [...before.units, unit] })
    }
  }
  for await (const rows of pieces) {
    if (slices.isOver) await slices.next()
    rows.forEach(add)
  }
  return grouped
}

function headOf({ latest, units }: Versions, batch: Batch, key: string, own: number): Stored {
  const columns = decodeMergeColumns(latest)
  const moves = (latest[HOST_AT + 1] ?? []) as readonly Move[]
  const writeId = Number(latest[HOST_AT + 2])
  const { need, columns: merged } = mergedHead(columns, batch, key)
  return {
    columns,
    need,
    merged,
    asset: undefined,
    host: String(latest[HOST_AT]),
    moves: moves.length > 0 ? moves : [addedBy(writeId)],
    writeId,
    others: units.some((unit) => unit !== own),
    own: units.includes(own),
  }
}

/** Several observations of one identity need the whole record, and so does deriving columns again. */
function mergedHead(columns: MergeColumns, batch: Batch, key: string): MergedHead {
  const observed = batch.derive === undefined ? batch.headOf(key) : undefined
  return observed === undefined ? { need: 'record', columns: undefined } : mergeHead(columns, observed)
}

/** The rows of the unit itself and of other visible units; rows that these replace have lower numbers. */
function countingFor({ open }: LogSnapshot, own: number): Fragment {
  const hidden = open.filter(({ id, phase }) => id !== own && phase !== 'replacing')
  const rows = hidden.map(({ id }) => ownRows(id))
  return rows.length === 0 ? sql`1` : sql`NOT (${join(rows, ' OR ')})`
}

/** The rows in pieces, so that a batch of long texts is never parsed at once. */
async function* readRows(
  { engine, probe, lookup }: Backend,
  keys: ReadonlySet<string>,
  columns: readonly string[],
  counting: Fragment,
): AsyncGenerator<Row[]> {
  const lines = keys.values().map((key) => `${encodeValues(identityOf(key))}\n`)
  await engine.command(`TRUNCATE TABLE ${probe}`)
  const bytes = [Buffer.from([...lines].join(''))]
  await engine.insert({ table: probe, columns: IDENTITY, bytes }, {})
  const [list, table]: [Fragment, Fragment] = [{ parts: [columns.join(', ')] }, { parts: [probe] }]
  yield* engine.stream<Row>(
    sql`SELECT ${list} FROM records WHERE id IN (SELECT id FROM ${table}) AND ${counting}`,
    { maxExecutionSeconds: 0, settings: { ...lookup, ...(keys.size > MANY && WITHOUT_INDEX) } },
  )
}
