// Address ranges of both families, in compact arrays: reading, collecting, and looking up all that cover an address.
// It knows numbers only; what a range means is its label, which others keep.

export { edgesOf } from './edge.ts'
export {
  countRows,
  fixedBits,
  labelAt,
  printRow,
  type RangeList,
  RangeListBuilder,
  type RangeRows,
  stride,
} from './range-list.ts'
export {
  buildRangeTable,
  findFour,
  findRanges,
  listOffsets,
  locateRow,
  type RangeTable,
  tableBytes,
} from './range-table.ts'
export { parseRange, readRange } from './read-range.ts'
export { SPECIAL_BLOCKS } from './special-block.ts'
