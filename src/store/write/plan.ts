// What a batch changes: which rows are written, which they replace, and what sleeps.
import { type Asset, absorb, type Known, type Unit, unitOf } from '../../asset/index.ts'
import type { WriteResult } from '../store.ts'
import { identityKey, type PlannedUnit } from './encode.ts'
import type { Stored } from './known.ts'

/** The changes of one batch. */
export interface Plan {
  readonly rows: readonly PlannedUnit[]
  /** Whether some of the rows replace others. */
  readonly replaces: boolean
  /** Units to put to sleep. */
  readonly dormant: readonly Unit[]
  readonly result: WriteResult
}

/** The observations of a batch by identity. */
export function groupByIdentity(batch: readonly Asset[]): Map<string, Asset[]> {
  const groups = new Map<string, Asset[]>()
  for (const asset of batch) {
    const key = identityKey(asset)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [asset])
    else group.push(asset)
  }
  return groups
}

/** Decides what becomes of every identity of a batch. */
export function planWrite(groups: Map<string, Asset[]>, stored: ReadonlyMap<string, Stored>): Plan {
  const rows: PlannedUnit[] = []
  const dormant: Unit[] = []
  const result = { added: 0, replaced: 0, touched: 0, unchanged: 0 }
  for (const [key, assets] of groups) {
    const before = stored.get(key)
    const after = absorbAll(before, assets)
    if (after === undefined) continue
    const effect = effectOf(before?.current, after.current)
    result[effect]++
    if (effect !== 'unchanged')
      rows.push({ ...after.current, ...(before && { before: placeBefore(before) }) })
    for (const [importId, unit] of after.dormant)
      if (before?.dormant.get(importId) !== unit) dormant.push(unit)
  }
  return { rows, replaces: result.replaced + result.touched > 0, dormant, result }
}

function placeBefore({ current, moves }: Stored): PlannedUnit['before'] {
  return { asset: current.asset, moves }
}

function absorbAll(before: Known | undefined, assets: readonly Asset[]): Known | undefined {
  let known = before
  for (const asset of assets) known = absorb(known, unitOf(asset))
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
