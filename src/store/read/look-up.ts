// Answers look-ups with one statement: it reads all matches without an order, and the page is cut from them here.
import { isSlowQuery } from '../../query/index.ts'
import { fewOf, type Filter, type Fragment, lookUpOf } from '../../sql/index.ts'
import type { Engine, Settings } from '../engine/index.ts'
import type { PageRequest } from '../store.ts'
import { selectionKey } from './counts.ts'
import type { Generation } from './generation.ts'
import { LruCache } from './lru-cache.ts'
import type { Printer, Values } from './printer.ts'
import { FEW, settingsOfLookUp } from './settings.ts'

/** How many searches are remembered that turned out to have too many matches. */
const REMEMBERED = 1000

/** Of candidates that an index found, so many times the matches of a look-up are read: without it they were counted, too. */
const FEW_FACTOR = 2

/** The page and the number of all matches. */
interface LookedUp {
  readonly rows: readonly Values[]
  readonly matches: number
}

/** Answers look-ups, and caches until a record changes which searches have too many matches. */
export class LookUps {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #most: number
  readonly #frequent = new LruCache<true>(REMEMBERED)

  /** Searches with up to `most` matches are look-ups. */
  constructor(engine: Engine, generation: Generation, most: number) {
    this.#engine = engine
    this.#generation = generation
    this.#most = most
  }

  /** Whether all of so many matches are read at once. */
  isFew(atMost: number): boolean {
    return this.#most >= 0 && atMost > 0 && atMost <= FEW_FACTOR * this.#most
  }

  /** The page, if the search is a look-up without too many matches, or if `atMost`, a bound of its matches, is not too many. */
  async page(
    request: PageRequest,
    { columns }: Printer,
    filter: Filter,
    atMost: number,
  ): Promise<LookedUp | undefined> {
    if (atMost === 0) return { rows: [], matches: 0 }
    if (this.#most < 0 || !isWhole(request)) return undefined
    const few = this.isFew(atMost) ? fewOf(filter, columns) : undefined
    if (few !== undefined) return cut(await this.#read(few, request, FEW), request)
    const statement = lookUpOf(filter, columns, this.#most + 1)
    if (statement === undefined) return undefined
    const key = selectionKey(this.#generation.number, request)
    if (this.#frequent.get(key) !== undefined) return undefined
    const rows = await this.#read(statement, request, settingsOfLookUp(request.query.root))
    if (rows.length <= this.#most) return cut(rows, request)
    this.#frequent.set(key, true)
    return undefined
  }

  #read(statement: Fragment, { query, signal }: PageRequest, settings: Settings): Promise<Values[]> {
    const isSlow = isSlowQuery(query.root)
    return this.#engine.query<Values>(statement, { signal, isSlow, settings })
  }
}

/** Whether the page is cut from all matches, newest first, and has no limit of its own. */
function isWhole({ from, collapse, maxBytes }: PageRequest): boolean {
  return from === undefined && collapse !== true && maxBytes === undefined
}

function cut(rows: readonly Values[], { since = 0, offset, limit }: PageRequest): LookedUp {
  const seen = rows.filter(([time]) => Number(time) >= since)
  return { rows: seen.toSorted(inOrder).slice(offset, offset + limit), matches: seen.length }
}

/** The order of results; rows start with their sort key. */
function inOrder(a: Values, b: Values): number {
  return Number(b[0]) - Number(a[0]) || byBytes(a[1], b[1]) || byBytes(a[2], b[2])
}

function byBytes(a: unknown, b: unknown): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}
