// Layouts of amass's database without a sample, and databases that are none.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, readAll } from '../../../test/support/importer.ts'
import { detectFormat, makeSample } from '../detect.ts'
import { IMPORTERS, REFUSALS } from '../registry.ts'
import { namesImporter } from './index.ts'

function databaseOf(sql: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'periplus-test-'))
  const path = join(folder, 'a.sqlite3')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

const ENTITIES = `
  CREATE TABLE entities(entity_id INTEGER PRIMARY KEY, updated_at DATETIME, etype TEXT, content TEXT);
  CREATE TABLE edges(edge_id INTEGER PRIMARY KEY, updated_at DATETIME, etype TEXT, content TEXT,
    from_entity_id INTEGER, to_entity_id INTEGER);
  INSERT INTO entities VALUES (1, '2026-03-01 10:00:00', 'FQDN', '{"name":"www.example.com"}'),
    (2, '2026-03-01 10:00:00', 'IPAddress', '{"address":"2001:db8::7","type":"IPv6"}'), (3, '', 'FQDN', '{"na');
  INSERT INTO edges VALUES
    (1, '2026-03-02 10:00:00', 'BasicDNSRelation', '{"label":"dns_record","header":{"rr_type":28}}', 1, 2),
    (2, '2026-03-02 10:00:00', 'BasicDNSRelation', '{"label":"dns_record","header":{"rr_type":5}}', 1, 3),
    (3, '2026-03-02 10:00:00', 'SimpleRelation', '{"label":"node"}', 1, 2)`

const read = (bytes: Uint8Array, port?: number) =>
  readAll(namesImporter, memoryInput('amass.sqlite', bytes), { ...NO_OPTIONS, port })

it('entities and edges are read', async () => {
  expect(await read(databaseOf(ENTITIES), 443)).toMatchObject([
    {
      kind: 'observation',
      observation: {
        ...{ reached: 'www.example.com', time: Date.UTC(2026, 2, 2, 10) },
        stated: { ip: '2001:db8::7' },
      },
    },
  ])
})

it('a graph without a port is refused with the advice to state one', () => {
  const sample = makeSample('amass.sqlite', databaseOf(ENTITIES), true)
  expect(detectFormat(sample, IMPORTERS, REFUSALS)).toMatchObject({
    kind: 'refusal',
    refusal: { advice: expect.stringContaining('--port') },
  })
})

it('views and other databases give a note', async () => {
  const view = ENTITIES.replaceAll('entities', 'nodes').replace(
    'CREATE TABLE edges',
    'CREATE VIEW entities AS SELECT * FROM nodes; CREATE TABLE edges',
  )
  const note = [{ kind: 'note', text: 'the database is not a graph of amass' }]
  expect(await read(databaseOf(view), 443)).toEqual(note)
  expect(await read(databaseOf('CREATE TABLE entities(content TEXT)'), 443)).toEqual(note)
})
