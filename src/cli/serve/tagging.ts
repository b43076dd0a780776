// Opens tagging in a server: sources, feeds and tasks.
import type { Config } from '../../config/index.ts'
import type { Metrics } from '../../door/index.ts'
import type { Jobs } from '../../job/index.ts'
import type { AccountService } from '../../service/account/index.ts'
import type { FeedManager } from '../../service/feed/index.ts'
import { LiveSources, openTagging, type Tagging } from '../../service/tag/index.ts'
import type { State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles } from '../data/data-directory.ts'
import { openFeeds } from '../data/open-feeds.ts'

/** What tagging needs. */
interface TaggingParts {
  readonly config: Config
  readonly state: State
  readonly jobs: Jobs
  readonly accounts: AccountService
  readonly store: Store
  readonly metrics: Pick<Metrics, 'tagged'>
  readonly onError: (error: unknown) => void
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** Open tagging services. */
interface OpenTagging {
  readonly tagging: Tagging
  readonly feeds: FeedManager
  readonly sources: LiveSources
  /** Stops background work. */
  readonly close: () => Promise<void>
}

const MINUTE = 60_000

/** Opens sources, tasks and feeds of a server process; tasks left by an earlier process resume at once. */
export function startTagging(parts: TaggingParts): OpenTagging {
  const { config, state, jobs, accounts, store, metrics, onError, now } = parts
  const files = dataFiles(config.data)
  const feeds = openFeeds(config, () => sources.reload(), now)
  const sources = new LiveSources({ feeds, directory: files.feeds, compiled: files.compiled, onError })
  const tagging = openTagging({
    sources,
    observe: store.observe,
    now,
    state,
    accounts,
    jobs,
    concurrency: config['tag.concurrency'],
    directory: config['tag.results'] || files.results,
    linkExpiry: config['tag.linkExpiry'],
    onTagged: (stats) => {
      for (const result of ['ok', 'invalid', 'duplicate'] as const) metrics.tagged(result, stats[result])
    },
  })
  const stop = inBackground(onError, [[MINUTE, () => feeds.updateDue(config['feed.interval'])]])
  return {
    tagging,
    feeds,
    sources,
    close: async () => {
      stop()
      await sources.close()
    },
  }
}

/** Repeats work; runs of the same work never overlap. */
function inBackground(
  onError: (error: unknown) => void,
  works: readonly (readonly [every: number, work: () => Promise<void>])[],
): () => void {
  const timers = works.map(([every, work]) => {
    let busy = false
    return setInterval(() => {
      if (busy) return
      busy = true
      work()
        .catch(onError)
        .finally(() => {
          busy = false
        })
    }, every).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
