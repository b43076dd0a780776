// Reads that aggregate instead of listing: facets, times, values for completion, stored columns.
import type { Asset, Column } from '../../asset/index.ts'
import { isSlowQuery } from '../../query/index.ts'
import {
  combinationsOf,
  distinctOf,
  type Fragment,
  facetsOf,
  matchesOf,
  networkNamesOf,
  pageOf,
  sharingOf,
  timesOf,
  valuesOf,
} from '../../sql/index.ts'
import { decodeValue } from '../schema/encode.ts'
import type { Engine } from '../engine/index.ts'
import type { SharedValue } from './shared-value.ts'
import type {
  Combination,
  CombinationsRequest,
  CountedSpan,
  FacetRequest,
  Facets,
  FieldValues,
  FoundValues,
  ListColumn,
  PickRequest,
  Selection,
  SharingRequest,
  ValuesRequest,
} from '../store.ts'
import { type FacetRow, toFacets, withAddresses } from './facets.ts'
import type { Generation } from './generation.ts'
import type { Reader } from './reader.ts'
import { SHARING, settingsFor, TEXT_INDEX } from './settings.ts'
import { countUpTo } from './sharing.ts'
import type { Visible } from './visible.ts'

/** Number of the newest records that completion searches. */
const LOOKED_AT = 500_000

/** Aggregation state beyond this number of bytes is spilled to disk. */
const COUNTING = { ...TEXT_INDEX, max_bytes_before_external_group_by: 256 * 1024 * 1024 } as const

/** The values of columns, and the version of the records that had them. */
export type DistinctCache = Map<
  ListColumn,
  { readonly generation: number; readonly values: readonly string[] }
>

/** The aggregating side of a store. */
export class Aggregator {
  readonly #engine: Engine
  readonly #reader: Reader
  readonly #visibility: Visible
  readonly #generation: Generation

  constructor(engine: Engine, reader: Reader, visibility: Visible, generation: Generation) {
    this.#engine = engine
    this.#reader = reader
    this.#visibility = visibility
    this.#generation = generation
  }

  /** Counts matches, addresses and the values of fields. */
  async facets({ dimensions, size, signal, ...selection }: FacetRequest): Promise<Facets> {
    const filter = await this.#reader.filterFor(selection, signal)
    const rows = await this.#engine.query<FacetRow>(facetsOf(filter, withAddresses(dimensions), size), {
      signal,
      isSlow: isSlowQuery(selection.query.root),
      settings: COUNTING,
    })
    return toFacets(rows, size)
  }

  /** Counts matches by when they were last seen. */
  async times(
    selection: Selection,
    seconds: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly CountedSpan[]> {
    const filter = await this.#reader.filterFor(selection, signal)
    const isSlow = isSlowQuery(selection.query.root)
    const options = { signal, isSlow, settings: TEXT_INDEX }
    const rows = await this.#engine.query<[number, number]>(timesOf(filter, seconds), options)
    return rows.map(([span, count]) => ({ span, count }))
  }

  /** Returns some columns of the newest matches. */
  async pick<Picked extends Column>({
    columns,
    limit,
    signal,
    ...selection
  }: PickRequest<Picked>): Promise<readonly Pick<Asset, Picked>[]> {
    const filter = await this.#reader.filterFor(selection, signal)
    const isSlow = isSlowQuery(selection.query.root)
    const options = { signal, isSlow, settings: settingsFor(columns) }
    const rows = await this.#engine.query<unknown[]>(pageOf(filter, columns, { limit }), options)
    return rows.map((row) => decoded(columns, row))
  }

  /** Counts the combinations of some columns among the matches. */
  async combinations<Picked extends Column>({
    columns,
    signal,
    ...selection
  }: CombinationsRequest<Picked>): Promise<readonly Combination<Picked>[]> {
    const filter = await this.#reader.filterFor(selection, signal)
    const options = { signal, isSlow: isSlowQuery(selection.query.root), settings: COUNTING }
    const rows = await this.#engine.query<unknown[]>(combinationsOf(filter, columns), options)
    return rows.map((row) => ({ values: decoded(columns, row), count: Number(row[columns.length]) }))
  }

  /** All values of a column of lists, from the cache where no record has changed since. */
  async distinct(
    column: ListColumn,
    cache: DistinctCache,
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const { number } = this.#generation
    const known = cache.get(column)
    if (known?.generation === number) return known.values
    const rows = await this.#engine.query<[string]>(distinctOf(column), { signal })
    const values = rows.map(([value]) => value)
    if (number === this.#generation.number) cache.set(column, { generation: number, values })
    return values
  }

  /** Returns values that start with a text, among the newest records. */
  async values({ signal, ...request }: ValuesRequest): Promise<FoundValues> {
    const complete = (await this.#generation.records()) <= LOOKED_AT
    const records = complete ? undefined : LOOKED_AT
    const statement = valuesOf({ ...request, records, visible: this.#visibility.condition })
    const rows = await this.#engine.query<[string, number]>(statement, { signal })
    return { values: rows.map(([value, count]) => ({ value, count })), complete }
  }

  /** How many matches have each value. */
  async sharing({ wanted, bound, ...request }: SharingRequest): Promise<readonly SharedValue[]> {
    if (wanted.length === 0) return []
    const { most, signal, ...selection } = request
    const where = matchesOf(await this.#reader.filterFor(selection, signal))
    const count = (some: readonly FieldValues[], end?: number) => this.#sharing(where, some, request, end)
    return bound === undefined ? count(wanted) : countUpTo(count, wanted, { bound, most })
  }

  async #sharing(
    where: Fragment,
    wanted: readonly FieldValues[],
    { most, signal, ...selection }: Omit<SharingRequest, 'wanted'>,
    bound: number | undefined,
  ): Promise<readonly SharedValue[]> {
    type Row = [index: number, value: string, records: number | string, hosts: number | string, string[]]
    const isSlow = isSlowQuery(selection.query.root)
    const options = { signal, isSlow, settings: { ...COUNTING, ...SHARING } }
    const rows = await this.#engine.query<Row>(sharingOf(where, wanted, most, bound), options)
    return rows.flatMap(([index, value, records, hosts, some]) => {
      const field = wanted[index]?.field
      return field === undefined
        ? []
        : [{ field, value, records: Number(records), hosts: Number(hosts), some }]
    })
  }

  /** Returns the names of networks. */
  async networkNames(
    numbers: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, string>> {
    if (numbers.length === 0) return new Map()
    const rows = await this.#engine.query<[number, string]>(networkNamesOf(numbers), { signal })
    return new Map(rows)
  }
}

function decoded<Picked extends Column>(
  columns: readonly Picked[],
  row: readonly unknown[],
): Pick<Asset, Picked> {
  const values = columns.map((column, index) => [column, decodeValue(column, row[index])] as const)
  // `values` contains exactly the selected columns.
  return Object.fromEntries(values) as unknown as Pick<Asset, Picked>
}
