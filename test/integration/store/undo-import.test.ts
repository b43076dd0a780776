// Imports that are undone at the same time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { openEmbeddedStore, type Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-store-'))
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(directory)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

function seenBy(importId: string, time: number): Asset {
  const seen = asset({ reached: 'shared.example.com', lastupdatetime: time, title: 'same' })
  return { ...seen, content_time: time, content_import: importId, imports: [[importId, time, time]] }
}

it('a record that only they observed is gone', async () => {
  await store.write([seenBy('a', 1_700_000_000)])
  await store.write([seenBy('b', 1_700_000_100)])
  expect(await store.traceOf('a')).toEqual({ alone: 0, shared: 1 })
  const taken = await Promise.all([store.undoImport('a'), store.undoImport('b')])
  expect(taken.reduce((sum, { removed }) => sum + removed, 0)).toBe(1)
  expect(await store.traceOf('a')).toEqual({ alone: 0, shared: 0 })
  expect(await store.traceOf('b')).toEqual({ alone: 0, shared: 0 })
})
