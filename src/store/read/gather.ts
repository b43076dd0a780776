// Combines the small blocks that the engine reads into pieces of a useful size.
import type { Values } from './printer.ts'

/** Characters of text, and rows, after which a piece is passed on. */
const PIECE = 4 * 1024 * 1024
const ROWS_OF_PIECE = 1000

/** Combines small blocks into pieces; the last one may be small. */
export async function* gather(blocks: AsyncIterable<readonly Values[]>): AsyncGenerator<readonly Values[]> {
  let rows: Values[] = []
  let length = 0
  for await (const block of blocks) {
    for (const row of block) {
      rows.push(row)
      for (const value of row) if (typeof value === 'string') length += value.length
    }
    if (rows.length < ROWS_OF_PIECE && length < PIECE) continue
    yield rows
    rows = []
    length = 0
  }
  if (rows.length > 0) yield rows
}
