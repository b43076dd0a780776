// Where a record stood before its latest changes. Whoever reads page after page while records are replaced still meets each of them
// where it stood when the reading began; see `read/snapshot-reader.ts`.
import type { Asset } from '../../asset/index.ts'

/**
 * A place in the order of results that a record left, and the number of the write that moved it; without a host: the record was
 * nowhere before that write.
 */
export type Move = readonly [writeId: number, recency: number, host: string, base_protocol: string]

/** What decides where a record stands. */
type Standing = Pick<Asset, 'lastupdatetime' | 'host' | 'base_protocol'>

/** Most places of one record. */
const MOST_MOVES = 64

/** The places of a record once a write moves it from where `before` stands; those of writes up to `forgotten` go. */
export function movedBy(
  { writeId, forgotten }: { readonly writeId: number; readonly forgotten: number },
  before: Standing,
  moves: readonly Move[],
): readonly Move[] {
  const recent = moves.filter(([earlier]) => earlier > forgotten)
  return [...recent, placeOf(writeId, before)].slice(-MOST_MOVES)
}

/** The beginning of a record that the write of that number added. */
export function addedBy(writeId: number): Move {
  return [writeId, 0, '', '']
}

function placeOf(writeId: number, { lastupdatetime, host, base_protocol }: Standing): Move {
  return [writeId, 4_294_967_295 - lastupdatetime, host, base_protocol]
}
