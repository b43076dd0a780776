// What reading scan files needs from a data directory: databases, rules, feeds, limits and folders.
import { availableParallelism } from 'node:os'
import { type Config, readConfig } from '../../config/index.ts'
import type { Locator } from '../../enrich/index.ts'
import type { RuleSource } from '../../rule/index.ts'
import type { ImportContext, ReadingContext } from '../../service/ingest/index.ts'
import type { LoadRequest } from '../../service/tag/index.ts'
import { dataFiles, dataPaths } from './data-directory.ts'

/** What an import needs besides the store and the location of its rejects. */
type ImportTools = ReadingTools &
  Pick<ImportContext, 'checkpoints' | 'feeds' | 'keepIcon' | 'keepPicture' | 'rejectsLimit'>

/** What reading the files of an import needs. */
type ReadingTools = Pick<
  ReadingContext,
  'databases' | 'bodyLimit' | 'lineLimit' | 'limits' | 'rules' | 'enrichingThreads'
>

/** What the import command needs besides the store: the offline databases and the locations of its files. */
export async function importTools(options: {
  readonly data?: string
  readonly rejects?: string
}): Promise<ImportTools & Pick<ImportContext, 'rejectsPath'>> {
  const config = readConfig({ flags: { data: options.data } })
  const tools = await openImportTools(config)
  const enrichingThreads = enrichingThreadsOf(config, ALL_PROCESSORS)
  return {
    ...tools,
    enrichingThreads,
    rejectsPath: (importId) => options.rejects ?? rejectsPath(config, importId),
  }
}

/** The location and network databases currently in use. */
export async function openDatabases(config: Config): Promise<Locator> {
  const [{ openLocator }, { replacedDatabases }] = await Promise.all([
    import('../../enrich/index.ts'),
    import('../../service/feed/index.ts'),
  ])
  return openLocator(replacedDatabases(dataFiles(config.data).feeds))
}

/** What imports with these settings need. */
export async function openImportTools(config: Config): Promise<ImportTools> {
  const [{ Icons }, { Screenshots }] = await Promise.all([
    import('../../service/icon/index.ts'),
    import('../../service/screenshot/index.ts'),
  ])
  const files = dataFiles(config.data)
  const icons = new Icons(files.icons)
  const screenshots = new Screenshots(files.screenshots, config['import.screenshots'])
  const rejectsLimit = config['import.rejectsLimit']
  return {
    ...(await toolsOf(config)),
    feeds: await openFeedsToLoad(config),
    checkpoints: files.imports,
    rejectsLimit,
    keepIcon: (bytes) => icons.keep(bytes),
    keepPicture: (picture) => screenshots.keep(picture),
  }
}

/** The current feeds, which give addresses tags. */
async function openFeedsToLoad(config: Config): Promise<LoadRequest> {
  const [{ openFeeds }, { feedsToLoad }] = await Promise.all([
    import('./open-feeds.ts'),
    import('../../service/tag/index.ts'),
  ])
  const feeds = openFeeds(config)
  const { compiled } = dataFiles(config.data)
  return { feeds: feedsToLoad(feeds, await feeds.list()), compiled }
}

/** What reading files needs; creates no data directory. */
export async function readingTools(options: { readonly data?: string }): Promise<ReadingTools> {
  const config = readConfig({ flags: { data: options.data } })
  return { ...(await toolsOf(config)), enrichingThreads: enrichingThreadsOf(config, ALL_PROCESSORS) }
}

async function toolsOf(config: Config): Promise<ReadingTools> {
  const { replacedDatabases } = await import('../../service/feed/index.ts')
  return {
    databases: replacedDatabases(dataPaths(config.data).feeds),
    rules: rulesOf(config),
    enrichingThreads: enrichingThreadsOf(config, HALF_OF_THEM),
    bodyLimit: config['import.bodyLimit'],
    lineLimit: config['import.lineLimit'],
    limits: { maxExpansion: config['import.maxExpansion'], maxUnpacked: config['import.maxUnpacked'] },
  }
}

/** The share of the processors that an import uses: a server leaves some to searches. */
const ALL_PROCESSORS = 1
const HALF_OF_THEM = 0.5

/** More threads read no faster than the store writes. */
const MOST_THREADS = 4

/** Threads that enrich beside the one that reads. */
function enrichingThreadsOf(config: Config, share: number): number {
  const threads = config['import.threads'] || Math.min(MOST_THREADS, availableParallelism() * share)
  return Math.max(0, Math.floor(threads) - 1)
}

/** The rules that recognise products in records; undefined where the settings turn them off. */
export function rulesOf(config: Config): RuleSource | undefined {
  return config['import.rules'] ? { directory: dataPaths(config.data).rules } : undefined
}

/** Where the rejects of an import go unless the user says otherwise. */
export function rejectsPath(config: Config, importId: string): string {
  return `${dataFiles(config.data).rejects}/${importId}.ndjson`
}
