// Marks: each server stores which units it has. They detect a server that was replaced by an empty one, or restored from an earlier
// time.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../error/index.ts'
import { sql, text } from '../../../sql/index.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** The table of marks: the identity of the store, and units whose rows are complete. */
const MARKS_TABLE = `CREATE TABLE IF NOT EXISTS store_mark (store String, unit UInt64) ENGINE = MergeTree ORDER BY unit
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/** How long a server may take to answer, in milliseconds. */
const ANSWER_TIME = 10_000

/** Marks beyond this number are dropped from time to time. */
const KEPT = 200

/** The mark of one server. */
interface Mark {
  readonly node: ServerNode
  readonly store: string | undefined
  readonly unit: number
}

/** Marks the rows of a unit as complete on a server. */
export async function noteMark(node: ServerNode, unit: number): Promise<void> {
  const statement = sql`INSERT INTO store_mark SELECT any(store), ${{ parts: [String(unit)] }} FROM store_mark`
  await node.change(statement, {}, ANSWER_TIME)
  if (unit % KEPT === 0) await node.command(`DELETE FROM store_mark WHERE unit < ${unit}`)
}

/**
 * The identity of the records on the servers, created if no server has one. Fails with code `input` when the servers do not belong
 * together.
 */
export async function identityOf(servers: Servers): Promise<string> {
  const marks = await servers.everywhere((node) => readMark(node, 0))
  const stores = [...new Set(marks.flatMap(({ store }) => store ?? []))]
  const [known, other] = stores
  if (other !== undefined)
    throw new AppError('input', `the record servers ${servers.name} hold records of different stores`)
  if (known === undefined) {
    const store = randomUUID()
    await servers.everywhere((node) => node.change(sql`INSERT INTO store_mark VALUES (${text(store)}, 0)`))
    return store
  }
  const lacking = lackingOf(marks)
  if (lacking !== undefined) throw new AppError('input', lacking)
  return known
}

/** Returns why a server must not be used: it lacks rows of units up to `committed`. Undefined when no server lacks any. */
export async function findLacking(servers: Servers, committed: number): Promise<string | undefined> {
  const answers = await servers.wherePossible((node) => readMark(node, committed))
  return lackingOf(answers.map(({ result }) => result))
}

function lackingOf(marks: readonly Mark[]): string | undefined {
  const latest = Math.max(0, ...marks.map(({ unit }) => unit))
  for (const { node, store, unit } of marks) {
    if (store === undefined && marks.some((mark) => mark.store !== undefined))
      return `the record server \`${node.name}\` is empty, but the others hold records; restore its data, or move the records to new servers with \`periplus migrate\``
    if (unit < latest)
      return `the record server \`${node.name}\` is behind: it holds unit ${unit} and another one unit ${latest}; restore its data from the same time as the others'`
  }
  return undefined
}

async function readMark(node: ServerNode, committed: number): Promise<Mark> {
  await node.change({ parts: [MARKS_TABLE] }, {}, ANSWER_TIME)
  const [[store = '', unit = 0] = []] = await node.query<[string, number]>(
    sql`SELECT any(store), maxIf(unit, unit <= ${{ parts: [String(committed)] }}) FROM store_mark`,
    { answerWithin: ANSWER_TIME },
  )
  return { node, store: store || undefined, unit: Number(unit) }
}
