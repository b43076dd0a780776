// Deletions that a full disk left empty or cut: the records open, and nothing is lost or double.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-cut-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** The directories of tables that hold parts. */
function tables(): readonly string[] {
  const store = join(directory, 'engine', 'store')
  return readdirSync(store)
    .flatMap((group) => readdirSync(join(store, group)).map((table) => join(store, group, table)))
    .filter((table) => readdirSync(table).some((name) => /^all_\d/.test(name)))
}

it('are dropped, and the records open', async () => {
  const notices: string[] = []
  const open = () => openEmbeddedStore(directory, { onNotice: (sentence) => void notices.push(sentence) })
  const record = (time: number) => asset({ reached: '192.0.2.1', port: 80, lastupdatetime: time })
  const store = await open()
  await store.write([record(1_760_000_000)])
  await store.write([record(1_770_000_000)])
  await store.close()
  for (const table of tables()) {
    writeFileSync(join(table, 'mutation_90.txt'), '')
    writeFileSync(join(table, 'mutation_91.txt'), 'format version: 1\ncreate time: 2026-')
  }
  const again = await open()
  expect((await again.info()).records).toBe(1)
  await again.write([record(1_780_000_000)])
  await again.flush()
  expect((await again.info()).records).toBe(1)
  await again.close()
  expect(notices.join()).toMatch(/^\d+ deletions that a full disk had cut off were dropped/)
})
