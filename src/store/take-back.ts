// What an import left in the records, and the records without it.
import { takeBack } from '../asset/index.ts'
import { type Fragment, join, sql, text } from '../sql/index.ts'
import { decodeRow, ROW_COLUMNS, type Row } from './encode.ts'
import type { StoreParts } from './assemble.ts'
import type { ImportTrace, TakenBack } from './store.ts'
import { Batch } from './write/index.ts'

/** Records changed by one write; each may hold a body. */
const RECORDS_AT_ONCE = 200
const UNLIMITED = { maxExecutionSeconds: 0 } as const

/** Records that the import observed, and those of them that no other import observed. */
function conditionsOf(importId: string): { readonly seen: Fragment; readonly alone: Fragment } {
  const listed = JSON.stringify(importId)
  const seen = sql`position(imports, ${text(`[${listed},`)}) > 0`
  const alone = sql`${seen} AND position(imports, ${text('],[')}) = 0`
  return { seen, alone }
}

/** How many records an import is a part of. */
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

/** Removes the records that only the import observed, then its contents from the others. Repeated after a failure it goes on. */
export async function takeBackImport(
  parts: StoreParts,
  importId: string,
  signal: AbortSignal | undefined,
  onProgress: (done: TakenBack) => void = () => undefined,
): Promise<TakenBack> {
  let removed = await removeAlone(parts, importId, signal)
  let changed = 0
  for (;;) {
    onProgress({ removed, changed })
    signal?.throwIfAborted()
    const records = await readShared(parts, importId)
    if (records.length === 0) return { removed, changed }
    const batch = Batch.revising(records, (stored) => takeBack(stored, importId) ?? stored)
    const result = await parts.writer.write(batch)
    const moved = result.replaced + result.touched
    changed += moved
    if (moved > 0) continue
    // Records that only this import observes now, because the others were taken back meanwhile.
    const left = await removeAlone(parts, importId, signal)
    if (left === 0) throw new Error('records that an import observed are the same without it')
    removed += left
  }
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

function readShared({ engine, view }: StoreParts, importId: string) {
  const { seen } = conditionsOf(importId)
  const [columns, most]: Fragment[] = [
    { parts: [ROW_COLUMNS.join(', ')] },
    { parts: [String(RECORDS_AT_ONCE)] },
  ]
  return view.consistent(async ({ condition }) => {
    const where = join([seen, ...(condition === undefined ? [] : [condition])], ' AND ')
    const rows = await engine.query<Row>(
      sql`SELECT ${columns ?? seen} FROM records WHERE ${where} LIMIT ${most ?? seen}`,
      UNLIMITED,
    )
    return rows.map((row) => decodeRow(row))
  })
}
