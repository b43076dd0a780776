// What the torture of bench/torture.ts consists of: a server that may die, imports that are repeated until they are whole, and searches
// that come whether the earlier ones are answered or not.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand, type RunningCommand, startCommand } from '../../test/support/command.ts'
import { type Processes, type Running, searchUrl } from '../../test/support/serve.ts'
import type { Caller } from './load.ts'

type Environment = Readonly<Record<string, string>>

/** A server that is started again after each death. */
export class TortureServer {
  readonly #processes: Processes
  readonly #data: string
  readonly #environment: Environment
  #running: (Running & { readonly url: string }) | undefined

  constructor(processes: Processes, data: string, environment: Environment) {
    this.#processes = processes
    this.#data = data
    this.#environment = environment
  }

  get url(): string {
    return this.#running?.url ?? ''
  }

  get pid(): number {
    return this.#running?.child.pid ?? 0
  }

  /** Starts it; a database that is away or a disk that is full may need several tries. */
  async start(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const started = this.#processes.run(
        ['serve', '--data', this.#data, '--port', '0', '--no-demo'],
        this.#environment,
      )
      const url = await listening(started)
      if (url !== undefined) {
        this.#running = { ...started, url }
        return
      }
      if (attempt === MOST_STARTS) throw new Error(started.output())
      await sleep(1000)
    }
  }

  /** Resolves when it runs. */
  async running(): Promise<void> {
    while (this.#running === undefined) await sleep(50)
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL')
    await this.#running?.ended
    this.#running = undefined
    await this.start()
  }

  async pause(time: number): Promise<void> {
    this.#running?.child.kill('SIGSTOP')
    await sleep(time)
    this.#running?.child.kill('SIGCONT')
  }

  /** Starts it where it has died by itself. */
  async ensure(): Promise<void> {
    if (this.#running?.child.exitCode === null && this.#running.child.signalCode === null) return
    const output = this.#running?.output()
    this.#running = undefined
    console.error(`the server ended by itself: ${output?.slice(-500)}`)
    await this.start()
  }
}

/** A command that has the data directory, or a database that is away, keeps it from starting for a while. */
const MOST_STARTS = 60

/** The address at which it listens; undefined when it ended instead. */
async function listening({ output, ended }: Running): Promise<string | undefined> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const url = /listening on (http:\/\/\S+)/.exec(output())?.[1]
    if (url !== undefined || hasEnded) return url
    await sleep(20)
  }
}

const BATCH = 2000

/** Imports of files one after the other; a command that fails or is killed is repeated until the file is whole. */
export class Imports {
  readonly #server: TortureServer
  readonly #data: string
  readonly #directory: string
  readonly #environment: Environment
  readonly #first = Promise.withResolvers<void>()
  #command: RunningCommand | undefined
  #stopped = false
  #done: Promise<void> = Promise.resolve()
  #files = 0
  #commands = 0

  constructor(server: TortureServer, data: string, directory: string, environment: Environment) {
    this.#server = server
    this.#data = data
    this.#directory = directory
    this.#environment = environment
  }

  /** Resolves when there is something to search. */
  get firstBatch(): Promise<void> {
    return this.#first.promise
  }

  /** Records of the files whose command said that they are in. */
  get acknowledged(): number {
    return this.#files * BATCH
  }

  start(): void {
    this.#done = this.#work()
  }

  kill(): void {
    this.#command?.child.kill('SIGKILL')
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const file = join(this.#directory, 'batch.ndjson')
      const time = new Date().toISOString()
      const lines = Array.from({ length: BATCH }, (_, index) =>
        JSON.stringify({
          host: hostOf(this.#files * BATCH + index),
          port: 80,
          title: 'torture',
          lastupdatetime: time,
        }),
      )
      writeFileSync(file, `${lines.join('\n')}\n`)
      while (!(await this.#import(file))) await sleep(300)
      this.#files++
      this.#first.resolve()
    }
  }

  async #import(file: string): Promise<boolean> {
    await this.#server.running()
    this.#commands++
    this.#command = startCommand(['import', '--data', this.#data, file], this.#environment)
    this.#command.child.stdin?.end()
    return (await this.#command.finished).code === 0
  }

  /** What a reading of all records finds of the files whose command said that they are in. */
  async compare(url: string, admin: { readonly email: string; readonly key: string }) {
    const options = [
      '--server',
      url,
      '--email',
      admin.email,
      '--key',
      admin.key,
      '--full',
      '--fields',
      'host',
    ]
    const { code, out, error } = await runCommand(
      ['export', 'title="torture"', ...options],
      undefined,
      this.#environment,
    )
    if (code !== 0) throw new Error(error)
    const hosts = out
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { host: string }).host]))
    const there = new Set(hosts)
    const { acknowledged } = this
    const lost = Array.from({ length: acknowledged }, (_, index) => hostOf(index)).filter(
      (host) => !there.has(host),
    )
    return { acknowledged, lost: lost.length, double: hosts.length - there.size, commands: this.#commands }
  }
}

/** Other answers that are printed. */
const PRINTED = 5

const hostOf = (number: number): string => `t${number}.example.com`

/** Searches of one account at a rate. */
export class Searches {
  readonly served: number[] = []
  refused = 0
  unanswered = 0
  /** Answers with a total below what was acknowledged before they were asked for. */
  short = 0
  other = 0
  #answered = 0
  #stopped = false
  #done: Promise<unknown> = Promise.resolve()
  readonly #server: TortureServer
  readonly #caller: Caller
  readonly #imports: Pick<Imports, 'acknowledged'>

  constructor(server: TortureServer, caller: Caller, imports: Pick<Imports, 'acknowledged'>) {
    this.#server = server
    this.#caller = caller
    this.#imports = imports
  }

  /** Latencies of one caller for some seconds. */
  async measureAlone(seconds: number): Promise<readonly number[]> {
    await this.#inTurn(1, seconds)
    return this.served.splice(0)
  }

  /** Searches per second of several callers. */
  async measureCapacity(seconds: number): Promise<number> {
    await this.#inTurn(8, seconds)
    return this.served.splice(0).length / seconds
  }

  async #inTurn(callers: number, seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000
    const call = async (): Promise<void> => {
      while (performance.now() < end) await this.#ask()
    }
    await Promise.all(Array.from({ length: callers }, call))
  }

  start(rate: number): void {
    this.#done = this.#keepAsking(rate)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
  }

  async #keepAsking(rate: number): Promise<void> {
    const asked = new Set<Promise<void>>()
    while (!this.#stopped) {
      await sleep(1000 / rate)
      // A caller has so many connections, however long the server is silent.
      if (asked.size >= 500) continue
      const one: Promise<void> = this.#ask().finally(() => asked.delete(one))
      asked.add(one)
    }
    await Promise.all(asked)
  }

  #unseen = 0

  async #ask(): Promise<void> {
    const started = performance.now()
    const least = this.#imports.acknowledged
    const query = `title="torture" && as_number!="${4_100_000_000 + this.#unseen++}"`
    try {
      const url = searchUrl(this.#server.url, this.#caller, query, { size: '100', full: 'true' })
      const answer = await fetch(url, { signal: AbortSignal.timeout(90_000) })
      const body = (await answer.json()) as {
        readonly error: boolean
        readonly consumed_fpoint?: number
        readonly total?: number
      }
      this.#answered += body.consumed_fpoint ?? 0
      if (answer.status === 503) this.refused++
      else if (answer.status !== 200 || body.error) this.#noteOther(answer.status, body)
      else this.#serve(performance.now() - started, body.total ?? 0, least)
    } catch {
      this.unanswered++
    }
  }

  /** Counts an answer that is neither a result nor a refusal, and prints the first ones. */
  #noteOther(status: number, body: unknown): void {
    if (this.other++ < PRINTED)
      console.error(`${new Date().toISOString()} ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  #serve(time: number, total: number, least: number): void {
    this.served.push(time)
    if (total >= least) return
    if (this.short === 0) console.error(`${new Date().toISOString()} ${total} of ${least} records`)
    this.short++
  }

  /**
   * The ledger beside the answers. A call without an answer, or that was refused at the moment of charging, may have been charged: what
   * lies outside of that is the difference.
   */
  async compare(url: string, admin: { readonly email: string; readonly key: string }) {
    const { email } = this.#caller
    const query = new URLSearchParams({ email: admin.email, key: admin.key })
    const mine = new URLSearchParams({ email, key: this.#caller.key })
    const { coins } = (await (await fetch(`${url}/api/v1/info/my?${mine}`)).json()) as {
      readonly coins: number
    }
    let charged = 0
    let sum = 0
    for (let before = ''; ; ) {
      const more = before === '' ? '' : `&before=${before}`
      const answer = await fetch(`${url}/api/v1/admin/accounts/${email}/ledger?${query}&size=1000${more}`)
      const { entries, next } = (await answer.json()) as {
        readonly entries: readonly { readonly kind: string; readonly amount: number }[]
        readonly next?: number | null
      }
      for (const { kind, amount } of entries) {
        sum += amount
        if (kind === 'charge') charged -= amount
      }
      if (next === undefined || next === null) break
      before = String(next)
    }
    const most = this.#answered + this.unanswered + this.refused
    const difference = charged < this.#answered ? this.#answered - charged : Math.max(0, charged - most)
    return { answered: this.#answered, charged, difference, sum, coins }
  }
}

/** Resident memory of a process in bytes; 0 when it is gone. */
export function residentMemory(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
