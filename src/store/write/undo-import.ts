// Undoes an import: what it left in the records, and the records without it.
import { type Asset, withoutImport } from '../../asset/index.ts'
import { type Fragment, join, sql, text } from '../../sql/index.ts'
import type { StoreParts } from '../assemble.ts'
import { decodeRow, ROW_COLUMNS, type Row } from '../schema/encode.ts'
import type { ImportTrace, UndoneRecords, WriteResult } from '../store.ts'
import { Batch } from './index.ts'

/** Records of one batch; each may contain a body. */
const RECORDS_AT_ONCE = 200
const UNLIMITED = { maxExecutionSeconds: 0 } as const

/** The records that the import observed, and those among them that no other import observed. */
function conditionsOf(importId: string): { readonly seen: Fragment; readonly alone: Fragment } {
  const listed = JSON.stringify(importId)
  const seen = sql`position(imports, ${text(`[${listed},`)}) > 0`
  const alone = sql`${seen} AND position(imports, ${text('],[')}) = 0`
  return { seen, alone }
}

/** The number of records to which an import contributed. */
export function traceOf({ engine, view }: StoreParts, importId: string): Promise<ImportTrace> {
  const { seen, alone } = conditionsOf(importId)
  return view.consistent(async ({ condition }) => {
    const where = join([seen, ...(condition === undefined ? [] : [condition])], ' AND ')
    const [[all = 0, only = 0] = []] = await engine.query<[number, number]>(
      sql`SELECT count(), countIf(${alone}) FROM records WHERE ${where}`,
      UNLIMITED,
    )
    return { alone: Number(only), shared: Number(all) - Number(only) }
  })
}

/**
 * Removes the records that only the import observed, then its content from the others. A repeated call continues after a failure.
 */
export async function undoImport(
  parts: StoreParts,
  importId: string,
  signal: AbortSignal | undefined,
  onProgress: (done: UndoneRecords) => void = () => undefined,
): Promise<UndoneRecords> {
  let removed = await removeAlone(parts, importId, signal)
  let changed = 0
  let stuck = 0
  for (;;) {
    onProgress({ removed, changed })
    signal?.throwIfAborted()
    const before = changed
    const report = (moved: number): void => onProgress({ removed, changed: before + moved })
    const { found, moved } = await reviseShared(parts, importId, signal, report)
    changed += moved
    if (found === 0) return { removed, changed }
    if (moved > 0) {
      stuck = 0
      continue
    }
    // Records that only this import observes now, because the others were undone meanwhile.
    const left = await removeAlone(parts, importId, signal)
    removed += left
    // Another process may have removed some of them after they were read; then the next read finds fewer.
    if (left === 0 && found === stuck)
      throw new Error('records that an import observed are the same without it')
    stuck = left === 0 ? found : 0
  }
}

interface Revised {
  readonly found: number
  readonly moved: number
}

/** Reads each record that other imports also observed once, and writes it without the import. The batches share units. */
async function reviseShared(
  parts: StoreParts,
  importId: string,
  signal: AbortSignal | undefined,
  onMoved: (moved: number) => void,
): Promise<Revised> {
  const written: Promise<void>[] = []
  let found = 0
  let moved = 0
  const count = ({ replaced, touched }: WriteResult): void => {
    moved += replaced + touched
    onMoved(moved)
  }
  try {
    for await (const records of readShared(parts, importId, signal)) {
      found += records.length
      const batch = Batch.revising(records, (stored) => withoutImport(stored, importId) ?? stored)
      const { durable } = await parts.writer.append(batch)
      const counted = durable.then(count)
      // The failure is reported below.
      counted.catch(() => undefined)
      written.push(counted)
    }
  } finally {
    await parts.writer.flush()
  }
  await Promise.all(written)
  return { found, moved }
}

function removeAlone(
  { engine, view, writer, onRemoving }: StoreParts,
  importId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { alone } = conditionsOf(importId)
  return writer.exclusive(async () => {
    const { condition } = view.visible
    const where = join([alone, ...(condition === undefined ? [] : [condition])], ' AND ')
    const [[found = 0] = []] = await engine.query<[number]>(
      sql`SELECT count() FROM records WHERE ${where}`,
      UNLIMITED,
    )
    if (Number(found) === 0) return 0
    onRemoving?.(Number(found))
    await writer.remove(alone)
    return Number(found)
  }, signal)
}

function readShared(
  { engine, view }: StoreParts,
  importId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Asset[]> {
  const { seen } = conditionsOf(importId)
  const columns: Fragment = { parts: [ROW_COLUMNS.join(', ')] }
  const settings = { max_block_size: RECORDS_AT_ONCE, max_threads: 1 }
  return view.stream(async function* ({ condition }) {
    const where = join([seen, ...(condition === undefined ? [] : [condition])], ' AND ')
    const statement = sql`SELECT ${columns} FROM records WHERE ${where}`
    for await (const rows of engine.stream<Row>(statement, { ...UNLIMITED, signal, settings }))
      yield rows.map((row) => decodeRow(row))
  }, signal)
}
