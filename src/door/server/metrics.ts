// Figures for Prometheus. Labels hold route patterns and codes only: no e-mail, no key, no query text, no address.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../../error/index.ts'
import type { ObservedAdmission } from '../../service/search/index.ts'
import type { StoreInfo } from '../../store/index.ts'

/** How a request ended: answered, a row of the error table, or the caller hung up. */
export type Outcome = 'ok' | 'gone' | ErrorCode

/** All figures of one server process. */
export interface Metrics {
  readonly request: (route: string, outcome: Outcome, seconds: number) => void
  /** The share of a search that its page took, in seconds. */
  readonly page: (seconds: number) => void
  /** Records that were written, by what became of them. */
  readonly imported: (result: 'added' | 'replaced' | 'touched' | 'unchanged', records: number) => void
  /** Addresses of tagging tasks, by how their lines ended. */
  readonly tagged: (result: 'ok' | 'invalid' | 'duplicate', lines: number) => void
  /** Tells the number of searches that run and wait, asked at each scrape. */
  readonly watchAdmission: (admission: ObservedAdmission) => void
  /** Tells how many records there are and what they take, asked at each scrape. */
  readonly watchStore: (info: () => Promise<StoreInfo>) => void
  /** Tells how many tasks wait for a worker, by kind, asked at each scrape. */
  readonly watchTasks: (waiting: () => Promise<ReadonlyMap<string, number>>) => void
  /** The text of `/metrics` and its type. */
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>
}

const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A fresh set of figures with a registry of its own. */
export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [register] = registers
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'periplus_http_requests_total',
    help: 'Requests by route and outcome.',
    labelNames: ['route', 'outcome'],
    registers,
  })
  const latency = new Histogram({
    name: 'periplus_http_request_seconds',
    help: 'Time from the request line to the end of the answer, by route.',
    labelNames: ['route'],
    buckets: LATENCIES,
    registers,
  })
  const page = new Histogram({
    name: 'periplus_search_page_seconds',
    help: 'Time until the rows of a search were there, its count aside.',
    buckets: LATENCIES,
    registers,
  })
  const records = new Counter({
    name: 'periplus_import_records_total',
    help: 'Records of imports by what became of them.',
    labelNames: ['result'],
    registers,
  })
  const lines = new Counter({
    name: 'periplus_tag_lines_total',
    help: 'Lines of tagging tasks by what became of them.',
    labelNames: ['result'],
    registers,
  })
  return {
    request: (route, outcome, seconds) => {
      requests.inc({ route, outcome })
      latency.observe({ route }, seconds)
    },
    page: (seconds) => page.observe(seconds),
    imported: (result, count) => records.inc({ result }, count),
    tagged: (result, count) => lines.inc({ result }, count),
    watchAdmission: (admission) => watchAdmission(admission, registers),
    watchStore: (info) => watchStore(info, registers),
    watchTasks: (waiting) => watchTasks(waiting, registers),
    read: async () => ({
      type: register?.contentType ?? 'text/plain',
      text: (await register?.metrics()) ?? '',
    }),
  }
}

function watchAdmission(admission: ObservedAdmission, registers: Registry[]): void {
  new Gauge({
    name: 'periplus_searches_running',
    help: 'Searches that run now.',
    registers,
    collect() {
      this.set(admission.running())
    },
  })
  new Gauge({
    name: 'periplus_searches_waiting',
    help: 'Searches that wait for a slot.',
    registers,
    collect() {
      this.set(admission.waiting())
    },
  })
}

function watchTasks(waiting: () => Promise<ReadonlyMap<string, number>>, registers: Registry[]): void {
  new Gauge({
    name: 'periplus_tasks_waiting',
    help: 'Exports, imports and taggings that nobody works on yet, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      for (const [kind, count] of await waiting()) this.set({ kind }, count)
    },
  })
}

function watchStore(info: () => Promise<StoreInfo>, registers: Registry[]): void {
  let asked: Promise<StoreInfo> | undefined
  // All gauges are collected at once and share one question.
  const ask = (): Promise<StoreInfo> => {
    asked ??= info().finally(() => {
      asked = undefined
    })
    return asked
  }
  const gauge = (name: string, help: string, read: (facts: StoreInfo) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(read(await ask()))
      },
    })
  }
  gauge('periplus_records', 'Records in the store.', ({ records }) => records)
  gauge('periplus_store_disk_bytes', 'What the records take on disk.', ({ bytesOnDisk }) => bytesOnDisk)
  gauge(
    'periplus_store_detached_parts',
    'Parts of the records that cannot be read and are detached.',
    ({ detached }) => detached,
  )
  gauge(
    'periplus_store_missing_records',
    'Records that were there before a start and not after it.',
    ({ missing }) => missing,
  )
  gauge('periplus_engine_memory_bytes', 'Memory the engine of the records holds.', ({ memory }) => memory)
}
