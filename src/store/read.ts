// Reading: pages, counts and scans as texts in the API's spelling.
import type { Asset, Column } from '../asset/index.ts'
import { type Field, printValue } from '../field/index.ts'
import { fieldsOf } from '../query/index.ts'
import { countOf, type Fragment, pageOf } from '../sql/index.ts'
import type { Engine, Settings } from './engine/index.ts'
import type { PageRequest, Position, ResultPage, Selection } from './store.ts'

/** The order of results, and what a row's end is made of. */
const KEY = ['lastupdatetime', 'host', 'base_protocol'] as const satisfies readonly Column[]

/** Settings that make the text indexes answer short and frequent needles too. */
const TEXT_INDEX = {
  text_index_like_min_pattern_length: 1,
  text_index_like_max_postings_to_read: 1_000_000,
} as const

/** Rows of a block that holds bodies: of the longest ones, a block of each part of the table must fit into a query's memory. */
const ROWS_WITH_BODIES = 16
/** Rows of a block where only the condition reads bodies, and no rows are kept waiting for their turn in the order. */
const ROWS_TESTED_BY_BODY = 64
/** Characters of texts after which a scan hands on what it has read. */
const PIECE = 4 * 1024 * 1024
const ROWS_OF_PIECE = 1000

type Values = readonly unknown[]

/** One page. */
export async function readPage(
  engine: Engine,
  request: PageRequest,
  visible: Fragment | undefined,
): Promise<ResultPage> {
  const { columns, print } = rowPrinter(request.fields, request.now)
  const rows = await engine.query<Values>(
    pageOf(withVisible(request, visible), columns, {
      offset: request.offset,
      limit: request.limit,
      ...(request.from && { after: request.from }),
    }),
    { signal: request.signal, settings: settingsFor(request, columns) },
  )
  return { rows: rows.map(print), end: positionOf(rows.at(-1)) }
}

/** The number of matches. */
export async function readCount(
  engine: Engine,
  selection: Selection,
  visible: Fragment | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const rows = await engine.query<[number]>(countOf(withVisible(selection, visible)), {
    signal,
    settings: TEXT_INDEX,
  })
  return Number(rows[0]?.[0] ?? 0)
}

/** Every match in order, as of the moment the reading began, in pieces. */
export async function* readAll(
  engine: Engine,
  request: Selection & {
    readonly fields: readonly Field[]
    readonly from?: Position
    readonly signal?: AbortSignal
  },
  visible: Fragment | undefined,
): AsyncGenerator<ResultPage> {
  const { columns, print } = rowPrinter(request.fields, request.now)
  const statement = pageOf(
    withVisible(request, visible),
    columns,
    request.from === undefined ? {} : { after: request.from },
  )
  const stream = engine.stream<Values>(statement, {
    signal: request.signal,
    maxExecutionSeconds: 0,
    settings: settingsFor(request, columns),
  })
  for await (const rows of gather(stream)) yield { rows: rows.map(print), end: positionOf(rows.at(-1)) }
}

/** How many rows the engine may hold in one block: its own choice unless bodies are among them. */
function settingsFor(selection: Selection, columns: readonly Column[]): Settings {
  if (columns.includes('body')) return { ...TEXT_INDEX, max_block_size: ROWS_WITH_BODIES }
  const tested = [...fieldsOf(selection.query)].some((field) => field.column === 'body')
  return tested ? { ...TEXT_INDEX, max_block_size: ROWS_TESTED_BY_BODY } : TEXT_INDEX
}

/** Small blocks in pieces of a useful size; the last one may be small. */
async function* gather(blocks: AsyncIterable<readonly Values[]>): AsyncGenerator<readonly Values[]> {
  let rows: Values[] = []
  let length = 0
  for await (const block of blocks) {
    for (const row of block) {
      rows.push(row)
      for (const value of row) if (typeof value === 'string') length += value.length
    }
    if (rows.length < ROWS_OF_PIECE && length < PIECE) continue
    yield rows
    rows = []
    length = 0
  }
  if (rows.length > 0) yield rows
}

function withVisible<Kind extends Selection>(
  selection: Kind,
  visible: Fragment | undefined,
): Kind & { visible?: Fragment } {
  return visible === undefined ? selection : { ...selection, visible }
}

/** Which columns to read for some fields, and how a row of them becomes texts. The key comes first. */
function rowPrinter(
  fields: readonly Field[],
  now: number,
): { readonly columns: readonly Column[]; readonly print: (row: Values) => readonly string[] } {
  const columns = [...new Set<Column>([...KEY, ...fields.map((field) => field.column)])]
  const print = (row: Values): readonly string[] => {
    const values = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    // Only the columns of the fields are there, and only they are printed.
    const asset = values as unknown as Asset
    return fields.map((field) => printValue(asset, field, now))
  }
  return { columns, print }
}

function positionOf(row: Values | undefined): Position | undefined {
  if (row === undefined) return undefined
  const [lastupdatetime, host, base_protocol] = row
  return { lastupdatetime: Number(lastupdatetime), host: String(host), base_protocol: String(base_protocol) }
}
