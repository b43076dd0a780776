// Parts whose files are shorter than the engine meant them to be, as a disk that fills leaves them.
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../../src/sql/index.ts'
import { CutParts } from '../../../src/store/engine/embedded/cut-parts.ts'
import { dropEmptyParts } from '../../../src/store/engine/embedded/empty-parts.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'
import { openEmbeddedStore } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-cut-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let data: string
let engine: EmbeddedEngine

/** Two parts of two records each. */
beforeEach(async () => {
  data = mkdtempSync(join(directory, 'data-'))
  const store = await openEmbeddedStore(data, { compactionInterval: 60_000 })
  for (const port of [80, 443]) {
    await store.write([1, 2].map((host) => asset({ reached: `192.0.2.${host}`, port })))
    await store.flush()
  }
  await store.close()
  engine = new EmbeddedEngine(join(data, 'engine'), {
    ...{ maxExecutionSeconds: 10, maxQueryMemoryBytes: 2 ** 29, maxMemoryBytes: 2 ** 30, sessions: 2 },
  })
})
afterEach(() => engine.close())

/** The records, the active parts, and the parts that were set aside. */
async function stored(): Promise<readonly number[]> {
  const [row = []] = await engine.query<number[]>(
    sql`SELECT (SELECT count() FROM records), (SELECT count() FROM system.parts WHERE active AND table = 'records'),
      (SELECT count() FROM system.detached_parts)`,
  )
  return row.map(Number)
}

/** Cuts a file of the active part with the most blocks. */
async function cut(file: string): Promise<void> {
  const [[path = ''] = []] = await engine.query<[string]>(
    sql`SELECT path FROM system.parts WHERE active AND table = 'records'
      ORDER BY max_block_number - min_block_number DESC, max_block_number DESC LIMIT 1`,
  )
  truncateSync(join(path, file), 0)
}

const DISK_FULL = '503 Service Unavailable: the disk of the data directory is full'

it('finds nothing wrong with whole parts, deleted rows included', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  await parts.check()
  await engine.command(`DELETE FROM records WHERE port = 443 AND reached = '192.0.2.1'`)
  await engine.command('OPTIMIZE TABLE records FINAL')
  await parts.check()
  expect(await stored()).toEqual([3, 1, 0])
})

it.each(['checksums.txt', 'columns.txt', 'count.txt', 'host.bin', 'data.bin'])(
  'fails for an insert whose %s is cut, and removes it',
  async (file) => {
    const [named] = await engine.query<[number]>(
      sql`SELECT count() FROM system.parts WHERE table = 'records' AND part_type = 'Compact'`,
    )
    // Small parts have one file for all columns.
    const isThere = file.endsWith('.txt') || Number(named?.[0]) > 0 === (file === 'data.bin')
    if (!isThere) return
    const notices: string[] = []
    await cut(file)
    const parts = new CutParts(engine, join(data, 'engine'), (text) => notices.push(text))
    await expect(parts.check()).rejects.toThrow(DISK_FULL)
    expect(await stored()).toEqual([2, 1, 0])
    expect(notices).toEqual(['the disk was full: 1 incomplete parts of the records are set aside'])
    await parts.check()
  },
)

it('fails for a cut insert that another check found', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  const insert = parts.during(async () => {
    await engine.command('INSERT INTO records SELECT * REPLACE (8080 AS port) FROM records LIMIT 1')
    await cut('checksums.txt')
    await expect(parts.check()).rejects.toThrow(DISK_FULL)
  })
  await expect(insert).rejects.toThrow(DISK_FULL)
  expect((await stored())[0]).toBe(4)
})

it('brings the parts back that a cut merge replaced', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  await parts.check()
  await engine.command('OPTIMIZE TABLE records FINAL')
  await cut('checksums.txt')
  await expect(parts.check()).rejects.toThrow(DISK_FULL)
  expect(await stored()).toEqual([4, 2, 0])
})

it('brings the part back that a cut deletion replaced, and the deletion is done again', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  await parts.check()
  await engine.command(`DELETE FROM records WHERE port = 443 AND reached = '192.0.2.1'`)
  await cut('checksums.txt')
  await expect(parts.check()).rejects.toThrow(DISK_FULL)
  await expect.poll(stored).toEqual([3, 2, 0])
})

it('brings the parts back that a cut merge replaced before parts without a live row are dropped', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  await parts.check()
  await engine.command('OPTIMIZE TABLE records FINAL')
  await engine.command(
    'INSERT INTO records SELECT * REPLACE (8080 AS port) FROM records WHERE port > 80 LIMIT 1',
  )
  await engine.command('DELETE FROM records WHERE port = 8080')
  await cut('checksums.txt')
  await expect(dropEmptyParts(engine, parts)).rejects.toThrow(DISK_FULL)
  await expect.poll(async () => (await stored())[0]).toBe(4)
})

it('loads the records again when a deletion is cut too', async () => {
  const parts = new CutParts(engine, join(data, 'engine'))
  await engine.command('DELETE FROM records WHERE port = 80')
  await engine.command('OPTIMIZE TABLE records FINAL')
  await engine.command('DELETE FROM records WHERE port = 8080')
  const [[path = ''] = []] = await engine.query<[string]>(
    sql`SELECT data_paths[1] FROM system.tables WHERE name = 'records'`,
  )
  const deletions = readdirSync(path).filter((name) => name.startsWith('mutation_'))
  truncateSync(join(path, deletions.sort(byNumber).at(-1) ?? ''), 0)
  await cut('checksums.txt')
  await expect(parts.check()).rejects.toThrow(DISK_FULL)
  await expect.poll(async () => (await stored())[0]).toBe(2)
})

const byNumber = (one: string, other: string): number =>
  Number(/\d+/.exec(one)?.[0]) - Number(/\d+/.exec(other)?.[0])

it('keeps what a merge replaced for minutes, which the engine by itself does not', async () => {
  const definitions = await engine.query<[string, string]>(
    sql`SELECT engine_full, (SELECT value FROM system.merge_tree_settings WHERE name = 'old_parts_lifetime')
      FROM system.tables WHERE name = 'records'`,
  )
  expect(definitions).toEqual([[expect.stringContaining('old_parts_lifetime = 480'), '0']])
})
