// Delivers rows to a caller, in slices when their values may be long.
import type { Field } from '../../field/index.ts'
import type { PageRequest, Position, Store } from '../../store/index.ts'
import { inTimeSlices } from '../../util/index.ts'
import type { RowSink, Slot } from './types.ts'

/** Fields with values so long that a page of them is read in slices. */
const LONG_FIELDS: ReadonlySet<string> = new Set(['body', 'header', 'banner', 'cert', 'icon'])

/** Rows of a first slice; even records with the longest bodies then fit into memory. */
const FIRST_SLICE = 200
/** The target size of a slice in characters, estimated from the rows before it. */
const SLICE_TARGET = 8 * 1024 * 1024

/** The rows delivered, and the number of all matches if it was counted concurrently. */
export interface Delivered {
  readonly rows: number
  readonly matches: Promise<number | undefined> | undefined
}

/** Delivers one page to the sink, in slices when its values may be long. */
export async function deliverPage(store: Store, request: PageRequest, sink: RowSink): Promise<Delivered> {
  const fields = [...new Set(request.fields)]
  const deliver = delivery(request.fields, fields, sink)
  let from: Position | undefined
  let matches: Delivered['matches']
  const rows = await inSlices(fields, request.limit, async (limit) => {
    const position = from === undefined ? {} : { from, offset: 0 }
    const page = await store.page({ ...request, fields, ...position, limit })
    await deliver(page.rows, request.signal)
    from = page.end
    matches ??= page.matches
    return page.rows
  })
  return { rows, matches }
}

/**
 * Reads up to `size` rows: at once, or for long fields in slices whose size depends on the rows before. `read` continues where it
 * stopped; fewer rows than requested are the last ones. Resolves to the number of rows.
 */
export async function inSlices(
  fields: readonly Field[],
  size: number,
  read: (limit: number) => Promise<readonly (readonly string[])[]>,
): Promise<number> {
  const isLong = fields.some((field) => LONG_FIELDS.has(field.name))
  if (!isLong || size <= FIRST_SLICE) return (await read(size)).length
  let delivered = 0
  let limit = FIRST_SLICE
  while (delivered < size) {
    const wanted = Math.min(limit, size - delivered)
    const rows = await read(wanted)
    delivered += rows.length
    if (rows.length < wanted) break
    limit = Math.max(1, Math.floor(SLICE_TARGET / (lengthOf(rows) / rows.length + 1)))
  }
  return delivered
}

function lengthOf(rows: readonly (readonly string[])[]): number {
  let length = 0
  for (const row of rows) for (const value of row) length += value.length + 1
  return length
}

/** Delivers rows in time slices, so that others are answered while a long answer is built. */
type Delivery = (rows: readonly (readonly string[])[], signal?: AbortSignal) => Promise<void>

/** Characters that a sink gets at once. */
const PORTION = 64 * 1024

/** A delivery of rows of distinct fields that adds the values of repeated fields. */
export function delivery(asked: readonly Field[], distinct: readonly Field[], sink: RowSink): Delivery {
  const order = asked.map((field) => distinct.indexOf(field))
  const isPlain = asked.length === distinct.length
  function* steps(
    rows: readonly (readonly string[])[],
    signal: AbortSignal | undefined,
  ): Generator<void, void> {
    let portion: (readonly string[])[] = []
    let length = 0
    for (const row of rows) {
      const whole = isPlain ? row : order.map((index) => row[index] ?? '')
      portion.push(whole)
      length += lengthOf([whole])
      if (length < PORTION) continue
      signal?.throwIfAborted()
      sink(portion)
      portion = []
      length = 0
      yield
    }
    sink(portion)
  }
  return (rows, signal) => inTimeSlices(steps(rows, signal))
}

/** A sink that prevents restarts of the search once rows were sent. */
export function holding(slot: Slot, sink: RowSink): RowSink {
  return (rows) => {
    slot.hold(true)
    sink(rows)
  }
}
