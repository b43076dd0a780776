// Counts who shares values, no further than needed: of a value that many records have, the count stops at a bound.
import type { SharedValue } from './shared-value.ts'
import type { FieldValues } from '../store.ts'

/** Counts values; with a bound, reads at most one record more than that of each field. */
type Count = (wanted: readonly FieldValues[], bound: number | undefined) => Promise<readonly SharedValue[]>

/** How far values are counted. */
interface Bounds {
  /** Records that are counted of a value that more hosts have than `most`. */
  readonly bound: number
  /** Values of up to this number of hosts are counted completely. */
  readonly most: number
}

/**
 * Counts values. A field with a frequent value fills the bound with it, so its other values are then counted separately; a value of
 * many records and few hosts is counted completely.
 */
export async function countUpTo(
  count: Count,
  wanted: readonly FieldValues[],
  { bound, most }: Bounds,
): Promise<readonly SharedValue[]> {
  const first = await count(wanted, bound)
  const isFull = ({ field }: Pick<FieldValues, 'field'>): boolean =>
    first.reduce((sum, one) => sum + (one.field === field ? one.records : 0), 0) > bound
  const several = wanted.filter((one) => one.values.length > 1 && isFull(one))
  const apart = several.flatMap(({ field, values }) => values.map((value) => ({ field, values: [value] })))
  const found = [
    ...first.filter(({ field }) => !several.some((one) => one.field === field)),
    ...(apart.length === 0 ? [] : await count(apart, bound)),
  ]
  const cut = found.filter(({ records }) => records > bound)
  const few = cut.filter(({ hosts }) => hosts <= most)
  const whole = few.length === 0 ? [] : await count(few.map(single), undefined)
  return [
    ...found.filter((one) => !cut.includes(one)),
    ...cut.filter((one) => !few.includes(one)).map((one) => ({ ...one, records: bound, isMore: true })),
    ...whole,
  ]
}

function single({ field, value }: SharedValue): FieldValues {
  return { field, values: [value] }
}
