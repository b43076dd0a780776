// Opens the records of a data directory or of ClickHouse servers, as the settings say.
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { readExclusions } from '../../service/exclusion/index.ts'
import { Icons, withPictures } from '../../service/icon/index.ts'
import { createReadOnly, readOnlyStore } from '../../service/read-only/index.ts'
import { withVulnerabilities } from '../../service/vulnerability/index.ts'
import { openCommitLog, type State } from '../../state/index.ts'
import {
  openEmbeddedStore,
  openServerStore,
  type RepairReport,
  repairEmbeddedStore,
  type Store,
} from '../../store/index.ts'
import { parseServers } from '../../util/index.ts'
import { openAccountsState } from './accounts-location.ts'
import { dataFiles } from './data-directory.ts'
import { checkRecordsLocation, rememberRecordsLocation } from './records-location.ts'

/** Keeps the commit log, and receives notices about the records for the operator. */
interface StoreContext {
  readonly state: State
  readonly onNotice: (sentence: string) => void
}

/**
 * Opens the records of the settings. Fails with code `input` when another process has the data directory. Without a context the
 * commit log is in memory only: for a restore, which nobody reads before it is complete.
 */
export async function openStore(config: Config, context?: StoreContext): Promise<Store> {
  // Two for each running search (its page and the count beside it), one for each export, and two for imports and metrics.
  const connections = 2 * config['search.concurrency'] + config['export.concurrency'] + 2
  const limits = {
    maxExecutionSeconds: config['search.timeLimit'] / 1000,
    maxQueryMemoryBytes: config['search.memoryLimit'],
    ...(context && {
      log: (store: string, alone: boolean) => openCommitLog(context.state, store, alone),
      onNotice: context.onNotice,
    }),
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

/** The same for the records that the data directory remembers: fails with `input` when they are elsewhere than the settings say. */
export async function openKnownStore(config: Config, context: StoreContext): Promise<Store> {
  checkRecordsLocation(config)
  const store = await openStore(config, context)
  rememberRecordsLocation(config)
  store.exclude(await readExclusions(context.state.db))
  const { refuse } = createReadOnly({ state: context.state, setting: config.readOnly, now: Date.now })
  const { icons, vulnerabilities } = dataFiles(config.data)
  return readOnlyStore(withVulnerabilities(withPictures(store, new Icons(icons)), vulnerabilities), refuse)
}

/** Repairs the records in the data directory. Fails with code `input` when another process has it. */
export async function repairRecords(config: Config): Promise<RepairReport> {
  // Opening them finishes or rolls back interrupted changes, as far as damaged records allow.
  await openStoreAndState(config).then(
    (store) => store.close(),
    () => undefined,
  )
  return repairEmbeddedStore(dataFiles(config.data).records, { maxMemoryBytes: config['store.memoryLimit'] })
}

/**
 * The records with their log in the state database of the settings, closed together; notices go to standard error. With `anywhere`
 * the records need not be those of the data directory (used for copying them).
 */
export async function openStoreAndState(config: Config, { anywhere = false } = {}): Promise<Store> {
  return (await openStoreWithState(config, { anywhere })).store
}

/** The same, with the state database; closing the store closes both. */
export async function openStoreWithState(
  config: Config,
  { anywhere = false } = {},
): Promise<{ readonly store: Store; readonly state: State }> {
  const open = anywhere ? openStore : openKnownStore
  const state = await openAccountsState(config)
  const onNotice = (sentence: string): void => void process.stderr.write(`periplus: ${sentence}\n`)
  try {
    const store = await open(config, { state, onNotice })
    return { store: { ...store, close: () => store.close().finally(() => state.close()) }, state }
  } catch (error) {
    await state.close()
    throw error
  }
}
