import type { Field } from '../../field/index.ts'
import type { PageRequest, Position, Store } from '../../store/index.ts'
import type { RowSink } from './types.ts'

/** Fields whose values may be long enough that a page of them is better delivered in slices. */
const LONG_FIELDS: ReadonlySet<string> = new Set(['body', 'header', 'banner', 'cert'])

/** Rows that are read in one piece whatever their fields. */
const WHOLE = 200

/** Delivers one page to the sink, in slices when its values may be long. Resolves to the number of rows. */
export async function deliverPage(store: Store, request: PageRequest, sink: RowSink): Promise<number> {
  const fields = [...new Set(request.fields)]
  const deliver = repeating(request.fields, fields, sink)
  const long = request.limit > WHOLE && fields.some((field) => LONG_FIELDS.has(field.name))
  if (long) return deliverSlices(store, { ...request, fields }, deliver)
  const { rows } = await store.page({ ...request, fields })
  deliver(rows)
  return rows.length
}

async function deliverSlices(store: Store, request: PageRequest, sink: RowSink): Promise<number> {
  const from = request.offset === 0 ? undefined : await positionBefore(store, request)
  if (request.offset > 0 && from === undefined) return 0
  const { offset: _, limit, ...selection } = request
  let delivered = 0
  for await (const { rows } of store.scan({ ...selection, ...(from && { from }) })) {
    const slice = rows.slice(0, limit - delivered)
    sink(slice)
    delivered += slice.length
    if (delivered >= limit) break
  }
  return delivered
}

async function positionBefore(store: Store, request: PageRequest): Promise<Position | undefined> {
  const page = await store.page({ ...request, fields: [], offset: request.offset - 1, limit: 1 })
  return page.end
}

/** A sink for rows of distinct fields that gives every repeated field its value again. */
function repeating(asked: readonly Field[], distinct: readonly Field[], sink: RowSink): RowSink {
  if (asked.length === distinct.length) return sink
  const order = asked.map((field) => distinct.indexOf(field))
  return (rows) => sink(rows.map((row) => order.map((index) => row[index] ?? '')))
}
