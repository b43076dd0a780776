// Taking results away: the text formats of rows. Knows nothing of where rows come from or where the text goes.

export { type RowFormat, type RowWriter, rowWriter } from './row-format.ts'
