// Databases of gowitness that hold more than a page needs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import { gowitnessImporter } from './index.ts'

/** A database with one page and as many headers of a size. */
function withHeaders(count: number, size: number): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'periplus-test-'))
  const database = new DatabaseSync(join(folder, 'a.sqlite3'))
  database.exec(`
    CREATE TABLE results (id INTEGER PRIMARY KEY, url TEXT, response_code INTEGER, perception_hash TEXT);
    CREATE TABLE headers (id INTEGER PRIMARY KEY, result_id INTEGER, key TEXT, value TEXT);
    INSERT INTO results VALUES (1, 'http://192.0.2.7/', 200, '');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO headers SELECT i, 1, 'X-' || i, printf('%.*c', ${size}, 'a') FROM n`)
  database.close()
  const bytes = readFileSync(join(folder, 'a.sqlite3'))
  rmSync(folder, { recursive: true })
  return bytes
}

it('leaves out what a page holds beyond 32 Mi characters', async () => {
  const bytes = withHeaders(6, 7 * 1024 * 1024)
  const [reading] = await readAll(gowitnessImporter, memoryInput('gowitness.sqlite3', bytes), NO_OPTIONS)
  if (reading?.kind !== 'observation') throw new Error('no page was read')
  expect(reading.observation.stated.header?.match(/^X-\d/gm)).toEqual(['X-1', 'X-2', 'X-3', 'X-4'])
})
