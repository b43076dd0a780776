// One ClickHouse server over HTTP: a bounded pool of kept-alive connections, typed parameters, limits for every statement, and
// cancellation when the caller leaves.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { type Fragment, toStatement } from '../../../sql/index.ts'
import type { ServerList } from '../../../util/index.ts'
import {
  type Engine,
  insertOf,
  parseRows,
  type Rows,
  type RunOptions,
  type Settings,
  type StatementLimits,
  settingsOf,
} from '../index.ts'
import { failureOf } from './failure.ts'

/** Options of every statement on a server. */
export interface NodeOptions extends StatementLimits {
  /** Connections that may be open at the same time. */
  readonly connections: number
}

const FORMAT = 'JSONCompactEachRow'

/** A server that does not answer within this time after a statement's own limit is unreachable (seconds). */
const LATENESS = 10

/** A server that does not finish an insert, or a change, within this time hangs (milliseconds). */
const LONGEST_INSERT = 120_000
const LONGEST_CHANGE = 1_800_000

/** Statements without a limit end with their connection; a day is practically unlimited (milliseconds). */
const DAY = 86_400_000

/** The format of results, whatever the user's profile says. */
const OUTPUT: Settings = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_quote_denormals: 0,
  output_format_parallel_formatting: 0,
  cancel_http_readonly_queries_on_client_close: 1,
  // Statements between servers contain lists of thousands of addresses.
  max_query_size: 268_435_456,
}

type Client = ReturnType<typeof createClient>

/** Options of every request. */
interface Call {
  readonly query_id: string
  readonly abort_signal: AbortSignal
  readonly clickhouse_settings: Record<string, string | number>
}

/** One server. Failures to reach it are `Unreachable`. */
export class ServerNode implements Engine {
  /** `host:port`. */
  readonly name: string
  readonly #options: NodeOptions
  readonly #client: Client
  /** Has its own connection, so that it can cancel statements while the others are busy. */
  readonly #control: Client

  constructor(server: ServerList, host: string, options: NodeOptions) {
    this.name = host
    this.#options = options
    this.#client = clientOf(server, host, options.connections)
    this.#control = clientOf(server, host, 2)
  }

  async query<Row>(fragment: Fragment, options: RunOptions = {}): Promise<Row[]> {
    const { text, params } = toStatement(fragment)
    // Waits for a complete answer or an error status: an error in the middle of an answer would look like a lost connection.
    const whole = { ...options, settings: { ...options.settings, wait_end_of_query: 1 } }
    return this.#run(whole, async (call) => {
      const result = await this.#client.query({ ...call, query: text, query_params: params, format: FORMAT })
      return parseRows<Row>(await result.text())
    })
  }

  async *stream<Row>(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<Row[]> {
    for await (const text of this.streamText(fragment, options)) yield parseRows<Row>(text)
  }

  async *streamText(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<string> {
    const { text, params } = toStatement(fragment)
    const { call, watch } = this.#begin(options)
    let ended = false
    try {
      const result = await this.#client.query({ ...call, query: text, query_params: params, format: FORMAT })
      for await (const rows of result.stream()) yield `${rows.map((row) => row.text).join('\n')}\n`
      ended = true
    } catch (error) {
      ended = !watch.failed()
      throw this.#failure(error, options)
    } finally {
      if (!ended) this.#kill(call.query_id)
      watch.end()
    }
  }

  async command(text: string, options: RunOptions = {}): Promise<void> {
    await this.change({ parts: [text] }, options.settings)
  }

  /** Runs a statement with parameters that changes data; `answerWithin` in milliseconds. */
  async change(
    fragment: Fragment,
    settings?: Settings,
    answerWithin = LONGEST_CHANGE,
    label = 'change',
  ): Promise<void> {
    const { text, params } = toStatement(fragment)
    await this.#run({ ...unlimited(settings), answerWithin }, (call) => {
      const query_id = `${label}-${call.query_id}`
      return this.#client.command({ ...call, query_id, query: text, query_params: params })
    })
  }

  async insert(
    rows: Rows,
    settings: Settings,
    { label = 'insert', ...options }: { readonly label?: string; readonly answerWithin?: number } = {},
  ): Promise<void> {
    const query = statementOf(rows)
    await this.#run({ ...unlimited(settings), answerWithin: LONGEST_INSERT, ...options }, async (call) => {
      const values = Readable.from(rows.bytes)
      const id = `${label}-${call.query_id}`
      const { stream } = await this.#client.exec({ ...call, query_id: id, query, values })
      for await (const _ of stream);
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#control.close()])
  }

  async #run<Result>(options: RunOptions, work: (call: Call) => Promise<Result>): Promise<Result> {
    const { call, watch } = this.#begin(options)
    try {
      return await work(call)
    } catch (error) {
      if (watch.failed()) this.#kill(call.query_id)
      throw this.#failure(error, options)
    } finally {
      watch.end()
    }
  }

  #begin(options: RunOptions): { readonly call: Call; readonly watch: Watch } {
    options.signal?.throwIfAborted()
    const settings = settingsOf(options, this.#options)
    const limit = Number(settings['max_execution_time'])
    const watch = new Watch(
      options.signal,
      options.answerWithin ?? (limit > 0 ? (limit + LATENESS) * 1000 : 0),
    )
    const call = {
      query_id: `periplus-${randomUUID()}`,
      abort_signal: watch.signal,
      clickhouse_settings: { ...OUTPUT, ...settings },
    }
    return { call, watch }
  }

  #failure(error: unknown, options: RunOptions): unknown {
    return failureOf(error, this.name, this.#context(options))
  }

  #context(options: RunOptions) {
    return {
      signal: options.signal,
      maxExecutionSeconds: options.maxExecutionSeconds ?? this.#options.maxExecutionSeconds,
      maxResultBytes: options.maxResultBytes,
    }
  }

  #kill(id: string): void {
    // The caller has left or receives another error. If the server cannot be reached, the statement ends at its time limit.
    this.#control.command({ query: `KILL QUERY WHERE endsWith(query_id, '${id}') ASYNC` }).catch(() => {})
  }
}

/** Cancels a request when its caller leaves or the server is silent beyond the statement's limit. */
class Watch {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout | undefined

  /** A limit of 0 means: until the caller leaves. */
  constructor(caller: AbortSignal | undefined, limit: number) {
    const own = this.#controller.signal
    this.signal = caller === undefined ? own : AbortSignal.any([own, caller])
    if (limit > 0) this.#timer = setTimeout(() => this.#controller.abort(), limit)
  }

  failed(): boolean {
    return this.signal.aborted
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** Statements that change data run to the end without limits, as they do in process. */
function unlimited(settings: Settings = {}): RunOptions {
  return { maxExecutionSeconds: 0, settings: { max_memory_usage: 0, ...settings } }
}

/** Lines follow the statement: directly into the table, or through `input` when a column is added. */
function statementOf(rows: Rows): string {
  if (rows.tagged === undefined)
    return `INSERT INTO ${rows.table} (${rows.columns.join(', ')}) FORMAT ${FORMAT}`
  return `${insertOf(rows, (structure) => `input('${structure.replaceAll("'", "\\'")}')`)} FORMAT ${FORMAT}`
}

function clientOf(server: ServerList, host: string, connections: number): Client {
  return createClient({
    url: `${server.protocol}://${host}`,
    username: server.username,
    password: server.password,
    database: server.database,
    application: 'periplus',
    max_open_connections: connections,
    request_timeout: DAY,
    keep_alive: { enabled: true },
    use_multipart_params_auto: true,
    // Its lines may contain statements, and with them users' queries.
    log: { level: ClickHouseLogLevel.OFF },
  })
}
