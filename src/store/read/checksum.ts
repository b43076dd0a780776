// Counts and checksums of stored rows, to compare two stores, and the rows of a time span.
import type { Column } from '../../asset/index.ts'
import { type Fragment, sql } from '../../sql/index.ts'
import { inPieces, ROWS_OF_BLOCK, STORED_COLUMNS } from './dump.ts'
import type { Engine } from '../engine/index.ts'
import type { Visible } from './index.ts'
import type { Checksum, HourCount, RowKind, Span, StoredRows } from '../store.ts'

const HOUR = 3600
/** The origin of `recency`. */
const LATEST = 4_294_967_295

/** The number of records last seen in each non-empty hour, oldest first. */
export async function countHours(engine: Engine, { condition }: Visible): Promise<HourCount[]> {
  const rows = await engine.query<[number, number]>(
    sql`SELECT intDiv(lastupdatetime, 3600) AS hour, count() FROM records WHERE ${condition ?? sql`1`} GROUP BY hour ORDER BY hour`,
    { maxExecutionSeconds: 0 },
  )
  return rows.map(([hour, records]) => ({ hour: Number(hour) * HOUR, records: Number(records) }))
}

/** Counts rows and adds up their checksums. Write numbers are left out: each store assigns its own. */
export async function checksumRows(
  engine: Engine,
  kind: RowKind,
  span: Span | undefined,
  visible: Visible,
): Promise<Checksum> {
  const columns: Fragment = {
    parts: [STORED_COLUMNS[kind].join(', ')],
  }
  const rows = sql`SELECT sipHash64(tuple(${columns})) AS hash FROM ${from(kind, span, visible)}`
  const [[count = 0, sum = '0'] = []] = await engine.query<[number, string]>(
    sql`SELECT count(), toString(sum(hash)) FROM (${rows})`,
    { maxExecutionSeconds: 0, settings: { max_block_size: ROWS_OF_BLOCK } },
  )
  return { rows: Number(count), sum }
}

/** Which rows to read, and which columns: all by default. */
interface SpanRead {
  readonly span: Span | undefined
  readonly visible: Visible
  readonly signal?: AbortSignal | undefined
  readonly columns?: readonly Column[] | undefined
}

/** Rows per block where no long text is read. */
const ROWS_OF_SHORT_COLUMNS = 8192
const LONG: ReadonlySet<Column> = new Set(['body', 'header', 'banner', 'cert'])

/** The rows, in pieces that one `load` accepts. */
export async function* readSpan(
  engine: Engine,
  kind: RowKind,
  { span, visible, signal, columns }: SpanRead,
): AsyncGenerator<StoredRows> {
  const names = columns ?? STORED_COLUMNS[kind]
  const list: Fragment = { parts: [names.join(', ')] }
  const isShort = columns !== undefined && !columns.some((column) => LONG.has(column))
  const max_block_size = isShort ? ROWS_OF_SHORT_COLUMNS : ROWS_OF_BLOCK
  const texts = engine.streamText(sql`SELECT ${list} FROM ${from(kind, span, visible)}`, {
    signal,
    maxExecutionSeconds: 0,
    settings: { max_threads: 2, max_block_size },
  })
  yield* inPieces(kind, texts, names)
}

/** The table; for records only the visible ones of a time span, expressed by the columns of the sort key. */
function from(kind: RowKind, span: Span | undefined, { condition }: Visible): Fragment {
  const table: Fragment = { parts: [kind] }
  const counting = condition ?? sql`1`
  if (span === undefined) return sql`${table} WHERE ${counting}`
  const [first, last]: [Fragment, Fragment] = [
    { parts: [String(LATEST - span.until + 1)] },
    { parts: [String(LATEST - span.from)] },
  ]
  return sql`${table} WHERE recency BETWEEN ${first} AND ${last} AND ${counting}`
}
