// State of a server's databases and disk for metrics and probes: queried rarely, answered quickly.
import { statfs } from 'node:fs/promises'
import type { Config } from '../../config/index.ts'
import type { BuildInfo, Metrics, Observed } from '../../door/index.ts'
import { observeWaitingJobs, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { programVersion } from '../version.ts'
import { keepLatest } from './latest.ts'

/**
 * In milliseconds: an answer stays fresh for five seconds, a scrape waits at most half a second, and a query unanswered for ten
 * seconds counts as down.
 */
const TIMES = { fresh: 5000, waitTime: 500, late: 10_000, giveUp: 60_000 }

/** What is observed. */
interface Surroundings {
  readonly config: Config
  readonly store: Pick<Store, 'info'>
  readonly state: Pick<State, 'db' | 'kind'>
}

/** Exports the surroundings as metrics. */
export function observeSurroundings(metrics: Metrics, surroundings: Surroundings): void {
  const { config, store, state } = surroundings
  metrics.watchBuild(buildOf(config, state.kind))
  const readStore = keepLatest(store.info, TIMES)
  const readTasks = keepLatest(() => observeWaitingJobs(state.db), TIMES)
  const readDisk = keepLatest(() => diskOf(config.data), TIMES)
  const observe = async (): Promise<Observed> => {
    const [stored, tasks, disk] = await Promise.all([readStore(), readTasks(), readDisk()])
    return { store: stored, tasks, disk, now: Date.now() }
  }
  metrics.watchObserved(observe)
  // The engine answers its first such question slowly: the first scrape then has its figures.
  void observe()
}

function buildOf(config: Config, state: BuildInfo['state']): BuildInfo {
  const isEmbedded = config['store.url'] === ''
  const servers = config['store.cluster'] === '' ? 'server' : 'cluster'
  return {
    version: programVersion(),
    node: process.versions.node,
    store: isEmbedded ? 'embedded' : servers,
    state,
    engineMemoryLimit: isEmbedded ? config['store.memoryLimit'] : undefined,
  }
}

async function diskOf(path: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { free: bavail * bsize, size: blocks * bsize }
}
