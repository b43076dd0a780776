// What a batch changes: which rows are written, and which they replace.
import { type Asset, measureAgain, merge } from '../../asset/index.ts'
import type { WriteResult } from '../store.ts'
import type { Batch } from './batch.ts'
import type { PlannedRow } from './encode.ts'
import type { Stored } from './known.ts'
import { movedBy } from './moves.ts'

/** The changes of one batch. */
export interface Plan {
  /** Identities whose one row of the batch is added as it is are not among them. */
  readonly merged: ReadonlySet<string>
  /** The rows of merged identities that are written. */
  readonly rows: readonly PlannedRow[]
  /** Whether some of the rows replace those of earlier units. */
  readonly replaces: boolean
  /** Whether some of them replace those of the same unit. */
  readonly repeats: boolean
  readonly result: WriteResult
}

/** The write that a batch becomes. */
export interface PlannedWrite {
  readonly unit: number
  readonly writeId: number
  /** Where records stood before this write or an earlier one need not be known any more. */
  readonly forgotten: number
}

/** Decides what becomes of every identity of a batch. */
export function planWrite(batch: Batch, stored: ReadonlyMap<string, Stored>, write: PlannedWrite): Plan {
  const merged = new Set(batch.derive === undefined ? [...stored.keys(), ...batch.repeated] : batch.keys)
  const rows: PlannedRow[] = []
  const result = { added: batch.keys.size - merged.size, replaced: 0, touched: 0, unchanged: 0 }
  let replaces = false
  let repeats = false
  for (const key of merged) {
    const before = stored.get(key)
    const { derive } = batch
    const asset =
      derive === undefined ? mergeAll(before?.asset, batch.recordsOf(key)) : revised(before, derive)
    if (asset === undefined) continue
    const effect = effectOf(before?.asset, asset)
    result[effect]++
    if (effect === 'unchanged') continue
    rows.push({ asset, ...(before && { moves: movedBy(write, before.asset, before.moves) }) })
    replaces ||= before?.others ?? false
    repeats ||= before?.own ?? false
  }
  return { merged, rows, replaces, repeats, result }
}

/** What is stored with its derived columns as they are now; what was removed meanwhile stays away. */
function revised(before: Stored | undefined, derive: NonNullable<Batch['derive']>): Asset | undefined {
  return before && measureAgain(derive(before.asset))
}

function mergeAll(before: Asset | undefined, observed: readonly Asset[]): Asset | undefined {
  let known = before
  for (const one of observed) known = merge(known, one)
  return known
}

function effectOf(before: Asset | undefined, after: Asset): keyof WriteResult {
  if (before === undefined) return 'added'
  if (same(before, after)) return 'unchanged'
  const { lastupdatetime, firstseen, content_time, content_import, history, parts } = after
  const moved = { lastupdatetime, firstseen, content_time, content_import, history, parts }
  return same({ ...before, ...moved }, after) ? 'touched' : 'replaced'
}

function same(a: Asset, b: Asset): boolean {
  return canonical(a) === canonical(b)
}

/** A text that does not depend on the order of keys. */
function canonical(asset: Asset): string {
  return JSON.stringify(asset, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
