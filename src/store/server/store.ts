// What the store offers, done with servers.
import { dumpAt } from '../dump.ts'
import { observe } from '../observe.ts'
import { Aggregator, Follower, type Generation, type Reader, type Visible } from '../read/index.ts'
import type { Store } from '../store.ts'
import { countHours, readSpan, tallyRows } from '../tally.ts'
import { examineServers, readInfo } from './info.ts'
import type { Servers } from './servers.ts'
import type { View } from './view.ts'
import type { ServerWriter } from './writer.ts'

/** The parts of an open store. */
export interface ServerParts {
  readonly servers: Servers
  readonly reader: Reader
  readonly generation: Generation
  readonly view: View
  readonly writer: ServerWriter
}

/** The store made of its parts. */
export function serverStore(parts: ServerParts, close: () => Promise<void>): Store {
  const { servers, reader, view, writer } = parts
  const aggregate = <Result>(read: (aggregator: Aggregator) => Promise<Result>, signal?: AbortSignal) =>
    view.consistent((visible) => read(aggregatorOf(parts, visible)), signal)
  return {
    write: (records) => writer.write(records),
    page: (request) => view.consistent((visible) => reader.seeing(visible).page(request), request.signal),
    count: (selection, signal) =>
      view.consistent((visible) => reader.seeing(visible).count(selection, signal), signal),
    follow: (request) =>
      view.consistent((visible) => followerOf(parts, visible).follow(request), request.signal),
    facets: (request) => aggregate((aggregator) => aggregator.facets(request), request.signal),
    times: (selection, seconds, signal) =>
      aggregate((aggregator) => aggregator.times(selection, seconds, signal), signal),
    pick: (request) => aggregate((aggregator) => aggregator.pick(request), request.signal),
    values: (request) => aggregate((aggregator) => aggregator.values(request), request.signal),
    networkNames: (numbers, signal) =>
      aggregate((aggregator) => aggregator.networkNames(numbers, signal), signal),
    scan: (request) => view.stream((visible) => reader.seeing(visible).scan(request), request.signal),
    remove: (selection, signal) => writer.remove(selection, signal),
    observe: (ips, options) =>
      view.consistent(({ condition }) => observe(servers, ips, condition, options), options.signal),
    dump: (signal) =>
      dumpAt(
        servers,
        (begin) => writer.between(begin, signal),
        () => undefined,
        signal,
      ),
    hours: () => countHours(servers),
    tally: (kind, span) => tallyRows(servers, kind, span),
    read: (kind, span, signal) => readSpan(servers, kind, span, signal),
    load: (rows) => writer.load(rows),
    info: () => readInfo(servers),
    examine: (thorough) => examineServers(servers, thorough),
    close,
  }
}

function followerOf({ servers, reader }: ServerParts, visible: Visible): Follower {
  return new Follower(servers, reader.seeing(visible), visible)
}

function aggregatorOf({ servers, reader, generation }: ServerParts, visible: Visible): Aggregator {
  return new Aggregator(servers, reader.seeing(visible), visible, generation)
}
