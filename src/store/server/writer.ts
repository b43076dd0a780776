// Writing to servers. A batch is whole on every server or takes no effect: its rows stay hidden until all have them, and what a
// failure left is taken back before the next attempt.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset, Unit } from '../../asset/index.ts'
import { AppError } from '../../error/index.ts'
import { countOf, matchesOf, sql } from '../../sql/index.ts'
import { refuseForeign } from '../dump.ts'
import type { Settings } from '../engine/index.ts'
import type { Selection, StoredRows, WriteResult } from '../store.ts'
import { Batch } from '../write/batch.ts'
import { DORMANT_COLUMNS, encodeDormant, type PlannedUnit, WRITTEN_COLUMNS } from '../write/encode.ts'
import { readKnown } from '../write/known.ts'
import { encodeRows, groupForInserts } from '../write/pieces.ts'
import { planWrite } from '../write/plan.ts'
import { WHOLE_INSERT } from '../write/writer.ts'
import type { Change, Changes } from './changes.ts'
import { Unreachable } from './failure.ts'
import { deleteReplaced, insertLabel, mend, removeFrom } from './mend.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'
import type { Held, Turn } from './turn.ts'

/** On a cluster, looks identities up with the list that the first server holds. */
const GLOBALLY: Settings = { distributed_product_mode: 'local', prefer_global_in_and_join: 1 }

/** On a cluster, returns when every replica of every shard has its rows. */
const SYNCHRONOUSLY: Settings = { distributed_foreground_insert: 1, insert_distributed_one_random_shard: 0 }

/** The first wait before another attempt, and the longest (milliseconds). */
const WAITS: { readonly first: number; readonly longest: number } = { first: 250, longest: 5000 }

/** What a writer works with. */
export interface WriterContext {
  readonly servers: Servers
  readonly lead: () => Promise<ServerNode>
  readonly changes: Changes
  readonly turn: Turn
  /** How long a change is tried again while servers do not answer (milliseconds). */
  readonly patience: number
}

/** A batch whose rows are everywhere. */
interface Brought {
  readonly id: bigint
  readonly replaces: boolean
  readonly result: WriteResult
}

/** Changes records, one change at a time among all processes. */
export class ServerWriter {
  readonly #context: WriterContext
  readonly #closing = new AbortController()

  constructor(context: WriterContext) {
    this.#context = context
  }

  /** Adds and replaces; on every server, and durable, when it resolves. */
  write(records: Iterable<Asset>): Promise<WriteResult> {
    const batch = Batch.of(records)
    let brought: Brought | undefined
    return this.#patiently(async (held, last) => {
      // The attempt before this one brought all rows, and mending has done the rest.
      if (brought !== undefined) return brought.result
      await this.#bring(batch, held, last, (rows) => {
        brought = rows
      })
      if (brought === undefined) throw new Error('a batch was neither brought nor refused')
      const { id, replaces, result } = brought
      if (!replaces) return result
      await deleteReplaced(this.#context.servers, id)
      await this.#context.changes.note({ id, step: 'ended' })
      return result
    })
  }

  /** Removes every match; counts once a majority of the servers has noted it, and those that are away follow when they are back. */
  remove(selection: Selection, signal: AbortSignal | undefined): Promise<number> {
    const filter = { ...selection, access: 'text' } as const
    return this.#patiently(async (_, last) => {
      const { servers, changes } = this.#context
      const count = { signal, maxExecutionSeconds: 0 }
      const [[matches = 0] = []] = await servers.query<[number]>(countOf(filter), count)
      if (matches === 0) return 0
      const id = nextId(last)
      const removal = matchesOf(filter)
      const noted = await changes.noteWherePossible({ id, step: 'removing', removal })
      const done = await servers.wherePossible((node) => removeFrom(servers, node, removal))
      if (noted && done.length === servers.nodes.length)
        await changes.noteWherePossible({ id, step: 'ended' })
      return Number(matches)
    }, signal)
  }

  /** Adds stored rows as they are. Not tried again: whoever loads must know what a failure left. */
  load({ kind, columns, lines }: StoredRows): Promise<void> {
    return this.between(async (last) => {
      const { servers, lead, changes } = this.#context
      refuseForeign(kind, columns)
      const rows = { table: kind, columns, bytes: [lines] }
      await (await lead()).insert(rows, this.#inserting())
      const [[most = '0'] = []] = await servers.query<[string]>(LATEST_WRITE)
      await changes.note({ id: later(nextId(last), BigInt(most) + 1n), step: 'ended' })
    })
  }

  /** Runs work between two changes. */
  between<Result>(work: (last: Change) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const { servers, changes, turn } = this.#context
    return turn.hold(async (held) => work(await mend(servers, changes, held)), signal)
  }

  /** Tries once to finish what was left half done. */
  async mend(): Promise<void> {
    await this.between(async () => {})
  }

  /** Ends the waiting of changes for servers that do not answer. */
  close(): void {
    this.#closing.abort()
  }

  async #bring(batch: Batch, held: Held, last: Change, done: (brought: Brought) => void): Promise<void> {
    const { lead, changes } = this.#context
    const first = await lead()
    const known = await readKnown(first, batch.keys, this.#onCluster(GLOBALLY))
    const { merged, rows: changed, dormant, replaces, result } = planWrite(batch, known)
    const rows = [...batch.unitsWithout(merged), ...changed]
    if (rows.length === 0 && dormant.length === 0) return done({ id: last.id, replaces: false, result })
    const id = nextId(last)
    await changes.note({ id, step: 'inserting' })
    await held.check()
    await this.#insert(first, id, rows, dormant)
    // From here on the batch counts: what it replaces goes next, if need be after another process takes over.
    await changes.note({ id, step: replaces ? 'inserted' : 'ended' })
    done({ id, replaces, result })
  }

  async #insert(
    node: ServerNode,
    id: bigint,
    rows: readonly PlannedUnit[],
    dormant: readonly Unit[],
  ): Promise<void> {
    const insert = (table: string, columns: readonly string[], bytes: readonly Buffer[]): Promise<void> =>
      node.insert({ table, columns, bytes }, this.#inserting(), { label: insertLabel(id) })
    if (dormant.length > 0) await insert('dormant', DORMANT_COLUMNS, [encodeDormant(dormant, String(id))])
    for (const bytes of groupForInserts(encodeRows(rows, String(id))))
      await insert('records', WRITTEN_COLUMNS, bytes)
    const { servers } = this.#context
    if (servers.layout.replicated)
      for (const table of ['records_local', 'dormant_local'])
        await servers.command(`SYSTEM SYNC REPLICA ${table}`)
  }

  #inserting(): Settings {
    return { ...WHOLE_INSERT, ...this.#onCluster(SYNCHRONOUSLY) }
  }

  #onCluster(settings: Settings): Settings {
    return this.#context.servers.layout.cluster === undefined ? {} : settings
  }

  /** Runs a change in turn, after what was left half done; again and again while servers do not answer. */
  async #patiently<Result>(
    change: (held: Held, last: Change) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { servers, changes, turn, patience } = this.#context
    const begin = performance.now()
    for (let wait = WAITS.first; ; wait = Math.min(wait * 2, WAITS.longest)) {
      try {
        return await turn.hold(async (held) => change(held, await mend(servers, changes, held)), signal)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        if (performance.now() - begin + wait > patience || this.#closing.signal.aborted) throw notWhole(error)
      }
      await sleep(wait, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }
}

const LATEST_WRITE = sql`SELECT toString(greatest((SELECT max(write_id) FROM records), (SELECT max(write_id) FROM dormant)))`

/** Grows from change to change also where clocks do not agree: microseconds since 1970. */
function nextId(last: Change): bigint {
  return later(BigInt(Date.now()) * 1000n, last.id + 1n)
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function notWhole(error: Unreachable): AppError {
  return new AppError(
    'unavailable',
    `${error.message}; records are changed only while every server answers, and nothing of this change counts`,
    { cause: error },
  )
}
