// Gauges that are read at each scrape.
import { Gauge, type Registry } from 'prom-client'
import type { ObservedAdmission } from '../../service/search/index.ts'
import type { StoreInfo } from '../../store/index.ts'

/** The version of this program and its databases. */
export interface BuildInfo {
  readonly version: string
  readonly node: string
  readonly store: 'embedded' | 'server' | 'cluster'
  readonly state: 'sqlite' | 'postgres'
  /** The memory limit of the embedded engine; undefined for servers, which have separate limits. */
  readonly engineMemoryLimit: number | undefined
}

/** Tasks of a kind without a worker, and when the oldest of them was submitted (milliseconds UTC). */
interface WaitingTasks {
  readonly kind: string
  readonly count: number
  readonly oldest: number
}

/** A dependency of the program: its last known value, and whether it answers now. */
interface Part<Value> {
  readonly value: Value | undefined
  readonly up: boolean
}

/** What is known of the dependencies at a scrape. */
export interface Observed {
  readonly store: Part<StoreInfo>
  /** Tasks without a worker; `up`: whether the database of accounts answers. */
  readonly tasks: Part<readonly WaitingTasks[]>
  /** Bytes of the disk that contains the data directory. */
  readonly disk: Part<{ readonly free: number; readonly size: number }>
  /** Milliseconds UTC. */
  readonly now: number
}

/** The kind of a task without the name of the data directory after it. */
export function kindLabel(kind: string): string {
  return kind.split('@', 1)[0] ?? kind
}

/** Adds the gauges of the admission queue. */
export function watchAdmission(admission: ObservedAdmission, registers: Registry[]): void {
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

/** Adds the constant figures of a process. */
export function watchBuild(build: BuildInfo, registers: Registry[]): void {
  const { engineMemoryLimit, ...labels } = build
  const info = new Gauge({
    name: 'periplus_build_info',
    help: 'Always 1; the labels are the version of the program and of Node.js, and the kinds of its databases.',
    labelNames: Object.keys(labels),
    registers,
  })
  info.set(labels, 1)
  if (engineMemoryLimit === undefined) return
  const limit = new Gauge({
    name: 'periplus_engine_memory_limit_bytes',
    help: 'What the engine in process may hold; absent where the records are on servers.',
    registers,
  })
  limit.set(engineMemoryLimit)
}

type Read = (observed: Observed) => number | undefined

const UP: readonly (readonly [name: string, help: string, read: Read])[] = [
  ['periplus_store_up', 'Whether the records answer: 1 or 0.', ({ store }) => Number(store.up)],
  ['periplus_state_up', 'Whether the database of accounts answers: 1 or 0.', ({ tasks }) => Number(tasks.up)],
]

const STORE: readonly (readonly [name: string, help: string, read: (info: StoreInfo) => number])[] = [
  ['periplus_records', 'Records in the store.', ({ records }) => records],
  ['periplus_store_disk_bytes', 'What the records take on disk.', ({ bytesOnDisk }) => bytesOnDisk],
  [
    'periplus_store_detached_parts',
    'Parts of the records that cannot be read and are detached.',
    ({ detached }) => detached,
  ],
  [
    'periplus_store_missing_records',
    'Records that were there before a start and not after it.',
    ({ missing }) => missing,
  ],
  ['periplus_engine_memory_bytes', 'Memory the engine of the records holds.', ({ memory }) => memory],
]

const DISK: readonly (readonly [name: string, help: string, read: Read])[] = [
  [
    'periplus_disk_free_bytes',
    'Free space of the disk of the data directory.',
    ({ disk }) => disk.value?.free,
  ],
  ['periplus_disk_size_bytes', 'Size of the disk of the data directory.', ({ disk }) => disk.value?.size],
]

/** Adds the gauges of records, tasks and disk. A dependency that does not answer keeps its last known value. */
export function watchObserved(observe: () => Promise<Observed>, registers: Registry[]): void {
  const ask = shared(observe)
  const ofStore = STORE.map(([name, help, read]) => {
    const find: Read = ({ store }) => store.value && read(store.value)
    return [name, help, find] as const
  })
  for (const [name, help, read] of [...UP, ...ofStore, ...DISK])
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = read(await ask())
        if (value !== undefined) this.set(value)
      },
    })
  watchTasks(ask, registers)
}

function watchTasks(ask: () => Promise<Observed>, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: (jobs: WaitingTasks, now: number) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        const { tasks, now } = await ask()
        this.reset()
        for (const jobs of tasks.value ?? []) this.set({ kind: kindLabel(jobs.kind) }, read(jobs, now))
      },
    })
  }
  gauge(
    'periplus_tasks_waiting',
    'Exports, imports and taggings that nobody works on yet, by kind.',
    ({ count }) => count,
  )
  gauge(
    'periplus_tasks_oldest_seconds',
    'How long ago the oldest of them was submitted, by kind.',
    ({ oldest }, now) => Math.max(0, (now - oldest) / 1000),
  )
}

/** All gauges are collected at once and share one request. */
function shared<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}
