// Where the answer of a table of ranges may change.
import { countRows, type RangeRows, stride } from './range-list.ts'
import { addressOf } from './words.ts'

/** The first address of each range and the one behind its last, each once, ascending; of lists of one family. */
export function* edgesOf(lists: readonly RangeRows[]): Generator<bigint> {
  const isFour = lists.every(({ width }) => width === 1)
  let before: bigint | undefined
  for (const edge of isFour ? sortedFour(lists) : sortedSix(lists)) {
    const value = BigInt(edge)
    if (value !== before) yield value
    before = value
  }
}

/** Numbers take a quarter of the memory of bigints. */
function sortedFour(lists: readonly RangeRows[]): Float64Array {
  const edges = new Float64Array(2 * lists.reduce((sum, list) => sum + countRows(list), 0))
  let count = 0
  for (const { rows } of lists)
    for (let at = 0; at < rows.length; at += stride(1)) {
      edges[count++] = rows[at] ?? 0
      edges[count++] = (rows[at + 1] ?? 0) + 1
    }
  return edges.sort()
}

function sortedSix(lists: readonly RangeRows[]): readonly bigint[] {
  const edges: bigint[] = []
  for (const { rows } of lists)
    for (let at = 0; at < rows.length; at += stride(4)) {
      edges.push(addressOf(rows, at, 4).value)
      edges.push(addressOf(rows, at + 4, 4).value + 1n)
    }
  return edges.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
