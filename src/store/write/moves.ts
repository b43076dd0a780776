// The earlier sort keys of a record. A reader of a snapshot finds each record at the sort key that it had when the snapshot was
// taken, although records are replaced meanwhile; see `read/snapshot-reader.ts`.
import type { Asset } from '../../asset/index.ts'
import type { Move } from '../schema/encode.ts'

/** The columns that decide the position of a record. */
type Standing = Pick<Asset, 'lastupdatetime' | 'host' | 'base_protocol'>

/** The most earlier sort keys of one record. */
const MOST_MOVES = 64

/** The earlier sort keys of a record after a write moves it from `before`. Those of writes up to `forgotten` are dropped. */
export function movedBy(
  { writeId, forgotten }: { readonly writeId: number; readonly forgotten: number },
  before: Standing,
  moves: readonly Move[],
): readonly Move[] {
  const recent = moves.filter(([earlier]) => earlier > forgotten)
  return [...recent, sortKeyOf(writeId, before)].slice(-MOST_MOVES)
}

/** The first entry of a record that this write added. */
export function addedBy(writeId: number): Move {
  return [writeId, 0, '', '']
}

function sortKeyOf(writeId: number, { lastupdatetime, host, base_protocol }: Standing): Move {
  return [writeId, 4_294_967_295 - lastupdatetime, host, base_protocol]
}
