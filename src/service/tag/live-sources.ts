// The sources that tags are made of, rebuilt beside the running program and swapped in whole.
import { type LocatorOptions, openLocator } from '../../enrich/index.ts'
import { buildSources, type LocatedBy, type SourceInput, type TagContext } from '../../tag/index.ts'
import { activeVersion, type FeedManager, isDatabase, replacedDatabases } from '../feed/index.ts'

/** Sources and databases that belong together; a running task keeps the one it began with. */
export type TagSources = Required<Pick<TagContext, 'sources' | 'locate' | 'locatedBy'>>

/** Where sources are read from. */
export interface LiveSourcesOptions {
  readonly feeds: Pick<FeedManager, 'list' | 'load'>
  /** Directory of the feeds, for the databases that stand in it. */
  readonly directory: string
  /** Told of a rebuilding that failed; the sources before it stay in use. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Holds the current sources of a process. Nothing is read before they are asked for the first time. */
export class LiveSources {
  readonly #options: LiveSourcesOptions
  #current: Promise<TagSources> | undefined
  #building = false
  #again = false

  constructor(options: LiveSourcesOptions) {
    this.#options = options
  }

  /** The sources in use; waits for the first ones only. */
  current(): Promise<TagSources> {
    this.#current ??= this.#build().catch((error: unknown) => {
      this.#current = undefined
      throw error
    })
    return this.#current
  }

  /** Rebuilds in the background; many calls at once make one more rebuilding. */
  reload(): void {
    if (this.#current === undefined) return
    this.#again = true
    if (!this.#building) void this.#rebuild()
  }

  async #rebuild(): Promise<void> {
    this.#building = true
    while (this.#again) {
      this.#again = false
      try {
        const next = await this.#build()
        this.#current = Promise.resolve(next)
      } catch (error) {
        this.#options.onError?.(error)
      }
    }
    this.#building = false
  }

  async #build(): Promise<TagSources> {
    const sources = await buildSources(await this.#inputs())
    return { sources, ...locating(replacedDatabases(this.#options.directory)) }
  }

  async #inputs(): Promise<readonly SourceInput[]> {
    const { feeds } = this.#options
    const rows = await feeds.list()
    return rows
      .filter(({ kind }) => !isDatabase(kind))
      .map((feed) => {
        const { label, licence, sha256, retrievedAt } = activeVersion(feed)
        return {
          name: feed.name,
          kind: feed.kind,
          bytes: feeds.load(feed),
          url: feed.url ?? undefined,
          version: label ?? undefined,
          licence: feed.licence ?? licence ?? undefined,
          sha256,
          retrievedAt,
          tags: feed.tags ?? undefined,
          basis: feed.basis ?? undefined,
          confidence: feed.confidence ?? undefined,
          override: feed.override,
        }
      })
  }
}

function locating(options: LocatorOptions): Pick<TagSources, 'locate' | 'locatedBy'> {
  const locator = openLocator(options)
  const [geography, network] = locator.databases
  const describe = (
    category: LocatedBy['category'],
    database: (typeof locator.databases)[number] | undefined,
  ): readonly LocatedBy[] =>
    database === undefined
      ? []
      : [{ name: database.name, category, built: database.built, licence: database.licence }]
  return {
    locate: locator.locate,
    locatedBy: [...describe('geography', geography), ...describe('network', network)],
  }
}
