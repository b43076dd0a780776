// What is being changed, noted on every server before it happens: readers learn from it which rows to see, and whoever comes after a
// process that died, what to finish. Each step is noted on all servers before the work of the step begins, so a server that lags
// behind only describes a moment that was right as well.
import { type Fragment, sql } from '../../sql/index.ts'
import { encodeValues } from '../write/encode.ts'
import { Unreachable } from './failure.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** How far a change has come. */
const STEPS = { inserting: 1, inserted: 2, removing: 3, ended: 9 } as const

/** Rows are coming; they are there and those they replace go; matches of a condition go; all is done. */
export type Step = keyof typeof STEPS

/** The latest change. */
export interface Change {
  /** Grows with every change; also the `write_id` of its rows. */
  readonly id: bigint
  readonly step: Step
  /** Whose matches are removed. */
  readonly removal?: Fragment
}

/** Before the first change. */
export const NO_CHANGE: Change = { id: 0n, step: 'ended' }

/** The table of the notes. */
export const CHANGES_TABLE = `CREATE TABLE IF NOT EXISTS changes (id UInt64, step UInt8, removal String) ENGINE = MergeTree ORDER BY (id, step)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

const COLUMNS = ['id', 'step', 'removal']

/** Notes older than the last so many are dropped now and then. */
const KEPT = 200

/** Who does not take or tell a note so soon does not answer (milliseconds). */
const ANSWER_TIME = 10_000

/** Notes of changes. */
export class Changes {
  readonly #servers: Servers
  #noted = 0

  constructor(servers: Servers) {
    this.#servers = servers
  }

  /** The furthest step that a server knows of; asks all that answer. */
  async look(): Promise<Change> {
    const seen = await this.#servers.whereHeard(latest)
    if (seen.length === 0) throw new Unreachable(this.#servers.name, undefined)
    return furthest(seen.map(({ result }) => result))
  }

  /** The same, when every server answers. */
  async lookEverywhere(): Promise<Change> {
    return furthest(await this.#servers.everywhere(latest))
  }

  /** Notes a step on every server. */
  async note(change: Change): Promise<void> {
    await this.#servers.everywhere((node) => insert(node, change))
    if (change.step === 'ended' && ++this.#noted % KEPT === 0) await this.#forget(change)
  }

  /** Notes a step on every server that answers, and says whether these are all; fails when they are no majority. */
  async noteWherePossible(change: Change): Promise<boolean> {
    const done = await this.#servers.wherePossible((node) => insert(node, change))
    const all = this.#servers.nodes.length
    if (done.length * 2 <= all) throw new Unreachable(this.#servers.name, undefined)
    return done.length === all
  }

  async #forget({ id }: Change): Promise<void> {
    await this.#servers.command(`DELETE FROM changes WHERE id < ${id}`)
  }
}

/** Whether two looks saw the same. */
export function sameChange(one: Change, other: Change): boolean {
  return one.id === other.id && one.step === other.step
}

async function latest(node: ServerNode): Promise<Change> {
  const statement = sql`SELECT toString(id), step, removal FROM changes ORDER BY id DESC, step DESC LIMIT 1`
  const [row] = await node.query<[string, number, string]>(statement, { answerWithin: ANSWER_TIME })
  if (row === undefined) return NO_CHANGE
  const [id, number, removal] = row
  const step = stepOf(number)
  return { id: BigInt(id), step, ...(removal !== '' && { removal: JSON.parse(removal) as Fragment }) }
}

function stepOf(number: number): Step {
  for (const step of Object.keys(STEPS) as Step[]) if (STEPS[step] === number) return step
  throw new Error(`the servers note a step ${number} that this program does not know`)
}

function furthest(changes: readonly Change[]): Change {
  let last = NO_CHANGE
  for (const one of changes)
    if (one.id > last.id || (one.id === last.id && STEPS[one.step] > STEPS[last.step])) last = one
  return last
}

async function insert(node: ServerNode, { id, step, removal }: Change): Promise<void> {
  const text = removal === undefined ? '' : JSON.stringify(removal)
  const line = `[${id},${encodeValues([STEPS[step], text]).slice(1)}\n`
  await node.insert(
    { table: 'changes', columns: COLUMNS, bytes: [Buffer.from(line)] },
    {},
    { answerWithin: ANSWER_TIME },
  )
}
