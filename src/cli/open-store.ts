import type { Config } from '../config/index.ts'
import { AppError } from '../error/index.ts'
import { openEmbeddedStore, openServerStore, type Store } from '../store/index.ts'
import { parseServers } from '../util/index.ts'
import { dataFiles } from './data-directory.ts'

/** Opens the records of the settings. Fails with code `input` when another process has the data directory. */
export async function openStore(config: Config): Promise<Store> {
  // One for each search and export that runs, and two for imports and figures.
  const connections = config['search.concurrency'] + config['export.concurrency'] + 2
  const limits = {
    maxExecutionSeconds: config['search.timeLimit'] / 1000,
    maxQueryMemoryBytes: config['search.memoryLimit'],
  }
  if (config['store.url'] !== '') return openServerStore({ ...limits, connections, ...serversOf(config) })
  return openEmbeddedStore(dataFiles(config.data).records, {
    ...limits,
    maxMemoryBytes: config['store.memoryLimit'],
    sessions: connections,
  })
}

function serversOf(config: Config): Pick<Parameters<typeof openServerStore>[0], 'servers' | 'cluster'> {
  const servers = parseServers(config['store.url'])
  if (servers === undefined) throw new AppError('input', 'store.url names no servers')
  return { servers, cluster: config['store.cluster'] || undefined }
}
