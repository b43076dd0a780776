// Plans the changes of a batch: which rows are written, which are copied, and which they replace.
import { isDeepStrictEqual } from 'node:util'
import { type Asset, COLUMNS, measureAgain, merge } from '../../asset/index.ts'
import type { PlannedRow } from '../schema/encode.ts'
import type { WriteResult } from '../store.ts'
import type { Batch } from './batch.ts'
import type { HeadChange } from './head-change.ts'
import type { Stored } from './known.ts'
import type { SeenAgain } from './seen-again.ts'
import type { TimeSlices } from '../../util/index.ts'

/** The changes of one batch. */
export interface Plan {
  /** The merged identities; an identity whose single row is added unchanged is not included. */
  readonly merged: ReadonlySet<string>
  /** The rows of merged identities to write whose whole record was read. */
  readonly rows: readonly PlannedRow[]
  /** Records that were only seen again. */
  readonly seenAgain: readonly SeenAgain[]
  /** Whether some rows replace rows of earlier units. */
  readonly replaces: boolean
  /** Whether some rows replace rows of the same unit. */
  readonly repeats: boolean
  readonly result: WriteResult
}

/** Plans the change of every identity of a batch. */
export async function planWrite(
  batch: Batch,
  stored: ReadonlyMap<string, Stored>,
  slices: TimeSlices,
): Promise<Plan> {
  const merged = new Set(batch.derive === undefined ? [...stored.keys(), ...batch.repeated] : batch.keys)
  const rows: PlannedRow[] = []
  const seenAgain: SeenAgain[] = []
  const result = { added: batch.keys.size - merged.size, replaced: 0, touched: 0, unchanged: 0 }
  let replaces = false
  let repeats = false
  for (const key of merged) {
    if (slices.isOver) await slices.next()
    const before = stored.get(key)
    const change = await changeOf(key, before, batch, slices)
    if (change === undefined) continue
    result[change.effect]++
    if (change.effect === 'unchanged') continue
    if (change.row !== undefined) rows.push(change.row)
    if (change.seenAgain !== undefined) seenAgain.push(change.seenAgain)
    replaces ||= before?.others ?? false
    repeats ||= before?.own ?? false
  }
  return { merged, rows, seenAgain, replaces, repeats, result }
}

interface RecordChange extends Omit<HeadChange, 'row'> {
  readonly row?: PlannedRow
}

/** The change of one identity; undefined when nothing changes. */
async function changeOf(
  key: string,
  before: Stored | undefined,
  batch: Batch,
  slices: TimeSlices,
): Promise<RecordChange | undefined> {
  if (before?.change !== undefined) return withoutRow(before.change)
  if (before !== undefined && before.asset === undefined)
    throw new Error('a stored record that merging needs was not read')
  const { derive } = batch
  const asset =
    derive === undefined
      ? await mergeAll(before?.asset, batch.recordsOf(key), slices)
      : revised(before, derive)
  if (asset === undefined) return undefined
  const effect = effectOf(before?.asset, asset)
  return { effect, row: { asset, ...(before && { moves: before.moves }) } }
}

/** The row that follows from the first columns was encoded already. */
function withoutRow({ row: _, ...change }: HeadChange): RecordChange {
  return change
}

/** The stored record with its columns derived again. A record that was removed meanwhile is not restored. */
function revised(before: Stored | undefined, derive: NonNullable<Batch['derive']>): Asset | undefined {
  return before?.asset && measureAgain(derive(before.asset))
}

/** One identity may have been observed thousands of times in a batch. */
async function mergeAll(
  before: Asset | undefined,
  observed: Iterable<Asset>,
  slices: TimeSlices,
): Promise<Asset | undefined> {
  let known = before
  for (const one of observed) {
    if (slices.isOver) await slices.next()
    known = merge(known, one)
  }
  return known
}

function effectOf(before: Asset | undefined, after: Asset): keyof WriteResult {
  if (before === undefined) return 'added'
  if (same(before, after)) return 'unchanged'
  const { lastupdatetime, firstseen, content_time, content_import, history, parts, imports, addresses } =
    after
  const moved = {
    lastupdatetime,
    firstseen,
    content_time,
    content_import,
    history,
    parts,
    imports,
    addresses,
  }
  return same({ ...before, ...moved }, after) ? 'touched' : 'replaced'
}

/** Whether two records have equal values. */
function same(a: Asset, b: Asset): boolean {
  return COLUMNS.every((column) => a[column] === b[column] || isDeepStrictEqual(a[column], b[column]))
}
