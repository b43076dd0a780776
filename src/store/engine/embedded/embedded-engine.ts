// The embedded engine: a pool of connections to one data directory, cancellation, limits and errors.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../error/index.ts'
import { type Fragment, toStatement } from '../../../sql/index.ts'
import { Connection } from './connection.ts'
import {
  type Engine,
  parseRows,
  type Rows,
  type RunOptions,
  type Settings,
  type StatementLimits,
  settingsOf,
} from '../engine.ts'
import { classify, type FailureContext, isShortOfMemory } from '../failure.ts'
import { Inbox } from './inbox.ts'
import { Pool } from './pool.ts'
import { measured } from '../span.ts'
import { MARKER, Stopper } from './stopper.ts'

/** Limits of the engine as a whole. */
export interface EngineOptions extends StatementLimits {
  readonly maxMemoryBytes: number
  /** Statements that may run at the same time. Each also needs a thread of libuv's pool. */
  readonly sessions: number
}

/** An insert without memory waits half a second, then twice as long each time: half a minute in all. */
const RETRIES = 6
const FIRST_WAIT = 500

const MEBIBYTE = 1024 * 1024

/** Statements still running are stopped again after this many milliseconds, then after twice as many. */
const FIRST_STOP_WAIT = 50
const LONGEST_STOP_WAIT = 1000

/** Above this resident memory freed memory is returned to the system at once, at most this often (milliseconds). */
const LARGE_PROCESS = 700 * MEBIBYTE
const RETURN_INTERVAL = 250

let calls = 0

/** The engine over one directory. A process has at most one. */
export class EmbeddedEngine implements Engine {
  readonly #options: EngineOptions
  readonly #pool: Pool<Connection>
  /** Only for stopping other statements; they run nothing long. */
  readonly #control: readonly [Connection, Connection]
  readonly #stopper: Stopper
  readonly #inbox: Inbox
  #nextReturn = 0

  constructor(path: string, options: EngineOptions) {
    this.#options = options
    const settings = serverSettings(options)
    this.#inbox = new Inbox(`${path}-inbox`)
    this.#control = [new Connection(path, settings), new Connection(path, settings)]
    const [patient, urgent] = this.#control
    this.#stopper = new Stopper({ patient, urgent })
    this.#pool = new Pool(
      options.sessions,
      () => new Connection(path, settings),
      (one) => one.close(),
    )
  }

  /** Runs a statement; each row of its result is one element. */
  async query<Row>(fragment: Fragment, options: RunOptions = {}): Promise<Row[]> {
    const statement = toStatement(fragment)
    return measured(statement.text, () =>
      this.#run(options, (connection, marker, settings) =>
        connection.query(statement, marker, settings).then(parseRows<Row>),
      ),
    )
  }

  /** Runs a statement and yields its result in pieces, read only as fast as the caller takes them. */
  async *stream<Row>(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<Row[]> {
    for await (const text of this.streamText(fragment, options)) yield parseRows<Row>(text)
  }

  /** The same as whole lines, one JSON array per row. */
  async *streamText(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<string> {
    const statement = toStatement(fragment)
    const connection = await this.#pool.take(options.signal)
    const marker = nextMarker()
    const stop = this.#stopOnAbort(marker, options.signal)
    const kill = (): void => this.#stopper.stop(marker)
    try {
      yield* connection.stream(statement, marker, settingsOf(options, this.#options), kill)
    } catch (error) {
      throw error instanceof AppError ? error : classify(error, this.#failureContext(options))
    } finally {
      stop()
      this.#pool.give(connection)
    }
  }

  /** Runs a statement that changes data and returns nothing. */
  async command(text: string, options: RunOptions = {}): Promise<void> {
    await this.#run(options, (connection) => connection.command(text))
  }

  /** Adds rows to a table. */
  async insert({ bytes, ...target }: Rows, settings: Settings): Promise<void> {
    try {
      await this.#inbox.lend(bytes, (path) => this.#insertFile(path, target, settings))
    } catch (error) {
      throw error instanceof AppError ? error : classify(error, this.#failureContext({}))
    }
  }

  /** Waits while merges and other statements use the memory it needs. */
  async #insertFile(path: string, target: Omit<Rows, 'bytes'>, settings: Settings): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#run({}, (connection) => connection.insertFile(path, target, settings))
      } catch (error) {
        if (!isShortOfMemory(error) || attempt === RETRIES) throw error
        await sleep(FIRST_WAIT * 2 ** attempt)
      }
    }
  }

  /** Stops running statements and closes every connection. */
  async close(): Promise<void> {
    await this.#pool.close(() => this.#stopper.stopAll())
    await this.#stopper.idle()
    for (const connection of this.#control) connection.close()
  }

  async #run<Result>(
    options: RunOptions,
    work: (connection: Connection, marker: string, settings: Settings) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.#pool.take(options.signal)
    const marker = nextMarker()
    const stop = this.#stopOnAbort(marker, options.signal)
    try {
      const result = await work(connection, marker, settingsOf(options, this.#options))
      options.signal?.throwIfAborted()
      return result
    } catch (error) {
      throw error instanceof AppError ? error : classify(error, this.#failureContext(options))
    } finally {
      stop()
      void this.#returnMemory(connection).finally(() => this.#pool.give(connection))
    }
  }

  /** The engine's allocator keeps freed memory for a while; a large process returns it now, while the caller goes on. */
  async #returnMemory(connection: Connection): Promise<void> {
    const now = performance.now()
    if (now < this.#nextReturn || !isLargeProcess()) return
    this.#nextReturn = now + RETURN_INTERVAL
    await connection.command('SYSTEM JEMALLOC PURGE').catch(() => {})
  }

  #stopOnAbort(marker: string, signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => {}
    let again: NodeJS.Timeout | undefined
    let wait = FIRST_STOP_WAIT
    const onAbort = (): void => {
      this.#stopper.stop(marker)
      // The statement may not have started yet, so it is stopped again a little later.
      again = setTimeout(onAbort, wait)
      wait = Math.min(LONGEST_STOP_WAIT, 2 * wait)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return () => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(again)
    }
  }

  #failureContext(options: RunOptions): FailureContext {
    return {
      signal: options.signal,
      maxExecutionSeconds: options.maxExecutionSeconds ?? this.#options.maxExecutionSeconds,
      maxResultBytes: options.maxResultBytes,
    }
  }
}

/** Reading the resident memory opens a file, for which too many files may be open. */
function isLargeProcess(): boolean {
  try {
    return process.memoryUsage.rss() >= LARGE_PROCESS
  } catch {
    return false
  }
}

function nextMarker(): string {
  return `${MARKER}${++calls};`
}

/** Settings that the engine needs at its start. Caches are small because the operating system caches files too. */
function serverSettings({ maxMemoryBytes }: EngineOptions): readonly string[] {
  return [
    `--max_server_memory_usage=${maxMemoryBytes}`,
    `--mark_cache_size=${128 * MEBIBYTE}`,
    `--index_mark_cache_size=${32 * MEBIBYTE}`,
    // Two merges at a time, and none starts while other work uses much memory.
    `--background_pool_size=2`,
    `--background_merges_mutations_concurrency_ratio=1`,
    // The engine looks for the next merge or deletion soon after the last, not up to a second later.
    `--background_processing_pool_thread_sleep_seconds_if_nothing_to_do=0.02`,
    `--background_processing_pool_task_sleep_seconds_when_no_work_random_part=0.02`,
    `--merges_mutations_memory_usage_soft_limit=${256 * MEBIBYTE}`,
    // The default of 1 GiB per thread would leave one thread where it may use 1 or 2 GiB.
    `--max_threads_min_free_memory_per_thread=${128 * MEBIBYTE}`,
    `--uncompressed_cache_size=${64 * MEBIBYTE}`,
    `--index_uncompressed_cache_size=0`,
    `--mmap_cache_size=0`,
    `--output_format_json_escape_forward_slashes=0`,
    `--query_condition_cache_size=${16 * MEBIBYTE}`,
    `--text_index_tokens_cache_size=${64 * MEBIBYTE}`,
    `--text_index_header_cache_size=${64 * MEBIBYTE}`,
    `--text_index_postings_cache_size=${64 * MEBIBYTE}`,
  ]
}
