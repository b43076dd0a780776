// Threads that enrich beside the one that reads. One that fails or hangs is not used any more; the reading thread, which is watched
// itself, does its work again and so finds the observation at fault.
import { Worker } from 'node:worker_threads'
import type { EnrichRequest } from './enricher.ts'
import type { EnrichWork, PackedOutcomes } from './portion.ts'
import { ThreadTime } from './thread-time.ts'

const THREAD = new URL('./enriching-thread.ts', import.meta.url)

/** Portions that a thread has, so that it need not wait for the next. */
const MOST_WAITING = 2

const LOOK_EVERY = 250

/** Milliseconds of work on one portion after which a thread is given up; a portion takes a tenth of a second. */
const LONGEST = 10_000

/** Options of the threads. */
interface ThreadOptions {
  readonly count: number
  /** Their code and their longest work in milliseconds; tests have others. */
  readonly module?: URL
  readonly longest?: number
}

/** A fixed number of threads. */
export class EnrichingThreads {
  readonly #threads: readonly EnrichingThread[]

  constructor(request: EnrichRequest, { count, module = THREAD, longest = LONGEST }: ThreadOptions) {
    this.#threads = Array.from({ length: count }, () => new EnrichingThread(request, module, longest))
  }

  /** Whether any of them can be used: none can at first. */
  get areReady(): boolean {
    return this.#threads.some(({ isReady }) => isReady)
  }

  /** The results, or nothing when the thread fails meanwhile; no promise when every thread has enough to do. */
  enrich(work: EnrichWork): Promise<PackedOutcomes | undefined> | undefined {
    const free = this.#threads.filter(({ isReady, waiting }) => isReady && waiting < MOST_WAITING)
    return free.toSorted((a, b) => a.waiting - b.waiting)[0]?.enrich(work)
  }

  /** Ends them all. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

class EnrichingThread {
  readonly #worker: Worker
  readonly #longest: number
  readonly #waiting: ((outcomes: PackedOutcomes | undefined) => void)[] = []
  readonly #timer: NodeJS.Timeout
  #state: 'starting' | 'ready' | 'ended' = 'starting'
  readonly #time: ThreadTime

  constructor(request: EnrichRequest, module: URL, longest: number) {
    this.#worker = new Worker(module, { workerData: request })
    this.#longest = longest
    this.#time = new ThreadTime(this.#worker)
    this.#worker.on('message', (message: 'ready' | PackedOutcomes) => this.#receive(message))
    this.#worker.on('error', () => void this.end())
    this.#worker.on('exit', () => void this.end())
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY).unref()
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  get waiting(): number {
    return this.#waiting.length
  }

  enrich(work: EnrichWork): Promise<PackedOutcomes | undefined> {
    if (this.#waiting.length === 0) this.#time.stepped()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#worker.postMessage(work)
    })
  }

  async end(): Promise<void> {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    clearInterval(this.#timer)
    for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    await this.#worker.terminate()
  }

  #receive(message: 'ready' | PackedOutcomes): void {
    if (this.#state === 'ended') return
    this.#time.stepped()
    if (message === 'ready') this.#state = 'ready'
    else this.#waiting.shift()?.(message)
  }

  #look(): void {
    if (this.#waiting.length > 0 && this.#time.isOver(this.#longest)) void this.end()
  }
}
