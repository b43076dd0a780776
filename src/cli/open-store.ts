import type { Config } from '../config/index.ts'
import { AppError } from '../error/index.ts'
import { openEmbeddedStore, type Store } from '../store/index.ts'
import { dataFiles } from './data-directory.ts'

/** Opens the records of the settings. Fails with code `input` when another process has the data directory. */
export async function openStore(config: Config): Promise<Store> {
  if (config['store.url'] !== '') {
    throw new AppError(
      'input',
      'store.url: this version keeps records in the data directory only; leave it empty',
    )
  }
  return openEmbeddedStore(dataFiles(config.data).records, {
    maxExecutionSeconds: config['search.timeLimit'] / 1000,
    maxQueryMemoryBytes: config['search.memoryLimit'],
    maxMemoryBytes: config['store.memoryLimit'],
    // One for each search and export that runs, and two for imports and figures.
    sessions: config['search.concurrency'] + config['export.concurrency'] + 2,
  })
}
