// Caches the sort keys of the rows of first pages, so that a page which required a full search is fast when it is requested again. Entries
// are valid until a record changes.
import type { Position } from '../store.ts'
import { Recent } from './recent.ts'

/** The rows of a page: the seconds in which they were last seen, and the sort key of the last one. */
export interface Places {
  readonly seconds: readonly number[]
  readonly rows: number
  readonly last: Position | undefined
}

interface Remembered extends Places {
  readonly since: number | undefined
}

/** Cached pages by request. */
export class RememberedPlaces {
  readonly #pages: Recent<Remembered>

  /** Caches up to `limit` pages. */
  constructor(limit: number) {
    this.#pages = new Recent(limit)
  }

  /** The cached page, unless a later last-seen limit (seconds) excludes one of its rows. */
  get(key: string, since: number | undefined): Places | undefined {
    const known = this.#pages.get(key)
    if (known === undefined || (since === undefined) !== (known.since === undefined)) return undefined
    if (since === undefined || known.since === undefined) return known
    const oldest = known.last?.lastupdatetime ?? since
    return since >= known.since && oldest >= since ? known : undefined
  }

  /** Caches the sort keys of a page, newest first. */
  set(key: string, since: number | undefined, places: readonly Position[]): void {
    const seconds = [...new Set(places.map(({ lastupdatetime }) => lastupdatetime))]
    this.#pages.set(key, { since, seconds, rows: places.length, last: places.at(-1) })
  }
}
