// The sources of tags, loaded in the background of a running server and replaced as a whole.
import { type Locator, openLocator } from '../../enrich/index.ts'
import type { LocatedBy, SourceSet, TagContext } from '../../tag/index.ts'
import {
  activeVersion,
  type FeedManager,
  type FeedRow,
  isDatabase,
  replacedDatabases,
} from '../feed/index.ts'
import { feedsAt, versionsBefore } from './earlier.ts'
import { replaceLargeFile } from '../../disk/index.ts'
import { type FeedToLoad, loadLocator, loadSourceSet } from './load/index.ts'

/** Sources and databases that belong together; a running task keeps those it started with. */
type TagSources = Required<Pick<TagContext, 'sources' | 'locate' | 'locatedBy'>> & Pick<TagContext, 'earlier'>

/** Where sources are read from. */
interface LiveSourcesOptions {
  readonly feeds: Pick<FeedManager, 'list' | 'pathOf'>
  /** Directory of the feeds, which also contains the databases. */
  readonly directory: string
  /** Path of the compiled file, which speeds up the next start. */
  readonly compiled: string
  /**
   * The bundled databases of locations and networks are read at the first look-up, and no more of them than few look-ups need: for
   * commands, most of which look up less than reading all of them is worth.
   */
  readonly forCommand?: boolean
  /** Called when loading failed and the earlier sources stay in use, and for feeds that cannot be used. */
  readonly onError?: ((error: unknown) => void) | undefined
}

interface Loaded {
  readonly sources: SourceSet
  /** The stored earlier versions. */
  readonly earlier: readonly SourceSet[]
  readonly locator: Locator
}

/** No compiled file: what is loaded for an earlier moment is not stored. */
const NOWHERE = ''

/** Holds the current sources of a process. Nothing is loaded before the first use. */
export class LiveSources {
  readonly #options: LiveSourcesOptions
  #current: Promise<Loaded> | undefined
  #locator: { readonly of: string; readonly locator: Promise<Locator> } | undefined
  /** The most recently used sources of an earlier moment. */
  #past: { readonly key: string; readonly set: ReturnType<typeof loadSourceSet> } | undefined
  #saved: Promise<void> = Promise.resolve()
  #ready = false
  #building = false
  #changed = (): void => {}
  #again = false

  constructor(options: LiveSourcesOptions) {
    this.#options = options
  }

  /** Whether sources are loaded; until then, callers wait. */
  get ready(): boolean {
    return this.#ready
  }

  /** The sources in use; waits only for the first ones. */
  async current(): Promise<TagSources> {
    const { sources, earlier, locator } = await this.#first()
    return { sources, earlier, locate: locator.locate, locatedBy: describe(locator) }
  }

  /**
   * The sources as of a moment (milliseconds UTC): for each feed the version in use then, if it is still stored. Feeds added later are
   * left out. The databases of locations and networks are the current ones.
   */
  async asOf(time: number): Promise<TagSources> {
    const seconds = Math.floor(time / 1000)
    const rows = feedsAt(await this.#options.feeds.list(), seconds)
    const feeds = this.#toLoad(rows)
    const key = JSON.stringify(feeds.map(({ path }) => path))
    const [{ sources }, locator] = await Promise.all([this.#setOf(key, feeds), this.#databases()])
    return { sources, locate: locator.locate, locatedBy: describe(locator) }
  }

  /** The next call reads again what could not be read. */
  #setOf(key: string, feeds: readonly FeedToLoad[]): ReturnType<typeof loadSourceSet> {
    if (this.#past?.key === key) return this.#past.set
    const set = loadSourceSet({ feeds, compiled: NOWHERE })
    this.#past = { key, set }
    const forget = (): void => {
      if (this.#past?.set === set) this.#past = undefined
    }
    set.then(({ sources }) => {
      if (sources.failures.length > 0) forget()
    }, forget)
    return set
  }

  /** Reloads in the background; concurrent calls cause one more reload. */
  reload(): void {
    if (this.#current === undefined) return
    this.#again = true
    if (!this.#building) void this.#reload()
  }

  /** Calls a function after each reload. */
  watch(changed: () => void): void {
    this.#changed = changed
  }

  /** Stops reloading and waits for pending writes. */
  async close(): Promise<void> {
    this.#again = false
    await this.#saved
  }

  #first(): Promise<Loaded> {
    this.#current ??= this.#load().catch((error: unknown) => {
      this.#current = undefined
      throw error
    })
    return this.#current
  }

  async #reload(): Promise<void> {
    this.#building = true
    while (this.#again) {
      this.#again = false
      try {
        const next = await this.#load()
        this.#current = Promise.resolve(next)
        this.#changed()
      } catch (error) {
        this.#options.onError?.(error)
      }
    }
    this.#building = false
  }

  async #load(): Promise<Loaded> {
    const { compiled: path, onError = () => {} } = this.#options
    const rows = await this.#options.feeds.list()
    const [{ sources, compiled }, earlier, locator] = await Promise.all([
      loadSourceSet({ feeds: this.#toLoad(rows), compiled: path }),
      this.#earlier(rows),
      this.#databases(),
    ])
    if (compiled !== undefined) this.#saved = replaceLargeFile(path, compiled).catch(onError)
    for (const { name, reason } of sources.failures)
      onError(new Error(`the feed ${name} cannot be used: ${reason}`))
    this.#ready = true
    return { sources, earlier, locator }
  }

  /** One set per rank of version, because a set contains each feed once. */
  async #earlier(rows: readonly FeedRow[]): Promise<readonly SourceSet[]> {
    const sets: SourceSet[] = []
    for (const [rank, before] of versionsBefore(rows).entries()) {
      const path = this.#options.compiled.replace(/(\.\w+)?$/, `-earlier-${rank + 1}$1`)
      const { sources, compiled } = await loadSourceSet({ feeds: this.#toLoad(before), compiled: path })
      if (compiled !== undefined) await replaceLargeFile(path, compiled)
      sets.push(sources)
    }
    return sets
  }

  /** The databases, read again only when others replace them. */
  #databases(): Promise<Locator> {
    const options = replacedDatabases(this.#options.directory)
    const of = JSON.stringify(options)
    if (this.#locator?.of !== of) {
      const { city, network } = options
      const isBundled = city === undefined && network === undefined
      const isLater = this.#options.forCommand === true && isBundled
      const locator = isLater ? Promise.resolve(openLocator()) : loadLocator(options)
      locator.catch(() => {
        this.#locator = undefined
      })
      this.#locator = { of, locator }
    }
    return this.#locator.locator
  }

  #toLoad(rows: readonly FeedRow[]): readonly FeedToLoad[] {
    return feedsToLoad(this.#options.feeds, rows)
  }
}

/** What to load for feeds, without the databases among them. */
export function feedsToLoad(
  feeds: Pick<FeedManager, 'pathOf'>,
  rows: readonly FeedRow[],
): readonly FeedToLoad[] {
  return rows
    .filter(({ kind }) => !isDatabase(kind))
    .map((feed) => ({ facts: factsOf(feed), path: feeds.pathOf(feed) }))
}

function factsOf(feed: FeedRow): FeedToLoad['facts'] {
  const { label, licence, sha256, retrievedAt, since } = activeVersion(feed)
  return {
    name: feed.name,
    kind: feed.kind,
    url: feed.url ?? undefined,
    version: label ?? undefined,
    licence: feed.licence ?? licence ?? undefined,
    sha256,
    retrievedAt,
    since,
    tags: feed.tags ?? undefined,
    basis: feed.basis ?? undefined,
    confidence: feed.confidence ?? undefined,
    override: feed.override,
    columns: feed.columns,
  }
}

function describe({ databases }: Locator): readonly LocatedBy[] {
  const categories = ['geography', 'network'] as const
  return databases.map(({ name, built, licence, attribution }, place) => ({
    name,
    category: categories[place] ?? 'network',
    built,
    licence,
    attribution,
  }))
}
