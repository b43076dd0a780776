// Copies stored rows from one store to another, including everything that merging and order depend on.
import { type Fragment, sql } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Visible } from './index.ts'
import type { RowKind, StoredRows } from '../store.ts'
import { WRITTEN_COLUMNS } from '../schema/encode.ts'

/** The columns of each kind of row, without those that the engine computes. */
export const STORED_COLUMNS: Readonly<Record<RowKind, readonly string[]>> = {
  // Earlier sort keys matter only to snapshots of this store.
  records: WRITTEN_COLUMNS.filter((column) => column !== 'moved'),
}

/** Larger inserts need too much memory, smaller ones leave too many parts to merge. */
const MOST_ROWS = 10_000
const MOST_BYTES = 24 * 1024 * 1024
/** Even with the longest bodies, a block must fit into a query's memory. */
export const ROWS_OF_BLOCK = 64

/** All stored rows as of one moment: `between` starts the read while no write runs. */
export async function* dumpAt(
  engine: Engine,
  between: <Result>(begin: () => Promise<Result>) => Promise<Result>,
  visible: () => Visible,
  signal?: AbortSignal,
): AsyncGenerator<StoredRows> {
  const records = readAll(engine, 'records', visible, signal)
  try {
    // A statement sees the table as of its start, so only the start must fall between two writes.
    const first = await between(() => records.next())
    yield* inPieces('records', after(first, records))
  } finally {
    await records.return(undefined)
  }
}

async function* readAll(
  engine: Engine,
  kind: RowKind,
  visible: () => Visible,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const columns: Fragment = { parts: [STORED_COLUMNS[kind].join(', ')] }
  const table: Fragment = { parts: [kind] }
  const statement = sql`SELECT ${columns} FROM ${table} WHERE ${visible().condition ?? sql`1`}`
  const settings = { max_threads: 2, max_block_size: ROWS_OF_BLOCK }
  yield* engine.streamText(statement, { signal, maxExecutionSeconds: 0, settings })
}

async function* after(first: IteratorResult<string>, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return
  yield first.value
  yield* texts
}

/** Rows as whole lines, in pieces that one `load` accepts. */
export async function* inPieces(
  kind: RowKind,
  texts: AsyncIterable<string>,
  columns = STORED_COLUMNS[kind],
): AsyncGenerator<StoredRows> {
  let parts: Buffer[] = []
  let count = 0
  let bytes = 0
  for await (const text of texts) {
    const part = Buffer.from(text)
    parts.push(part)
    bytes += part.length
    count += linesIn(part)
    if (count < MOST_ROWS && bytes < MOST_BYTES) continue
    yield { kind, columns, count, lines: Buffer.concat(parts) }
    parts = []
    count = 0
    bytes = 0
  }
  if (count > 0) yield { kind, columns, count, lines: Buffer.concat(parts) }
}

function linesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}
