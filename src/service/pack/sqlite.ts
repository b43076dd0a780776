// Writes the ranges into an SQLite file: look up the last range in `range` that starts at or before an address.
import { Buffer } from 'node:buffer'
import { DatabaseSync } from 'node:sqlite'
import type { SourceRow } from '../../tag/index.ts'
import type { PackEntry, PackRange } from './range.ts'

const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE source (name TEXT PRIMARY KEY, url TEXT, version TEXT, licence TEXT, state TEXT, stated_at TEXT, retrieved_at TEXT)
    WITHOUT ROWID;
  CREATE TABLE entry (id INTEGER PRIMARY KEY, tags TEXT NOT NULL, confidence TEXT NOT NULL, sources TEXT NOT NULL, date TEXT NOT NULL);
  CREATE TABLE range (first BLOB PRIMARY KEY, last BLOB NOT NULL, entry INTEGER NOT NULL REFERENCES entry (id)) WITHOUT ROWID;
`

/** The metadata of a file, and its sources. */
interface SqliteFacts {
  readonly meta: Readonly<Record<string, string>>
  readonly sources: readonly SourceRow[]
}

/** Writes a new file; the ranges must be disjoint. Returns their number. */
export function writeSqlite(
  path: string,
  ranges: Iterable<PackRange>,
  { meta, sources }: SqliteFacts,
): number {
  const db = new DatabaseSync(path)
  try {
    db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${SCHEMA} BEGIN`)
    const putMeta = db.prepare('INSERT INTO meta VALUES (?, ?)')
    for (const [name, value] of Object.entries(meta)) putMeta.run(name, value)
    const putSource = db.prepare('INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?)')
    for (const { name, url, version, licence, state, stated_at, retrieved_at } of sources)
      putSource.run(name, url, version, licence, state, stated_at, retrieved_at)
    const count = putRanges(db, ranges)
    db.exec('COMMIT')
    return count
  } finally {
    db.close()
  }
}

function putRanges(db: DatabaseSync, ranges: Iterable<PackRange>): number {
  const putEntry = db.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?)')
  const putRange = db.prepare('INSERT INTO range VALUES (?, ?, ?)')
  const ids = new Map<PackEntry, number>()
  let count = 0
  for (const { version, first, last, entry } of ranges) {
    let id = ids.get(entry)
    if (id === undefined) {
      id = ids.size + 1
      ids.set(entry, id)
      const { tags, confidence, sources, date } = entry
      putEntry.run(id, JSON.stringify(tags), JSON.stringify(confidence), JSON.stringify(sources), date)
    }
    putRange.run(blobOf(version, first), blobOf(version, last), id)
    count++
  }
  return count
}

const MAPPED = 0xffff_0000_0000n

/** 16 bytes, most significant first; IPv4 as `::ffff:0:0/96`. */
function blobOf(version: 4 | 6, value: bigint): Buffer {
  return Buffer.from((version === 4 ? MAPPED | value : value).toString(16).padStart(32, '0'), 'hex')
}
