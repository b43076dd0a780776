// What a batch changes: which rows are written, which they replace, and what sleeps.
import { absorb, type Known, type Unit } from '../../asset/index.ts'
import type { WriteResult } from '../store.ts'
import type { Batch } from './batch.ts'
import type { PlannedUnit } from './encode.ts'
import type { Stored } from './known.ts'
import { movedBy } from './moves.ts'

/** The changes of one batch. */
export interface Plan {
  /** Identities whose one row of the batch is added as it is are not among them. */
  readonly merged: ReadonlySet<string>
  /** The rows of merged identities that are written. */
  readonly rows: readonly PlannedUnit[]
  /** Whether some of the rows replace those of earlier units. */
  readonly replaces: boolean
  /** Whether some of them replace those of the same unit. */
  readonly repeats: boolean
  /** Units to put to sleep. */
  readonly dormant: readonly Unit[]
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
  const rows: PlannedUnit[] = []
  const dormant: Unit[] = []
  const result = { added: batch.keys.size - merged.size, replaced: 0, touched: 0, unchanged: 0 }
  let replaces = false
  let repeats = false
  for (const key of merged) {
    const before = stored.get(key)
    const after =
      batch.derive === undefined ? absorbAll(before, batch.unitsOf(key)) : revised(before, batch.derive)
    if (after === undefined) continue
    const effect = effectOf(before?.current, after.current)
    result[effect]++
    if (effect !== 'unchanged') {
      rows.push({
        ...after.current,
        ...(before && { moves: movedBy(write, before.current.asset, before.moves) }),
      })
      replaces ||= before?.others ?? false
      repeats ||= before?.own ?? false
    }
    for (const [importId, unit] of after.dormant)
      if (before?.dormant.get(importId) !== unit) dormant.push(unit)
  }
  return { merged, rows, replaces, repeats, dormant, result }
}

/** What is stored with its derived columns as they are now; what was removed meanwhile stays away. */
function revised(before: Known | undefined, derive: NonNullable<Batch['derive']>): Known | undefined {
  if (before === undefined) return undefined
  return { ...before, current: { ...before.current, asset: derive(before.current.asset) } }
}

function absorbAll(before: Known | undefined, units: readonly Unit[]): Known | undefined {
  let known = before
  for (const unit of units) known = absorb(known, unit)
  return known
}

function effectOf(before: Unit | undefined, after: Unit): keyof WriteResult {
  if (before === undefined) return 'added'
  if (same(before, after)) return 'unchanged'
  const { lastupdatetime, firstseen, content_time, content_import, history } = after.asset
  const moved = { lastupdatetime, firstseen, content_time, content_import, history }
  return same({ ranks: after.ranks, asset: { ...before.asset, ...moved } }, after) ? 'touched' : 'replaced'
}

function same(a: Unit, b: Unit): boolean {
  return canonical(a) === canonical(b)
}

/** A text that does not depend on the order of keys. */
function canonical({ asset, ranks }: Unit): string {
  return JSON.stringify([asset, ranks], (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
