// Caches counts of matches until a record changes. A count with a slightly earlier last-seen limit is good for a later one, minus the
// matches between the two.
import { createHash } from 'node:crypto'
import { asksHosts } from '../../query/index.ts'
import { BY_INDEX, countOf, keyOfFragment } from '../../sql/index.ts'
import type { Selection } from '../store.ts'
import { LruCache } from './lru-cache.ts'

/** Longer keys are replaced by their hash. */
const LONGEST_KEY = 20_000

/** A cached count, and the last-seen limit it was made with. */
interface Counted {
  readonly since: number | undefined
  readonly matches: number
}

/** Cached counts by selection. */
export class RememberedCounts {
  readonly #counts: LruCache<Counted>

  /** Caches up to `limit` counts. */
  constructor(limit: number) {
    this.#counts = new LruCache(limit)
  }

  /** Returns a cached count that is valid for a selection. */
  get(generation: number, selection: Selection): Counted | undefined {
    const known = this.#counts.get(selectionKey(generation, selection))
    return known !== undefined && isLater(selection.since, known.since) ? known : undefined
  }

  /** Caches a count. */
  set(generation: number, selection: Selection, matches: number): void {
    this.#counts.set(selectionKey(generation, selection), { since: selection.since, matches })
  }
}

/** Equal for selections of one generation that differ at most in their last-seen limit, where that does not matter. */
export function selectionKey(generation: number, selection: Selection): string {
  const { query, now } = selection
  const key = keyOfFragment(countOf({ query, now, since: undefined, access: BY_INDEX }))
  // The text can contain long lists.
  const short = key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('base64') : key
  return `${generation} ${short}${sinceKey(selection)}`
}

/** The last-seen limit where it matters: under a later one, a condition on all records of an address can hold for fewer of them. */
function sinceKey({ query, since }: Selection): string {
  return asksHosts(query.root) ? ` ${since}` : ''
}

/** Whether a last-seen limit is close enough to another that the matches between them are counted quickly. */
function isLater(since: number | undefined, earlier: number | undefined): boolean {
  if (since === undefined || earlier === undefined) return since === earlier
  return since >= earlier && since - earlier <= 3600
}
