// Encodes rows as the bytes of inserts.
import { encodeRow, type PlannedRow } from '../schema/encode.ts'
import { Lines } from './lines.ts'
import type { TimeSlices } from '../../util/index.ts'

/** A larger insert needs too much memory, a smaller one leaves too many parts to merge. */
const MOST_BYTES = 64 * 1024 * 1024

/** Encodes rows in pieces. */
export async function encodeRows(rows: Iterable<PlannedRow>, slices: TimeSlices): Promise<Iterable<Buffer>> {
  const lines = new Lines()
  for (const row of rows) {
    if (slices.isOver) await slices.next()
    const { body, head } = encodeRow(row)
    lines.add(body, head)
  }
  return lines.pieces(new Set())
}

/** Groups the pieces of each insert. */
export function* groupForInserts(pieces: Iterable<Buffer>): Generator<readonly Buffer[]> {
  let insert: Buffer[] = []
  let bytes = 0
  for (const piece of pieces) {
    if (bytes > 0 && bytes + piece.length > MOST_BYTES) {
      yield insert
      insert = []
      bytes = 0
    }
    insert.push(piece)
    bytes += piece.length
  }
  if (insert.length > 0) yield insert
}
