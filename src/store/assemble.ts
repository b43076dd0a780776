// Assembles the store from its parts; the same on every engine.
import { countOf, excludedBy, expiredBy, type Fragment, matchesOf, sql } from '../sql/index.ts'
import { checksumRows, countHours, readSpan } from './read/checksum.ts'
import { dumpAt } from './read/dump.ts'
import type { Engine } from './engine/index.ts'
import { Exclusion } from './read/exclusion.ts'
import { countExpired } from './read/expired.ts'
import { observe } from './read/observe.ts'
import {
  Aggregator,
  type DistinctCache,
  type Generation,
  type Reader,
  SnapshotReader,
  type View,
  type Visible,
} from './read/index.ts'
import type { Selection, Store, StoreInfo, StoreReport } from './store.ts'
import { traceOf, undoImport } from './write/undo-import.ts'
import { Batch, type Writer } from './write/index.ts'

/** The parts of an open store. */
export interface StoreParts {
  readonly engine: Engine
  readonly reader: Reader
  readonly generation: Generation
  readonly view: View
  readonly writer: Writer
  readonly info: () => Promise<StoreInfo>
  readonly examine: (thorough: boolean) => Promise<StoreReport>
  /** Receives the number of records that are about to be removed. */
  readonly onRemoving?: (matches: number) => void
}

/** Assembles the store. `close` closes what the store itself does not own. */
export function assembleStore(parts: StoreParts, close: () => Promise<void>): Store {
  const { writer } = parts
  const exclusion = new Exclusion(parts.generation)
  const shown = (visible: Visible): Visible => exclusion.shown(visible)
  return {
    ...searchesOf(parts, shown),
    ...countsOf(parts, shown),
    ...removalsOf(parts),
    ...copiesOf(parts, shown),
    write: (records) => writer.write(records),
    append: (records) => writer.append(records),
    revise: (records, derive) => writer.write(Batch.revising(records, derive)),
    flush: () => writer.flush(),
    exclude: (rules) => exclusion.set(rules),
    info: parts.info,
    examine: parts.examine,
    close: async () => {
      await writer.close()
      await close()
    },
  }
}

/** What searches may see of the visible rows. */
type Shown = (visible: Visible) => Visible

/** Records of a search. */
function searchesOf({ engine, reader, view }: StoreParts, shown: Shown) {
  return {
    page: (request) =>
      view.consistent(
        (visible, snapshot) => reader.seeing(shown(visible)).page(request, () => view.holds(snapshot)),
        request.signal,
      ),
    count: (selection, signal) =>
      view.consistent((visible) => reader.seeing(shown(visible)).count(selection, signal), signal),
    follow: (request) =>
      view.consistent(
        (visible, snapshot) =>
          new SnapshotReader(engine, reader.seeing(shown(visible)), snapshot.committed).follow(request),
        request.signal,
      ),
    scan: (request) => view.stream((visible) => reader.seeing(shown(visible)).scan(request), request.signal),
    observe: (ips, options) =>
      view.consistent((visible) => observe(engine, ips, shown(visible).condition, options), options.signal),
  } satisfies Partial<Store>
}

/** What is counted over records. */
function countsOf(parts: StoreParts, shown: Shown) {
  const aggregate = <Result>(read: (aggregator: Aggregator) => Promise<Result>, signal?: AbortSignal) =>
    parts.view.consistent((visible) => read(aggregatorOf(parts, shown(visible))), signal)
  const distinct: DistinctCache = new Map()
  return {
    facets: (request) => aggregate((aggregator) => aggregator.facets(request), request.signal),
    times: (selection, seconds, signal) =>
      aggregate((aggregator) => aggregator.times(selection, seconds, signal), signal),
    pick: (request) => aggregate((aggregator) => aggregator.pick(request), request.signal),
    values: (request) => aggregate((aggregator) => aggregator.values(request), request.signal),
    combinations: (request) => aggregate((aggregator) => aggregator.combinations(request), request.signal),
    distinct: (column, signal) =>
      aggregate((aggregator) => aggregator.distinct(column, distinct, signal), signal),
    sharing: (request) => aggregate((aggregator) => aggregator.sharing(request), request.signal),
    networkNames: (numbers, signal) =>
      aggregate((aggregator) => aggregator.networkNames(numbers, signal), signal),
  } satisfies Partial<Store>
}

/** Removals of records. */
function removalsOf(parts: StoreParts) {
  return {
    remove: (selection, signal) => removeMatches(parts, selection, signal),
    removeExcluded: (rules, signal, onFound) => removeWhere(parts, excludedBy(rules), signal, onFound),
    eraseRemoved: () => parts.writer.erase(),
    countExpired: (limits, signal) => countExpired(parts, limits, signal),
    removeExpired: (limits, signal) => removeWhere(parts, expiredBy(limits), signal),
    traceOf: (importId) => traceOf(parts, importId),
    undoImport: (importId, signal, onProgress) => undoImport(parts, importId, signal, onProgress),
  } satisfies Partial<Store>
}

/** What copies of the store, such as backups, write and check. */
function copiesOf({ engine, view, writer }: StoreParts, shown: Shown) {
  const visibly = <Result>(read: (visible: Visible) => Promise<Result>) => view.consistent(read)
  return {
    dump: (signal) =>
      dumpAt(
        engine,
        (begin) => writer.exclusive(begin, signal),
        () => shown(view.visible),
        signal,
      ),
    hours: () => visibly((visible) => countHours(engine, visible)),
    checksum: (kind, span) => visibly((visible) => checksumRows(engine, kind, span, visible)),
    read: (kind, span, signal, columns) =>
      view.stream((visible) => readSpan(engine, kind, { span, visible, signal, columns }), signal),
    load: (rows) => writer.load(rows),
  } satisfies Partial<Store>
}

function aggregatorOf({ engine, reader, generation }: StoreParts, visible: Visible): Aggregator {
  return new Aggregator(engine, reader.seeing(visible), visible, generation)
}

/** Removes every match and returns their number. */
function removeMatches(
  { engine, view, writer, onRemoving }: StoreParts,
  selection: Selection,
  signal: AbortSignal | undefined,
): Promise<number> {
  return writer.exclusive(async () => {
    const { condition } = view.visible
    const filter = { ...selection, access: 'text', ...(condition && { visible: condition }) } as const
    const counted = { signal, maxExecutionSeconds: 0 }
    const [[matches = 0] = []] = await engine.query<[number]>(countOf(filter), counted)
    if (Number(matches) === 0) return 0
    onRemoving?.(Number(matches))
    await writer.remove(matchesOf(filter))
    return Number(matches)
  }, signal)
}

/** Removes every row that fulfils a condition and returns their number. */
function removeWhere(
  { engine, view, writer, onRemoving }: StoreParts,
  condition: Fragment | undefined,
  signal: AbortSignal | undefined,
  onFound?: (records: number) => Promise<void>,
): Promise<number> {
  if (condition === undefined) return Promise.resolve(0)
  return writer.exclusive(async () => {
    const visible = view.visible.condition
    const where = visible === undefined ? condition : sql`(${visible} AND ${condition})`
    const counted = { signal, maxExecutionSeconds: 0 }
    const [[matches = 0] = []] = await engine.query<[number]>(
      sql`SELECT count() FROM records WHERE ${where}`,
      counted,
    )
    if (Number(matches) === 0) return 0
    await onFound?.(Number(matches))
    onRemoving?.(Number(matches))
    await writer.remove(condition)
    return Number(matches)
  }, signal)
}
