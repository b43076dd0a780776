// Records of which a part was seen again: only their times change. The engine itself copies their rows, once per unit, so that this
// process neither reads nor writes long texts. Where all of a record was seen again, the row of the observation is written instead:
// of few rows to copy the engine reads many others, because rows are stored 64 together.
import { type MergeColumns, SEEN_AGAIN_CHANGES } from '../../asset/index.ts'
import { encodeValue, encodeValues, identityOf, type Move, WRITTEN_COLUMNS } from '../schema/encode.ts'
import { COLUMNS } from '../schema/index.ts'
import type { Backend } from './backend.ts'
import { Lines } from './lines.ts'

/** A record that was only seen again: its line of the list. */
export interface SeenAgain {
  readonly key: string
  readonly line: string
}

/** The columns of the list, in order. A copy takes the changed ones from the list instead of the row. */
const LISTED = ['reached', 'port', 'base_protocol', 'source', ...SEEN_AGAIN_CHANGES, 'moved'] as const

/** The row with the number `writeId` is copied with new values of the changed columns. */
export function seenAgain(
  key: string,
  columns: MergeColumns,
  moves: readonly Move[],
  writeId: number,
): SeenAgain {
  const changed = SEEN_AGAIN_CHANGES.map((column) => encodeValue(column, columns[column]))
  return { key, line: `${encodeValues([...identityOf(key), writeId, ...changed, moves])}\n` }
}

/**
 * One thread, and parts of the size that inserts make: indexing the words of a block takes many times its own memory, and a small
 * part costs three times as much per row.
 */
const COPYING = {
  max_block_size: 4096,
  max_threads: 1,
  max_insert_threads: 1,
  min_insert_block_size_rows: 50_000,
  min_insert_block_size_bytes: 64 * 1024 * 1024,
  max_memory_usage: 0,
  use_skip_indexes: 0,
} as const

/** The records of one unit that were only seen again. */
export class SeenAgainList {
  #keys = new Set<string>()
  #lines = new Lines()
  #copying: Promise<unknown> = Promise.resolve()

  /** The number of records to copy. */
  get size(): number {
    return this.#keys.size
  }

  /** The identities to copy. */
  get keys(): ReadonlySet<string> {
    return this.#keys
  }

  /** Whether the list contains one of the identities. */
  hasAny(keys: ReadonlySet<string>): boolean {
    return this.#keys.size > 0 && keys.values().some((key) => this.#keys.has(key))
  }

  add({ key, line }: SeenAgain): void {
    this.#keys.add(key)
    this.#lines.add(line)
  }

  /** Copies the rows under a new write number, after running copies. The list is emptied at once. */
  copy(backend: Backend, writeId: number): Promise<void> {
    const bytes = [...this.#lines.pieces(new Set())]
    this.#keys = new Set()
    this.#lines = new Lines()
    const copied = this.#copying.then(() => copyRows(backend, bytes, writeId))
    this.#copying = copied.catch(() => {})
    return copied
  }
}

async function copyRows(backend: Backend, bytes: readonly Uint8Array[], writeId: number): Promise<void> {
  const { engine, seenAgain: list } = backend
  await engine.command(`TRUNCATE TABLE ${list}`)
  await engine.insert({ table: list, columns: LISTED, bytes }, {})
  await backend.copy(copyOf(list, writeId), COPYING, writeId)
  await engine.command(`TRUNCATE TABLE ${list}`)
}

function copyOf(list: string, writeId: number): string {
  const fromList: ReadonlySet<string> = new Set([...SEEN_AGAIN_CHANGES, 'moved'])
  const values = WRITTEN_COLUMNS.map((column) => `${fromList.has(column) ? 'listed' : 'stored'}.${column}`)
  return `INSERT INTO records (${WRITTEN_COLUMNS.join(', ')}, write_id)
    SELECT ${values.join(', ')}, ${writeId} FROM (
      SELECT id, write_id, ${[...COLUMNS.filter((column) => !fromList.has(column)), 'odd_letters'].join(', ')}
      FROM records WHERE id IN (SELECT id FROM ${list})
    ) AS stored INNER JOIN ${list} AS listed ON stored.id = listed.id AND stored.write_id = listed.source`
}
