// What follows for a stored record from its first columns alone, encoded for the engine.
import { MERGE_COLUMNS, type MergeColumns, mergeHead } from '../../asset/index.ts'
import { encodeHead, type Move } from '../schema/encode.ts'
import type { WriteResult } from '../store.ts'
import type { Batch } from './batch.ts'
import type { Lines } from './lines.ts'
import { type SeenAgain, seenAgain } from './seen-again.ts'

/** The change of a record whose other columns are not needed. */
export interface HeadChange {
  readonly effect: keyof WriteResult
  /** The number of the row that is written: that of the batch with another head. */
  readonly row?: number
  /** The stored row is copied with another head. */
  readonly seenAgain?: SeenAgain
}

/** The first columns of a stored record. */
interface StoredHead {
  readonly key: string
  readonly columns: MergeColumns
  /** Its earlier sort keys after the write. */
  readonly moves: readonly Move[]
  readonly writeId: number
}

/**
 * The change of a record by its observation in the batch; a row to write is added to `rows`. Undefined where the whole record is
 * needed: also for several observations of one identity, and for deriving columns again.
 */
export function headChange(
  { key, columns, moves, writeId }: StoredHead,
  batch: Batch,
  rows: Lines,
): HeadChange | undefined {
  const observed = batch.derive === undefined ? batch.headOf(key) : undefined
  if (observed === undefined) return undefined
  const { need, columns: merged, isSeenAgain } = mergeHead(columns, observed)
  if (merged === undefined) return undefined
  if (isSeenAgain && MERGE_COLUMNS.every((column) => isSameValue(merged[column], columns[column])))
    return { effect: 'unchanged' }
  const effect = isSeenAgain ? 'touched' : 'replaced'
  if (need === 'times') return { effect, seenAgain: seenAgain(key, merged, moves, writeId) }
  batch.addRow(key, encodeHead(merged, moves), rows)
  return { effect, row: rows.count - 1 }
}

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
