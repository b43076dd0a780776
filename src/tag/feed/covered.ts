// How much of the address space a feed covers: each address once, and none of the blocks that the registries set apart.
import {
  labelAt,
  type RangeList,
  RangeListBuilder,
  type RangeRows,
  readRange,
  SPECIAL_BLOCKS,
  stride,
} from '../range/index.ts'

/** Addresses of IPv4, and networks of /48 of IPv6 (parts of one count as whole). */
export interface Covered {
  readonly four: number
  readonly six: number
}

/** What the ranges cover; with `wanted`, only those of its labels. */
export function coveredBy(ranges: RangeList, wanted?: (label: number) => boolean): Covered {
  return {
    four: measure(ranges.four, SPECIAL.four, wanted),
    six: measure(ranges.six, SPECIAL.six, wanted),
  }
}

/** Ranges, of which perhaps only those of some labels count. */
interface Part {
  readonly ranges: RangeList
  readonly wanted?: ((label: number) => boolean) | undefined
}

/** What two lists have in common, special-purpose blocks apart. */
export function sharedBy(one: Part, other: Part): Covered {
  const shared = (family: 'four' | 'six'): number => {
    const mine = joined(spansOf(one.ranges[family], one.wanted))
    const theirs = joined(spansOf(other.ranges[family], other.wanted))
    return common(mine, theirs) - common(overlaps(mine, theirs), SPECIAL[family])
  }
  return { four: shared('four'), six: shared('six') }
}

type Span = readonly [first: number, last: number]

function specialSpans(): Readonly<Record<'four' | 'six', readonly Span[]>> {
  const builder = new RangeListBuilder()
  for (const { range, scope } of SPECIAL_BLOCKS) if (scope !== 'public') readRange(range, builder, 0)
  const { four, six } = builder.build()
  return { four: joined(spansOf(four)), six: joined(spansOf(six)) }
}

function measure(
  rows: RangeRows,
  special: readonly Span[],
  wanted: ((label: number) => boolean) | undefined,
): number {
  const spans = joined(spansOf(rows, wanted))
  const whole = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return whole - common(spans, special)
}

function spansOf(list: RangeRows, wanted?: (label: number) => boolean): Span[] {
  const { width, rows } = list
  const spans: Span[] = []
  for (let at = 0, row = 0; at < rows.length; at += stride(width), row++)
    if (wanted === undefined || wanted(labelAt(list, row)))
      spans.push([numberAt(rows, at, width), numberAt(rows, at + width, width)])
  return spans
}

/** An IPv4 address, or the first 48 bits of an IPv6 address. */
const numberAt = (rows: Uint32Array, at: number, width: 1 | 4): number =>
  width === 1 ? (rows[at] ?? 0) : (rows[at] ?? 0) * 65_536 + ((rows[at + 1] ?? 0) >>> 16)

function joined(spans: Span[]): readonly Span[] {
  const sorted = spans.sort(([one], [other]) => one - other)
  const whole: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = whole.at(-1)
    if (before === undefined || first > before[1] + 1) whole.push([first, last])
    else before[1] = Math.max(before[1], last)
  }
  return whole
}

function overlaps(one: readonly Span[], other: readonly Span[]): readonly Span[] {
  const spans: Span[] = []
  eachOverlap(one, other, (span) => spans.push(span))
  return spans
}

function eachOverlap(one: readonly Span[], other: readonly Span[], take: (span: Span) => void): void {
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [[first = 0, last = 0] = [], [from = 0, to = 0] = []] = [one[i], other[j]]
    if (first <= to && from <= last) take([Math.max(first, from), Math.min(last, to)])
    if (last < to) i++
    else j++
  }
}

/** How much two lists of joined spans have in common. */
function common(one: readonly Span[], other: readonly Span[]): number {
  let sum = 0
  eachOverlap(one, other, ([first, last]) => {
    sum += last - first + 1
  })
  return sum
}

const SPECIAL = specialSpans()
