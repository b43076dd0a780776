// Keyset pagination over a snapshot while records are written: unchanged rows are read in order, and moved rows are read by their
// earlier sort key. A record thus keeps its position in the snapshot whatever happens to it; new records have no position.
import { firstWrite } from '../../commit/index.ts'
import { movedOf } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { FollowedPage, FollowRequest, Position } from '../store.ts'
import { type Printer, positionOf, printerFor, type Values } from './printer.ts'
import type { Reader } from './reader.ts'
import { settingsFor } from './settings.ts'

/** A row and its sort key in the snapshot. */
interface PositionedRow {
  readonly position: Position
  readonly row: Values
}

/** Reads pages of a snapshot. */
export class SnapshotReader {
  readonly #engine: Engine
  readonly #reader: Reader
  readonly #committed: number

  /** `committed`: the last unit whose rows the reader sees. */
  constructor(engine: Engine, reader: Reader, committed: number) {
    this.#engine = engine
    this.#reader = reader
    this.#committed = committed
  }

  /** One page. */
  async follow({ limit, ...request }: FollowRequest): Promise<FollowedPage> {
    const printer = printerFor(request.fields, request.now)
    const snapshot = request.snapshot ?? String(firstWrite(this.#committed + 1) - 1)
    const asked = { ...request, snapshot, limit: limit + 1 }
    // Unmoved rows first: a row that moves in between is then found among the moved rows, at the same position.
    const still = (await this.#reader.rowsOf({ ...asked, offset: 0 }, printer)).map(unmovedRow)
    const upTo = still.length > limit ? still.at(-1)?.position : undefined
    const moved = await this.#moved(asked, printer, upTo)
    const all = moved.length === 0 ? still : inOrder([...still, ...moved])
    const page = all.slice(0, limit)
    const rows = page.map(({ row }) => printer.print(row))
    return { rows, end: page.at(-1)?.position, snapshot, more: all.length > limit }
  }

  async #moved(
    request: FollowRequest & { readonly snapshot: string },
    printer: Printer,
    upTo: Position | undefined,
  ): Promise<readonly PositionedRow[]> {
    const { query, since, now, snapshot, limit, from, signal } = request
    const filter = await this.#reader.filterFor({ query, since, now }, signal)
    const range = { limit, ...(from && { after: from }), ...(upTo && { upTo }) }
    const rows = await this.#engine.query<Values>(movedOf(filter, printer.columns, range, snapshot), {
      signal,
      settings: settingsFor(printer.columns),
    })
    return rows.map(movedRow)
  }
}

function unmovedRow(row: Values): PositionedRow {
  const position = positionOf(row)
  if (position === undefined) throw new Error('a row without a position in the order of results')
  return { position, row }
}

/** The last three values of a moved row are its earlier sort key. */
function movedRow(row: Values): PositionedRow {
  const [recency, host, base_protocol] = row.slice(-3)
  const position = {
    lastupdatetime: 4_294_967_295 - Number(recency),
    host: String(host),
    base_protocol: String(base_protocol),
  }
  return { position, row }
}

/** Sorted by sort key, without duplicates. */
function inOrder(rows: readonly PositionedRow[]): readonly PositionedRow[] {
  const sorted = rows.toSorted((a, b) => compare(a.position, b.position))
  return sorted.filter(({ position }, index) => {
    const before = sorted[index - 1]
    return before === undefined || compare(before.position, position) !== 0
  })
}

function compare(a: Position, b: Position): number {
  return (
    b.lastupdatetime - a.lastupdatetime ||
    compareBytes(a.host, b.host) ||
    compareBytes(a.base_protocol, b.base_protocol)
  )
}

/** Compares texts as the engine does. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
