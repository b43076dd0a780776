// An embedded store in a directory of its own, for one test file: a process has at most one open.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedOptions, openEmbeddedStore, type Store } from '../../src/store/index.ts'

/** The store, its directory, and what closes it and removes everything. */
export interface TemporaryStore {
  readonly store: Store
  readonly directory: string
  readonly close: () => Promise<void>
}

/** Opens an empty store. */
export async function openTemporaryStore(options: EmbeddedOptions = {}): Promise<TemporaryStore> {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-store-'))
  const store = await openEmbeddedStore(directory, options)
  return {
    store,
    directory,
    close: async () => {
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
