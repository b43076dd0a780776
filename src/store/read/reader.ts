// Reads pages, counts and scans, each in the cheapest way.
import type { Column } from '../../asset/index.ts'
import { isSlowQuery } from '../../query/index.ts'
import {
  type Access,
  countAndNewestOf,
  countOf,
  countTerms,
  type Filter,
  type Fragment,
  isCountedBeside,
  pageOf,
  type Range,
  usesTextIndex,
} from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { PageRequest, ResultPage, ScanRequest, Selection } from '../store.ts'
import { AccessChooser, type AccessTuning } from './access.ts'
import { RememberedCounts, selectionKey } from './counts.ts'
import { gather } from './gather.ts'
import type { Generation } from './generation.ts'
import { LookUps } from './look-up.ts'
import { PageCache } from './page-cache.ts'
import { type Printer, positionOf, printerFor, type Values } from './printer.ts'
import { SHALLOW, settingsFor, settingsOfCount, settingsOfPage, TEXT_INDEX } from './settings.ts'
import type { Visible } from './visible.ts'
import { Window } from './window.ts'

/** Thresholds that select the way of reading; tests set others to exercise every way. */
export interface Tuning extends AccessTuning {
  /** Number of the newest records whose texts are searched first for a page: frequent words fill it at once. */
  readonly window: number
  /** How many counts, and how many first pages, are cached until a record changes. */
  readonly rememberedCounts: number
  /** From this offset on, the sort key where the page starts is found first, so that servers do not exchange all rows before it. */
  readonly readOver: number
  /** Look-ups with up to this number of matches are answered by one statement; -1 for none. */
  readonly lookUp: number
}

/** The values that benchmarks found best. */
export const TUNING: Tuning = {
  window: 8192,
  narrowBelow: 0.01,
  narrowExpressionsFrom: 200_000,
  rememberedCounts: 500,
  readOver: Number.POSITIVE_INFINITY,
  lookUp: 500,
  wordListsAfter: Number.POSITIVE_INFINITY,
}

/** The columns of the sort key of results. */
const SORT_KEY: readonly Column[] = ['lastupdatetime', 'host', 'base_protocol']

/** Where more of the newest matches share one second, many other records share that second too. */
const MOST_IN_A_SECOND = 8

/** Returns whether the read so far saw every record exactly once. */
type IsRight = () => Promise<boolean>

/** A count in progress, with the seconds in which the newest matches were last seen, if known; undefined when records changed meanwhile. */
type Counting = Promise<
  { readonly matches: number; readonly seconds?: readonly number[] | undefined } | undefined
>

/** The reading side of a store. */
export class Reader {
  readonly #engine: Engine
  readonly #visibility: Visible
  readonly #generation: Generation
  readonly #tuning: Tuning
  readonly #window: Window
  readonly #chooser: AccessChooser
  readonly #counts: RememberedCounts
  readonly #pageCache: PageCache
  readonly #lookUps: LookUps

  constructor(engine: Engine, visibility: Visible, generation: Generation, tuning: Tuning, like?: Reader) {
    this.#engine = engine
    this.#visibility = visibility
    this.#generation = generation
    this.#tuning = tuning
    this.#window = like === undefined ? new Window(engine, generation, tuning.window) : like.#window
    this.#chooser = like === undefined ? new AccessChooser(engine, generation, tuning) : like.#chooser
    this.#counts = like === undefined ? new RememberedCounts(tuning.rememberedCounts) : like.#counts
    this.#pageCache = like === undefined ? new PageCache(tuning.rememberedCounts) : like.#pageCache
    this.#lookUps = like === undefined ? new LookUps(engine, generation, tuning.lookUp) : like.#lookUps
  }

  /** A reader that shares the caches and sees other rows. */
  seeing(visibility: Visible): Reader {
    return new Reader(this.#engine, visibility, this.#generation, this.#tuning, this)
  }

  /** Returns one page. `isRight` returns whether the read so far saw every record exactly once, also after the page has ended. */
  async page(request: PageRequest, isRight: IsRight): Promise<ResultPage> {
    const printer = printerFor(request.fields, request.now)
    const most = await this.#chooser.mostMatches(request.query.root)
    const access = this.#lookUps.isFew(most) ? await this.#chooser.byIndex(request.query.root) : 'text'
    const found = await this.#lookUps.page(request, printer, this.#filter(request, access), most)
    if (found !== undefined)
      return { ...toPage(found.rows, printer), matches: Promise.resolve(found.matches) }
    const counting = this.#countBeside(request, isRight)
    const matches = counting?.then((counted) => counted?.matches)
    // The caller that awaits the count receives its failure; without such a caller it must not be an unhandled rejection.
    matches?.catch(() => undefined)
    const page = toPage(await this.rowsOf(request, printer, counting), printer)
    return { ...page, ...(matches && { matches }) }
  }

  /** A count that runs concurrently with the page: two small statements take no longer than the larger one. */
  #countBeside(request: PageRequest, isRight: IsRight): Counting | undefined {
    const isWanted = request.counting === true && isFirst(request) && isCountedBeside(request.query.root)
    return isWanted ? this.#countIf(isRight, request) : undefined
  }

  async #countIf(isRight: IsRight, request: PageRequest): Counting {
    const generation = this.#generation.number
    const known = await this.#knownCount(request, request.signal)
    if (known !== undefined) return { matches: known }
    const access = await this.#chooser.choose(request.query.root, request.signal)
    const counted = await this.#countAndNewest(this.#filter(request, access), request)
    if (!(await isRight())) return undefined
    this.#remember(generation, request, counted.matches)
    return counted
  }

  async #countAndNewest(filter: Filter, { limit, query, signal }: PageRequest) {
    const statement = usesTextIndex(query.root) ? countAndNewestOf(filter, limit) : undefined
    if (statement === undefined) return { matches: await this.#count(filter, signal) }
    const options = { signal, settings: TEXT_INDEX }
    const [row] = await this.#engine.query<[number, readonly number[]]>(statement, options)
    return { matches: Number(row?.[0] ?? 0), seconds: row?.[1] }
  }

  /** The rows of one page as the engine returns them; `counting` resolves when all matches are counted. */
  async rowsOf(request: PageRequest, printer: Printer, counting?: Counting): Promise<readonly Values[]> {
    // What is known of the newest matches does not hold for those that are left of them.
    if (request.collapse === true || !usesTextIndex(request.query.root)) {
      const access = await this.#chooser.choose(request.query.root, request.signal)
      return this.#rows(request, printer, access)
    }
    return (
      (await this.#rowsAgain(request, printer)) ??
      (await this.#rowsCounted(request, printer, counting)) ??
      (await this.#rowsNearby(request, printer, counting)) ??
      (await this.#rowsAnywhere(request, printer))
    )
  }

  /** The page after a quick count, which also gives the seconds of its rows: no texts of other rows are read. */
  async #rowsCounted(
    request: PageRequest,
    printer: Printer,
    counting: Counting | undefined,
  ): Promise<Values[] | undefined> {
    if (counting === undefined || countTerms(request.query.root).length > 1) return undefined
    const counted = await counting
    if (counted?.matches === 0) return []
    return (
      counted?.seconds &&
      this.#rowsIn(counted.seconds, Math.min(counted.matches, request.limit), request, printer)
    )
  }

  /** The page, when the sort keys of its rows are cached. */
  async #rowsAgain(request: PageRequest, printer: Printer): Promise<Values[] | undefined> {
    const generation = this.#generation.number
    const cached = isFirst(request)
      ? this.#pageCache.get(this.#pageKey(generation, request), request.since)
      : undefined
    if (cached === undefined) return undefined
    if (cached.last === undefined) return []
    const rows = await this.#rows(request, printer, 'text', { upTo: cached.last, among: cached.seconds })
    return rows.length === cached.rows && generation === this.#generation.number ? rows : undefined
  }

  async #rowsAnywhere(request: PageRequest, printer: Printer): Promise<Values[]> {
    const generation = this.#generation.number
    const access = await this.#chooser.choose(request.query.root, request.signal)
    const rows = await this.#rows(request, printer, access)
    this.#cachePage(generation, request, rows)
    return rows
  }

  #cachePage(generation: number, request: PageRequest, rows: readonly Values[]): void {
    if (generation !== this.#generation.number || !isFirst(request)) return
    const positions = rows.map(positionOf).filter((position) => position !== undefined)
    this.#pageCache.set(this.#pageKey(generation, request), request.since, positions)
  }

  #pageKey(generation: number, request: PageRequest): string {
    return `${request.limit} ${selectionKey(generation, request)}`
  }

  /** The page, when the newest records fill it. */
  async #rowsNearby(
    request: PageRequest,
    printer: Printer,
    counting: Counting | undefined,
  ): Promise<Values[] | undefined> {
    const { offset, limit, query, signal } = request
    if (offset + limit > SHALLOW) return undefined
    if (await this.#chooser.isRare(query.root, limit / this.#tuning.window, signal)) return undefined
    const upTo = await this.#window.endAfter(request.from, signal)
    if (upTo === undefined) return undefined
    const rows = await this.#rows(request, printer, 'text', { upTo })
    if (rows.length === limit) return rows
    const counted = await counting
    return rows.length === counted?.matches ? rows : undefined
  }

  /** The page, when the seconds in which its rows were last seen are known. */
  async #rowsIn(
    seconds: readonly number[],
    expected: number,
    request: PageRequest,
    printer: Printer,
  ): Promise<Values[] | undefined> {
    if (seconds.length * MOST_IN_A_SECOND < expected) return undefined
    const generation = this.#generation.number
    const rows = await this.#rows(request, printer, 'text', { among: seconds })
    if (rows.length !== expected) return undefined
    this.#cachePage(generation, request, rows)
    return rows
  }

  async #rows(
    request: PageRequest,
    printer: Printer,
    access: Access,
    within: Pick<Range, 'upTo' | 'among'> = {},
  ): Promise<Values[]> {
    const { offset, limit, from, collapse, signal, ...selection } = request
    if (collapse !== true && offset > this.#tuning.readOver) {
      const before = { ...within, offset: offset - 1, limit: 1, ...(from && { after: from }) }
      const [last] = await this.#engine.query<Values>(
        pageOf(this.#filter(request, access), SORT_KEY, before),
        {
          signal,
          settings: settingsFor(SORT_KEY),
        },
      )
      const position = positionOf(last)
      if (position === undefined) return []
      return this.#rows({ ...selection, signal, limit, offset: 0, from: position }, printer, access, within)
    }
    const range = { offset, limit, ...(from && { after: from }), ...(collapse && { collapse }), ...within }
    const statement = pageOf(this.#filter(request, access), printer.columns, range)
    const options = {
      signal,
      isSlow: isSlowQuery(selection.query.root),
      settings: settingsOfPage(request, printer.columns),
      maxResultBytes: request.maxBytes,
    }
    return this.#engine.query<Values>(statement, options)
  }

  /** The number of matches. */
  async count(selection: Selection, signal: AbortSignal | undefined): Promise<number> {
    const generation = this.#generation.number
    const known = await this.#knownCount(selection, signal)
    if (known !== undefined) return known
    if ((await this.#chooser.mostMatches(selection.query.root)) === 0) return 0
    const access = await this.#chooser.choose(selection.query.root, signal)
    return this.#remember(generation, selection, await this.#count(this.#filter(selection, access), signal))
  }

  /** A cached count, minus the matches that only an earlier last-seen limit included. */
  async #knownCount(selection: Selection, signal: AbortSignal | undefined): Promise<number | undefined> {
    const generation = this.#generation.number
    const known = this.#counts.get(generation, selection)
    if (known === undefined) return undefined
    const matches = known.matches - (await this.#countBetween(selection, known.since, signal))
    return generation === this.#generation.number ? this.#remember(generation, selection, matches) : undefined
  }

  #remember(generation: number, selection: Selection, matches: number): number {
    if (generation === this.#generation.number) this.#counts.set(generation, selection, matches)
    return matches
  }

  /** Matches inside an earlier last-seen limit and outside the current one. */
  async #countBetween(
    selection: Selection,
    since: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    if (selection.since === undefined || selection.since === since) return 0
    const filter = { ...this.#filter({ ...selection, since }, 'text'), before: selection.since }
    return this.#count(filter, signal)
  }

  async #count(filter: Filter, signal: AbortSignal | undefined): Promise<number> {
    const { root } = filter.query
    const options = { signal, isSlow: isSlowQuery(root), settings: settingsOfCount(root) }
    const [row] = await this.#engine.query<[number]>(countOf(filter), options)
    return Number(row?.[0] ?? 0)
  }

  /** Every match in order, as of the start of the scan, in pieces. */
  async *scan(request: ScanRequest): AsyncGenerator<ResultPage> {
    const printer = printerFor(request.fields, request.now)
    const access = await this.#chooser.choose(request.query.root, request.signal)
    const statement = pageOf(
      this.#filter(request, access),
      printer.columns,
      request.from ? { after: request.from } : {},
    )
    const stream = this.#engine.stream<Values>(statement, {
      signal: request.signal,
      maxExecutionSeconds: 0,
      isSlow: isSlowQuery(request.query.root),
      settings: settingsFor(printer.columns),
    })
    for await (const rows of gather(stream)) yield toPage(rows, printer)
  }

  /** The filter of a selection, with the cheapest way to search texts. */
  async filterFor(selection: Selection, signal: AbortSignal | undefined): Promise<Filter> {
    const access = await this.#chooser.choose(selection.query.root, signal)
    return this.#filter(selection, access)
  }

  #filter(
    { query, since, now, snapshot }: Selection & Pick<PageRequest, 'snapshot'>,
    access: Access,
  ): Filter {
    const visible: Fragment | undefined = this.#visibility.condition
    return {
      query,
      since,
      now,
      access,
      ...(snapshot !== undefined && { snapshot }),
      ...(visible && { visible }),
    }
  }
}

function toPage(rows: readonly Values[], printer: Printer): ResultPage {
  return { rows: rows.map(printer.print), end: positionOf(rows.at(-1)) }
}

/** Whether the page starts at the newest match and has a size that is worth caching. */
function isFirst({ offset, limit, from, snapshot }: PageRequest): boolean {
  return offset === 0 && limit <= SHALLOW && from === undefined && snapshot === undefined
}
