// Remembers where the rows of first pages stand, so that a page for which all records had to be looked through is at once there when
// it is asked for again. What is remembered holds until a record changes.
import type { Position } from '../store.ts'
import { Recent } from './recent.ts'

/** The rows of a page: the seconds in which they were last seen, and the place of the last one. */
export interface Places {
  readonly seconds: readonly number[]
  readonly rows: number
  readonly last: Position | undefined
}

interface Remembered extends Places {
  readonly since: number | undefined
}

/** Pages by what was asked for. */
export class RememberedPlaces {
  readonly #pages: Recent<Remembered>

  /** Remembers so many pages. */
  constructor(limit: number) {
    this.#pages = new Recent(limit)
  }

  /** The page that was remembered, unless a later last-seen limit (seconds) leaves out a row of it. */
  get(key: string, since: number | undefined): Places | undefined {
    const known = this.#pages.get(key)
    if (known === undefined || (since === undefined) !== (known.since === undefined)) return undefined
    if (since === undefined || known.since === undefined) return known
    const oldest = known.last?.lastupdatetime ?? since
    return since >= known.since && oldest >= since ? known : undefined
  }

  /** Remembers the places of a page, newest first. */
  set(key: string, since: number | undefined, places: readonly Position[]): void {
    const seconds = [...new Set(places.map(({ lastupdatetime }) => lastupdatetime))]
    this.#pages.set(key, { since, seconds, rows: places.length, last: places.at(-1) })
  }
}
