// A store in memory that answers with the naive evaluator: the reference for the real stores, and the store of tests of the
// services and the API.
import { type Asset, exclusionFinder, withoutImport } from '../../src/asset/index.ts'
import { type Field, printValue } from '../../src/field/index.ts'
import type { PageRequest, Position, ResultPage, Selection, Span, Store } from '../../src/store/index.ts'
import { evaluate } from './evaluate.ts'
import { isExpired } from './expired.ts'
import { combined, countNaively, picked, sharingNaively, valuesNaively } from './naive-aggregate.ts'
import { observeNaively } from './observe-naively.ts'

/** A store in memory whose slow parts a test may observe and delay. */
export interface MemoryStore extends Store {
  /** Waits before each page and count; a test may replace it. */
  hold: (signal: AbortSignal | undefined) => Promise<void>
  /** Calls of `page`, `scan` and `count` so far. */
  readonly calls: () => number
}

const bytes = (text: string): Buffer => Buffer.from(text)

function newestFirst(a: Position, b: Position): number {
  return (
    b.lastupdatetime - a.lastupdatetime ||
    Buffer.compare(bytes(a.host), bytes(b.host)) ||
    Buffer.compare(bytes(a.base_protocol), bytes(b.base_protocol))
  )
}

function positionOf({ lastupdatetime, host, base_protocol }: Asset): Position {
  return { lastupdatetime, host, base_protocol }
}

const identity = (one: Asset): string => `${one.reached} ${one.port} ${one.base_protocol}`

/** A store with these records. */
export function memoryStore(initial: readonly Asset[]): MemoryStore {
  const records = new Map(initial.map((asset) => [identity(asset), asset]))
  let calls = 0
  let isExcluded = exclusionFinder([])
  /** The sort key of every record after each write. */
  const versions: ReadonlyMap<string, Position>[] = []
  const remember = (): void => {
    versions.push(new Map([...records].map(([key, asset]) => [key, positionOf(asset)])))
  }
  remember()

  const select = ({ query, since, now }: Selection): readonly Asset[] => {
    const considered = [...records.values()].filter(
      (asset) => (since === undefined || asset.lastupdatetime >= since) && isExcluded(asset) === undefined,
    )
    return considered.filter((asset) => evaluate(query, asset, now, considered)).sort(newestFirst)
  }

  const toPage = (assets: readonly Asset[], fields: readonly Field[], now: number): ResultPage => {
    const last = assets.at(-1)
    return {
      rows: assets.map((asset) => fields.map((field) => printValue(asset, field, now))),
      end: last && positionOf(last),
    }
  }

  const after = (asset: Asset, from: Position | undefined): boolean =>
    from === undefined || newestFirst(from, asset) < 0

  const store: MemoryStore = {
    hold: async () => {},
    calls: () => calls,
    write: async (batch) => {
      let added = 0
      for (const asset of batch) {
        records.set(identity(asset), asset)
        added++
      }
      remember()
      return { added, replaced: 0, touched: 0, unchanged: 0 }
    },
    revise: async (batch, derive) => {
      let replaced = 0
      for (const asset of batch) {
        const stored = records.get(identity(asset))
        if (stored === undefined) continue
        records.set(identity(asset), derive(stored))
        replaced++
      }
      remember()
      return { added: 0, replaced, touched: 0, unchanged: 0 }
    },
    append: async (batch) => ({ durable: store.write(batch) }),
    flush: async () => {},
    page: async (request: PageRequest) => {
      calls++
      await store.hold(request.signal)
      request.signal?.throwIfAborted()
      const { offset, limit, fields, now } = request
      const all = select(request).filter((asset) => after(asset, request.from))
      const found = request.collapse === true ? firstOfEach(all) : all
      return toPage(found.slice(offset, offset + limit), fields, now)
    },
    follow: async ({ from, limit, fields, now, snapshot, signal, ...selection }) => {
      calls++
      await store.hold(signal)
      signal?.throwIfAborted()
      const version = Number(snapshot ?? versions.length - 1)
      const positionOf = (asset: Asset): Position | undefined => versions[version]?.get(identity(asset))
      const found = select({ ...selection, now })
        .map((asset) => ({ asset, position: positionOf(asset) }))
        .filter((one): one is { asset: Asset; position: Position } => one.position !== undefined)
        .filter(({ position }) => from === undefined || newestFirst(from, position) < 0)
        .sort((a, b) => newestFirst(a.position, b.position))
      const page = found.slice(0, limit)
      const { rows } = toPage(
        page.map(({ asset }) => asset),
        fields,
        now,
      )
      return { rows, end: page.at(-1)?.position, snapshot: String(version), more: found.length > limit }
    },
    count: async (selection, signal) => {
      calls++
      await store.hold(signal)
      signal?.throwIfAborted()
      return select(selection).length
    },
    facets: async (request) => {
      calls++
      await store.hold(request.signal)
      request.signal?.throwIfAborted()
      return countNaively(select(request), request)
    },
    times: async (selection, seconds) => {
      const spans = Map.groupBy(select(selection), ({ lastupdatetime }) =>
        Math.floor(lastupdatetime / seconds),
      )
      return [...spans]
        .map(([span, found]) => ({ span, count: found.length }))
        .sort((a, b) => a.span - b.span)
    },
    pick: async (request) =>
      select(request)
        .slice(0, request.limit)
        .map((asset) => picked(asset, request.columns)),
    combinations: async ({ columns, ...selection }) => combined(select(selection), columns),
    distinct: async (column) => [...new Set([...records.values()].flatMap((one) => one[column]))],
    values: async ({ field, prefix, limit }) => {
      const values = valuesNaively([...records.values()], field, prefix, 0).slice(0, limit)
      return { values, complete: true }
    },
    sharing: async (request) =>
      sharingNaively(select(request), request.wanted).map(({ hosts, ...one }) => {
        const some = hosts.slice(0, request.most)
        const { bound = Number.POSITIVE_INFINITY, most } = request
        return one.records > bound && hosts.length > most
          ? { ...one, records: bound, hosts: Math.min(hosts.length, bound), some, isMore: true }
          : { ...one, hosts: hosts.length, some }
      }),
    networkNames: async (numbers) =>
      new Map(
        numbers.map((number) => {
          const names = [...records.values()]
            .filter((asset) => asset.as_number === number)
            .map((asset) => asset.as_organization)
          return [number, names.sort((a, b) => Buffer.compare(bytes(a), bytes(b))).at(-1) ?? ''] as const
        }),
      ),
    scan: async function* (request) {
      calls++
      const found = select(request).filter((asset) => after(asset, request.from))
      for (let at = 0; at < found.length; at += 2) {
        await store.hold(request.signal)
        request.signal?.throwIfAborted()
        yield toPage(found.slice(at, at + 2), request.fields, request.now)
      }
    },
    exclude: (rules) => {
      isExcluded = exclusionFinder(rules)
    },
    eraseRemoved: async () => {},
    removeExcluded: async (rules, _, onFound) => {
      const find = exclusionFinder(rules)
      const gone = [...records].filter(([, asset]) => find(asset) !== undefined)
      if (gone.length > 0) await onFound?.(gone.length)
      for (const [key] of gone) records.delete(key)
      return gone.length
    },
    countExpired: async (limits) => {
      const gone = [...records.values()].filter((asset) => isExpired(asset, limits))
      const listed = new Set(limits.others.flatMap(({ imports }) => imports))
      const of = ({ imports }: Asset, ids: (id: string) => boolean): boolean =>
        imports.some(([id]) => ids(id))
      const standard = gone.filter((one) => one.imports.length === 0 || of(one, (id) => !listed.has(id)))
      const others = limits.others.map(({ imports }) =>
        gone.filter((one) => of(one, (id) => imports.includes(id))),
      )
      return { records: gone.length, byLimit: [standard, ...others].map(({ length }) => length) }
    },
    removeExpired: async (limits) => {
      const gone = [...records].filter(([, asset]) => isExpired(asset, limits))
      for (const [key] of gone) records.delete(key)
      return gone.length
    },
    traceOf: async (importId) => {
      const seen = [...records.values()].filter(({ imports }) => imports.some(([id]) => id === importId))
      const alone = seen.filter(({ imports }) => imports.length === 1).length
      return { alone, shared: seen.length - alone }
    },
    undoImport: async (importId) => {
      let [removed, changed] = [0, 0]
      for (const [key, record] of records) {
        const left = withoutImport(record, importId)
        if (left === record) continue
        if (left === undefined) removed++
        else changed++
        if (left === undefined) records.delete(key)
        else records.set(key, left)
      }
      remember()
      return { removed, changed }
    },
    remove: async (selection) => {
      const gone = select(selection)
      for (const asset of gone) records.delete(identity(asset))
      return gone.length
    },
    observe: async (ips, { now }) => observeNaively([...records.values()], new Set(ips), now),
    hours: async () => {
      const hourOf = ({ lastupdatetime }: Asset) => Math.floor(lastupdatetime / 3600) * 3600
      const groups = Map.groupBy(records.values(), hourOf)
      return [...groups]
        .map(([hour, group]) => ({ hour, records: group.length }))
        .sort((a, b) => a.hour - b.hour)
    },
    checksum: async (kind, span) => {
      const lines = kind === 'records' ? linesWithin([...records.values()], span) : []
      return { rows: lines.length, sum: lines.sort().join('') }
    },
    read: async function* (kind, span) {
      const lines = kind === 'records' ? linesWithin([...records.values()], span) : []
      if (lines.length > 0)
        yield { kind, columns: ['asset'], count: lines.length, lines: Buffer.from(lines.join('')) }
    },
    dump: async function* () {
      const lines = [...records.values()].map((record) => `${JSON.stringify([record])}\n`)
      if (lines.length > 0)
        yield { kind: 'records', columns: ['asset'], count: lines.length, lines: Buffer.from(lines.join('')) }
    },
    load: async ({ lines }) => {
      for (const line of Buffer.from(lines).toString().trimEnd().split('\n')) {
        const [record] = JSON.parse(line) as [Asset]
        records.set(identity(record), record)
      }
    },
    info: async () => ({
      records: records.size,
      bytesOnDisk: 0,
      newest: undefined,
      memory: 0,
      schemaVersion: 1,
      detached: 0,
      missing: 0,
    }),
    examine: async () => ({
      ...{ records: records.size, bytesOnDisk: 0, parts: 1, detached: 0, missing: 0, newest: undefined },
      ...{ failedMutations: [], damaged: [], differing: [] },
    }),
    close: async () => {},
  }
  return store
}

function linesWithin(assets: readonly Asset[], span: Span | undefined): string[] {
  const { from, until } = span ?? { from: 0, until: Number.POSITIVE_INFINITY }
  return assets
    .filter(({ lastupdatetime }) => lastupdatetime >= from && lastupdatetime < until)
    .map((asset) => `${JSON.stringify([asset])}\n`)
}

/** The first of the records with the same title and body. */
function firstOfEach(records: readonly Asset[]): readonly Asset[] {
  const likenessOf = (asset: Asset) => asset.body_fuzzy_hash || asset.body_hash || identity(asset)
  const kindOf = (asset: Asset): string => JSON.stringify([asset.title, likenessOf(asset)])
  return [...Map.groupBy(records, kindOf).values()].flatMap(([first]) => first ?? [])
}
