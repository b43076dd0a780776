// Metrics for Prometheus. Labels contain route patterns and codes only: no e-mail, key, query text or address.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../../error/index.ts'
import type { ObservedAdmission } from '../../service/search/index.ts'
import {
  type BuildInfo,
  kindLabel,
  type Observed,
  watchAdmission,
  watchBuild,
  watchObserved,
} from './gauges.ts'

/** The outcome of a request: answered, a row of the error table, or the caller disconnected. */
export type Outcome = 'ok' | 'gone' | ErrorCode

/** How an attempt at a task ended: a `delayed` task is retried because a dependency was unavailable. */
type TaskResult = 'success' | 'failure' | 'delayed' | 'cancelled'

/** All metrics of one server process. */
export interface Metrics {
  readonly request: (route: string, outcome: Outcome, seconds: number) => void
  /** The part of a search's duration spent on its page, in seconds. */
  readonly page: (seconds: number) => void
  /** Written records, by outcome. */
  readonly imported: (result: 'added' | 'replaced' | 'touched' | 'unchanged', records: number) => void
  /** Addresses of tagging tasks, by the outcome of their lines. */
  readonly tagged: (result: 'ok' | 'invalid' | 'duplicate', lines: number) => void
  /** A task's attempt has ended. */
  readonly task: (kind: string, result: TaskResult) => void
  /** Whether the last check of the audit trail found it intact. */
  readonly auditIntact: (isIntact: boolean) => void
  /** Exports the number of running and waiting searches, read at each scrape. */
  readonly watchAdmission: (admission: ObservedAdmission) => void
  /** Exports the program's version and its databases. */
  readonly watchBuild: (build: BuildInfo) => void
  /** Exports records, tasks and disk, read at each scrape; the response must come soon, even when a database is unavailable. */
  readonly watchObserved: (observe: () => Promise<Observed>) => void
  /** The text of `/metrics` and its type. */
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>
}

const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A new set of metrics with its own registry. */
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
  const tasks = new Counter({
    name: 'periplus_tasks_ended_total',
    help: 'Attempts at exports, imports and taggings that ended in this process, by kind and result.',
    labelNames: ['kind', 'result'],
    registers,
  })
  const audit = new Gauge({
    name: 'periplus_audit_intact',
    help: 'Whether the audit trail verified when it was checked last, once an hour: 1 or 0.',
    registers,
  })
  // Until the first check, for which the start does not wait.
  audit.set(Number.NaN)
  return {
    auditIntact: (isIntact) => audit.set(isIntact ? 1 : 0),
    request: (route, outcome, seconds) => {
      requests.inc({ route, outcome })
      latency.observe({ route }, seconds)
    },
    page: (seconds) => page.observe(seconds),
    imported: (result, count) => records.inc({ result }, count),
    tagged: (result, count) => lines.inc({ result }, count),
    task: (kind, result) => tasks.inc({ kind: kindLabel(kind), result }),
    watchAdmission: (admission) => watchAdmission(admission, registers),
    watchBuild: (build) => watchBuild(build, registers),
    watchObserved: (observe) => watchObserved(observe, registers),
    read: async () => ({
      type: register?.contentType ?? 'text/plain',
      text: (await register?.metrics()) ?? '',
    }),
  }
}
