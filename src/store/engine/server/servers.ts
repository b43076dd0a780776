// The servers that store the records: one, or the replicas of the shards of a cluster. Any server that answers serves reads.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../error/index.ts'
import { type Fragment, toStatement } from '../../../sql/index.ts'
import { type Engine, measured, parseRows, type Rows, type RunOptions, type Settings } from '../index.ts'
import { Unreachable } from './failure.ts'
import type { Layout } from './layout.ts'
import type { ServerNode } from './node.ts'

/** Pause before the second and last round over all servers, in milliseconds. */
const PAUSE = 200

/** Each shard looks up its own rows. The server that merges does not also read, so that each stays within its memory limit. */
const ON_CLUSTER: Settings = { distributed_product_mode: 'local', prefer_localhost_replica: 0 }

/** All servers as one engine. */
export class Servers implements Engine {
  readonly nodes: readonly ServerNode[]
  readonly layout: Layout
  /** Servers that did not answer the last request. */
  readonly #silent = new Set<ServerNode>()
  #turn = 0
  /** Why reads and writes are refused. */
  #refusal: string | undefined

  constructor(nodes: readonly ServerNode[], layout: Layout) {
    this.nodes = nodes
    this.layout = layout
  }

  /** Refuses reads and writes while a server lacks rows of the others: an answer from half of the records would be wrong. */
  refuse(reason: string | undefined): void {
    this.#refusal = reason
  }

  query<Row>(fragment: Fragment, options: RunOptions = {}): Promise<Row[]> {
    const { text } = toStatement(fragment)
    return measured(text, () => this.#anyone((node) => node.query<Row>(fragment, this.#onCluster(options))))
  }

  async *stream<Row>(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<Row[]> {
    for await (const text of this.streamText(fragment, options)) yield parseRows<Row>(text)
  }

  async *streamText(fragment: Fragment, options: RunOptions = {}): AsyncGenerator<string> {
    const { first, rest } = await this.#anyone(async (node) => {
      const texts = node.streamText(fragment, this.#onCluster(options))
      return { first: await texts.next(), rest: texts }
    })
    try {
      if (first.done === true) return
      yield first.value
      yield* rest
    } finally {
      await rest.return(undefined)
    }
  }

  /** Runs a statement on every server; fails when one does not answer. */
  async command(text: string, options: RunOptions = {}): Promise<void> {
    await this.everywhere((node) => node.command(text, options))
  }

  async insert(rows: Rows, settings: Settings): Promise<void> {
    await this.#anyone((node) => node.insert(rows, settings))
  }

  /** The names of all servers, for messages. */
  get name(): string {
    return this.nodes.map(({ name }) => name).join(', ')
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()))
  }

  /** Runs work on every server concurrently; fails when one fails, after all have ended. */
  async everywhere<Result>(work: (node: ServerNode) => Promise<Result>): Promise<Result[]> {
    this.#throwRefusal()
    const done = await this.wherePossible(work)
    if (done.length < this.nodes.length) throw new Unreachable(this.#missing(done), undefined)
    return done.map(({ result }) => result)
  }

  /** Runs work on every server that answers; throws failures other than silence, after all have ended. */
  async wherePossible<Result>(
    work: (node: ServerNode) => Promise<Result>,
  ): Promise<{ readonly node: ServerNode; readonly result: Result }[]> {
    return this.#where(this.nodes, work)
  }

  /** The same without silent servers, unless most are silent: callers do not wait for a server that is down. */
  async whereHeard<Result>(
    work: (node: ServerNode) => Promise<Result>,
  ): Promise<{ readonly node: ServerNode; readonly result: Result }[]> {
    const heard = this.nodes.filter((node) => !this.#silent.has(node))
    return this.#where(heard.length * 2 >= this.nodes.length ? heard : this.nodes, work)
  }

  /** Probes whether silent servers are back. */
  async listen(time: number): Promise<void> {
    const statement = { parts: ['SELECT 1'] }
    await this.#where([...this.#silent], (node) => node.query(statement, { answerWithin: time }))
  }

  async #where<Result>(
    nodes: readonly ServerNode[],
    work: (node: ServerNode) => Promise<Result>,
  ): Promise<{ readonly node: ServerNode; readonly result: Result }[]> {
    const ends = await Promise.allSettled(nodes.map(work))
    const done: { readonly node: ServerNode; readonly result: Result }[] = []
    for (const [index, end] of ends.entries()) {
      const node = nodes[index]
      if (node === undefined) continue
      if (end.status === 'fulfilled') {
        this.#silent.delete(node)
        done.push({ node, result: end.value })
      } else if (end.reason instanceof Unreachable) this.#silent.add(node)
      else throw end.reason
    }
    return done
  }

  #missing(done: readonly { readonly node: ServerNode }[]): string {
    const there = new Set(done.map(({ node }) => node))
    const missing = this.nodes.filter((node) => !there.has(node))
    return missing.map(({ name }) => name).join(', ')
  }

  #throwRefusal(): void {
    if (this.#refusal !== undefined)
      throw new AppError('unavailable', `503 Service Unavailable: ${this.#refusal}`)
  }

  async #anyone<Result>(work: (node: ServerNode) => Promise<Result>): Promise<Result> {
    this.#throwRefusal()
    let last: unknown
    for (let round = 0; round < 2; round++) {
      for (const node of this.#order()) {
        try {
          return await work(node)
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error
          this.#silent.add(node)
          last = error
        }
      }
      await sleep(PAUSE)
    }
    throw last
  }

  /** Every server once, round-robin, recently silent ones last. */
  #order(): readonly ServerNode[] {
    const begin = this.#turn++ % this.nodes.length
    const turned = [...this.nodes.slice(begin), ...this.nodes.slice(0, begin)]
    const silent = (node: ServerNode): boolean => this.#silent.has(node)
    return [...turned.filter((node) => !silent(node)), ...turned.filter(silent)]
  }

  #onCluster(options: RunOptions): RunOptions {
    if (this.layout.cluster === undefined) return options
    return { ...options, settings: { ...ON_CLUSTER, ...options.settings } }
  }
}
