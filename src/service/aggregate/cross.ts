// How often the values of two fields occur together among the matches of a query.
import type { Field } from '../../field/index.ts'
import type { ResolvedQuery } from '../../query/index.ts'
import type { Facets, Selection, Store } from '../../store/index.ts'
import { narrowed } from './condition.ts'
import { describeFacets } from './facets.ts'
import type { CrossAnswer, FacetValue } from './types.ts'

/** The two fields, and how many of the most frequent values of each are crossed. */
export interface CrossRequest {
  readonly rows: Field
  readonly columns: Field
  readonly size: number
}

/** Reads a query with the stored lists of the account. */
type ReadQuery = (text: string) => Promise<ResolvedQuery>

type Narrow = (...conditions: readonly string[]) => Promise<ResolvedQuery>

/** A record with more values than these in a list counts for the most frequent of them. */
const MOST_IN_A_LIST = 2000

/** Counts the matches that hold a value of one field and one of the other, for the most frequent values of both. */
export async function countCross(
  store: Store,
  read: ReadQuery,
  text: string,
  selection: Selection,
  asked: CrossRequest,
  signal: AbortSignal,
): Promise<CrossAnswer> {
  const narrow: Narrow = (...conditions) => read(narrowed(text, ...conditions))
  const fields = [asked.rows, asked.columns]
  const found = await store.facets({
    ...selection,
    dimensions: fields.map((field) => ({ field })),
    size: asked.size,
    signal,
  })
  const summary = { fields, size: asked.size, regions: false }
  const [rows, columns] = fields.map(
    (field) =>
      describeFacets(found, summary, new Map()).facets.find((one) => one.field === field.name)?.values ?? [],
  )
  const axes = { rows: rows ?? [], columns: columns ?? [] }
  const counts = await countCells(store, narrow, selection, asked, axes, signal)
  return { total: found.records, ...axes, counts }
}

interface Axes {
  readonly rows: readonly FacetValue[]
  readonly columns: readonly FacetValue[]
}

type Cells = readonly (readonly number[])[]

async function countCells(
  store: Store,
  narrow: Narrow,
  selection: Selection,
  { rows, columns }: CrossRequest,
  axes: Axes,
  signal: AbortSignal,
): Promise<Cells> {
  if (axes.rows.length === 0 || axes.columns.length === 0) return axes.rows.map(() => [])
  const count = async (within: readonly string[], field: Field, inside?: Field) =>
    store.facets({
      ...selection,
      query: await narrow(...within),
      dimensions: [inside === undefined ? { field } : { field, within: inside }],
      size: MOST_IN_A_LIST,
      signal,
    })
  const both = [anyOf(axes.rows), anyOf(axes.columns)]
  // A field of single values is counted for every value of the other at once; of two lists each row is counted on its own.
  if (!rows.many) return cellsOf(axes, byInside(await count(both, columns, rows)))
  if (!columns.many) {
    const cell = byInside(await count(both, rows, columns))
    return cellsOf(axes, (row, column) => cell(column, row))
  }
  const cells: number[][] = []
  for (const { condition } of axes.rows) {
    const values = valuesOf((await count([condition, anyOf(axes.columns)], columns)).facets[0]?.values ?? [])
    cells.push(axes.columns.map(({ value }) => values.get(value) ?? 0))
  }
  return cells
}

type Cell = (row: string, column: string) => number

function cellsOf({ rows, columns }: Axes, cell: Cell): Cells {
  return rows.map((row) => columns.map((column) => cell(row.value, column.value)))
}

function byInside({ facets }: Facets): Cell {
  const inside = new Map(facets.map((facet) => [facet.inside, valuesOf(facet.values)]))
  return (outer, inner) => inside.get(outer)?.get(inner) ?? 0
}

function valuesOf(values: Facets['facets'][number]['values']): ReadonlyMap<string, number> {
  return new Map(values.map(({ value, count }) => [value, count]))
}

function anyOf(values: readonly FacetValue[]): string {
  return `(${values.map(({ condition }) => condition).join(' || ')})`
}
