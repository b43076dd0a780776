// Caches the sort keys of the rows of first pages, so that a page which required a full search is fast when it is requested again. Entries
// are valid until a record changes.
import type { Position } from '../store.ts'
import { LruCache } from './lru-cache.ts'

/** The rows of a page: the seconds in which they were last seen, and the sort key of the last one. */
interface CachedPage {
  readonly seconds: readonly number[]
  readonly rows: number
  readonly last: Position | undefined
}

interface Entry extends CachedPage {
  readonly since: number | undefined
}

/** Cached pages by request. */
export class PageCache {
  readonly #pages: LruCache<Entry>

  /** Caches up to `limit` pages. */
  constructor(limit: number) {
    this.#pages = new LruCache(limit)
  }

  /** The cached page, unless a later last-seen limit (seconds) excludes one of its rows. */
  get(key: string, since: number | undefined): CachedPage | undefined {
    const known = this.#pages.get(key)
    if (known === undefined || (since === undefined) !== (known.since === undefined)) return undefined
    if (since === undefined || known.since === undefined) return known
    const oldest = known.last?.lastupdatetime ?? since
    return since >= known.since && oldest >= since ? known : undefined
  }

  /** Caches the sort keys of a page, newest first. */
  set(key: string, since: number | undefined, positions: readonly Position[]): void {
    const seconds = [...new Set(positions.map(({ lastupdatetime }) => lastupdatetime))]
    this.#pages.set(key, { since, seconds, rows: positions.length, last: positions.at(-1) })
  }
}
