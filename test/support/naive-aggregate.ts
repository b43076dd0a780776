// Counts values one record after the other: the reference for the counting statements of the real stores.
import type { Asset, Column } from '../../src/asset/index.ts'
import { type Field, LONGEST_LISTED, printValues } from '../../src/field/index.ts'
import type {
  Combination,
  CountedValue,
  Dimension,
  Facet,
  FacetRequest,
  Facets,
  FieldValues,
} from '../../src/store/index.ts'

/** The values of a field that are counted: each once per record, times by year. */
function countedValues(asset: Asset, field: Field, now: number): readonly string[] {
  const values = printValues(asset, field, now).filter((value) => value !== '')
  if (field.kind === 'time') return values.map((value) => value.slice(0, 4))
  return [...new Set(values)]
}

/** Values with their counts, by count and then in byte order. */
export function countValues(values: Iterable<string>): readonly CountedValue[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
}

/** The facets of some records. */
export function countNaively(
  assets: readonly Asset[],
  { dimensions, size, now }: Pick<FacetRequest, 'dimensions' | 'size' | 'now'>,
): Facets {
  const facets = dimensions.flatMap((dimension, index) => facetsOf(assets, dimension, index, size, now))
  const addresses = new Set(assets.map(({ ip }) => ip).filter((ip) => ip !== '')).size
  return { records: assets.length, addresses, facets }
}

function facetsOf(
  assets: readonly Asset[],
  { field, within }: Dimension,
  dimension: number,
  size: number,
  now: number,
): readonly Facet[] {
  const inside = (asset: Asset): string =>
    within === undefined ? '' : (countedValues(asset, within, now)[0] ?? '')
  return [...Map.groupBy(assets, inside)]
    .map(([name, group]) => {
      const all = countValues(group.flatMap((asset) => countedValues(asset, field, now)))
      const listed = all.filter(({ value }) => Buffer.byteLength(value) <= LONGEST_LISTED)
      return { dimension, inside: name, distinct: all.length, values: listed.slice(0, size) }
    })
    .filter(({ distinct }) => distinct > 0)
    .sort((a, b) => (a.inside < b.inside ? -1 : 1))
}

/** Some columns of a record. */
export function picked<Picked extends Column>(asset: Asset, columns: readonly Picked[]): Pick<Asset, Picked> {
  return Object.fromEntries(columns.map((column) => [column, asset[column]])) as unknown as Pick<
    Asset,
    Picked
  >
}

/** The different combinations of some columns. */
export function combined<Picked extends Column>(
  assets: readonly Asset[],
  columns: readonly Picked[],
): readonly Combination<Picked>[] {
  const groups = Map.groupBy(assets, (asset) => JSON.stringify(picked(asset, columns)))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((asset) => ({ values: picked(asset, columns), count: group.length })),
  )
}

/** Values that start with a text, ignoring case. */
export function valuesNaively(
  assets: readonly Asset[],
  field: Field,
  prefix: string,
  now: number,
): readonly CountedValue[] {
  const begins = (value: string): boolean => value.toLowerCase().startsWith(prefix.toLowerCase())
  return countValues(
    assets.flatMap((asset) => [
      ...new Set(printValues(asset, field, now).filter((value) => value !== '' && begins(value))),
    ]),
  )
}

/** How many of some records, and which of their hosts, have each value. */
export function sharingNaively(assets: readonly Asset[], wanted: readonly FieldValues[]) {
  return wanted.flatMap(({ field, values }) =>
    values.flatMap((value) => {
      const found = assets.filter((asset) => valuesIn(asset, field).includes(value))
      const hosts = [...new Set(found.map(({ reached }) => reached))]
      return found.length === 0 ? [] : [{ field, value, records: found.length, hosts }]
    }),
  )
}

function valuesIn(asset: Asset, { column }: Field): readonly string[] {
  const value = asset[column]
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
