// A supervised thread that reads inputs: yields its batches, and an error with its position when it fails or hangs.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Batch } from '../../store/write/index.ts'
import type { ReadBatch } from './read-batch.ts'
import type { ReadRequest, ReadStep } from './read-request.ts'
import { endThread, type ReadingThread, type ReadingThreads, startThread } from './reading-threads.ts'
import { Gauge, type ThreadData, type ThreadMessage } from './thread-message.ts'
import { ThreadTime } from './thread-time.ts'

/** The position of a thread when it failed. */
export interface ReadPosition {
  readonly file: string | undefined
  /** The input of that file, if one was opened. */
  readonly input: string | undefined
  readonly step: ReadStep
  readonly readings: number
}

/** Reading failed or hung at a position. */
export class ReadingFailed extends Error {
  readonly position: ReadPosition

  constructor(reason: string, position: ReadPosition, cause?: unknown) {
    super(reason, { cause })
    this.position = position
  }
}

/** Options of the supervision. */
export interface WatchOptions {
  /** Milliseconds that a thread may take without a step. */
  readonly stallTimeout: number
  readonly standardInput: AsyncIterable<Uint8Array> | undefined
  /** Called with the number of bytes read. */
  readonly onProgress: (consumed: number) => void
  readonly signal: AbortSignal | undefined
  /** The module that runs in the thread; tests use one that fails at a chosen position. */
  readonly thread: URL | undefined
  /** Where a thread may wait for the next import; without it each ends with its import. */
  readonly threads?: ReadingThreads | undefined
}

const LOOK_EVERY = 250
/** How many times as long as a step it may take to start, or to load feeds and databases. */
const LOADING = 10

/** A thread and what it has sent. */
export class ReadingWorker {
  /** Where the thread may wait for the next import: only one without an input of its own. */
  readonly #pool: ReadingThreads | undefined
  readonly #thread: ReadingThread
  readonly #gauge: Gauge
  readonly #options: WatchOptions
  readonly #batches: ReadBatch[] = []
  readonly #timer: NodeJS.Timeout
  #isReady = false
  #file: string | undefined
  #input: string | undefined
  #ended = false
  #failure: Error | undefined
  #wake = (): void => undefined
  #moves = 0
  #wasLoading = true
  readonly #time: ThreadTime

  constructor(request: ReadRequest, options: WatchOptions) {
    const shared = Gauge.memory()
    const workerData: ThreadData = { request, shared }
    this.#gauge = new Gauge(shared)
    this.#options = options
    const { standardInput, thread, threads } = options
    this.#pool = standardInput === undefined && thread === undefined ? threads : undefined
    this.#thread =
      this.#pool?.take(workerData) ?? startThread(workerData, standardInput !== undefined, thread)
    const { worker } = this.#thread
    this.#time = new ThreadTime(worker)
    worker.on('message', (message: ThreadMessage) => this.#take(message))
    worker.on('error', (error) => this.#fail(`reading failed: ${messageOf(error)}`, error))
    worker.on('exit', () => this.#fail('reading ended too early'))
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY)
    options.signal?.addEventListener('abort', this.#stop)
    if (standardInput !== undefined) this.#feed(standardInput)
  }

  /** The batches until the end or the signal; fails with `ReadingFailed` after the batches that arrived before. */
  async *batches(): AsyncGenerator<ReadBatch> {
    for (;;) {
      const batch = this.#batches.shift()
      if (this.#options.signal?.aborted) return
      if (batch !== undefined) {
        yield batch
        this.#thread.worker.postMessage('room')
      } else if (this.#ended) return
      else if (this.#failure !== undefined) throw this.#failure
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  /** Ends the thread, unless it has read everything and may wait for the next import. */
  async close(): Promise<void> {
    const { signal } = this.#options
    const isDone = this.#ended && this.#failure === undefined && this.#batches.length === 0
    clearInterval(this.#timer)
    signal?.removeEventListener('abort', this.#stop)
    this.#ended = true
    const { worker } = this.#thread
    worker.removeAllListeners('message')
    if (this.#pool === undefined || !isDone || signal?.aborted) return endThread(this.#thread)
    worker.removeAllListeners('error').removeAllListeners('exit')
    await this.#pool.keep(this.#thread)
  }

  readonly #stop = (): void => this.#wake()

  #feed(source: AsyncIterable<Uint8Array>): void {
    const { stdin } = this.#thread.worker
    // A thread that has read enough closes its end; an error of the source is the end of the input.
    if (stdin !== null) pipeline(Readable.from(source, { objectMode: false }), stdin).catch(() => stdin.end())
  }

  #take(message: ThreadMessage): void {
    switch (message.kind) {
      case 'file':
        this.#isReady = true
        this.#file = message.path
        this.#input = undefined
        return
      case 'input':
        this.#input = message.name
        return
      case 'batch':
        this.#batches.push({ ...message.batch, records: Batch.unpack(message.records) })
        break
      case 'end':
        this.#ended = true
        break
    }
    this.#wake()
  }

  /** A thread that is busy without a step hangs; one that waits for a pipe or for space does not. */
  #look(): void {
    const { moves, consumed, isPaused } = this.#gauge
    this.#options.onProgress(consumed)
    const isLoading = !this.#isReady || isPaused
    const longest = this.#options.stallTimeout * (isLoading ? LOADING : 1)
    if (moves !== this.#moves || isLoading !== this.#wasLoading) {
      this.#moves = moves
      this.#wasLoading = isLoading
      this.#time.stepped()
    } else if (this.#time.isOver(longest)) {
      const what = isLoading ? 'loading what reading needs' : 'reading'
      this.#fail(`${what} made no progress for ${Math.round(longest / 1000)} seconds`)
    }
  }

  #fail(reason: string, cause?: unknown): void {
    if (this.#ended) return
    const position = { file: this.#file, input: this.#input, ...this.#gauge.position }
    this.#failure ??= new ReadingFailed(reason, position, cause)
    this.#wake()
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'it needs more memory than a thread has'
  return error instanceof Error ? error.message : String(error)
}
