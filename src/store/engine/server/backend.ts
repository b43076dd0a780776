// Writes to servers: statements run on every server that stores the table, and inserts are named so that another process can stop
// them.
import { randomUUID } from 'node:crypto'
import { unitOfWrite } from '../../../commit/index.ts'
import { type Fragment, sql } from '../../../sql/index.ts'
import type { Settings } from '../index.ts'
import { IDENTITIES, SEEN_AGAIN_COLUMNS, taggedRows } from '../../schema/index.ts'
import type { RowKind } from '../../store.ts'
import type { Backend, NewRows } from '../../write/index.ts'
import { Unreachable } from './failure.ts'
import { localName } from './layout.ts'
import { noteMark } from './marks.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** On a cluster, looks up identities with the list that one server has. */
const GLOBALLY: Settings = { distributed_product_mode: 'local', prefer_global_in_and_join: 1 }

/** On a cluster, returns only when every shard has its rows. */
const SYNCHRONOUSLY: Settings = { distributed_foreground_insert: 1, insert_distributed_one_random_shard: 0 }

/** One block and one part per insert, so that fewer parts must be merged. */
const WHOLE_INSERT: Settings = {
  max_insert_block_size: 1_000_000_000,
  min_insert_block_size_rows: 1_000_000_000,
  min_insert_block_size_bytes: 0,
  input_format_parallel_parsing: 0,
}

/** A deletion waits until every part is rewritten. On replicated tables it may read other tables. */
const DELETING: Settings = { lightweight_deletes_sync: 2, allow_nondeterministic_mutations: 1 }

/** A server that has not stopped an insert within this time counts as not answering (milliseconds). */
const STOPPING = 15_000

/** The prefix of the names of the statements that insert rows of a unit. */
const labelOf = (unit: number): string => `periplus-unit-${unit}`

/** Opens the servers for the writer. Tables private to this process are on the first server only. */
export async function openBackend(servers: Servers): Promise<Backend> {
  const [first] = servers.nodes
  if (first === undefined) throw new Error('a store needs a server')
  const alone = servers.layout.cluster === undefined
  const own = randomUUID().replaceAll('-', '')
  const [probe, seenAgain] = [`probe_${own}`, `seen_again_${own}`]
  await forgetLists(first)
  await first.command(`CREATE TABLE ${probe} (${IDENTITIES}) ENGINE = Memory`)
  await first.command(`CREATE TABLE ${seenAgain} (${SEEN_AGAIN_COLUMNS}) ENGINE = Memory`)
  return {
    engine: lookingUp(servers, first),
    lookup: alone ? {} : GLOBALLY,
    probe,
    seenAgain,
    copy: (statement, settings, writeId) => {
      const all = { ...settings, ...(alone ? {} : { ...GLOBALLY, ...SYNCHRONOUSLY }) }
      return first.change({ parts: [statement] }, all, undefined, labelOf(unitOfWrite(writeId)))
    },
    insert: (rows) => insert(first, rows, { ...WHOLE_INSERT, ...(alone ? {} : SYNCHRONOUSLY) }),
    deleteFrom: async (table, condition) => {
      await servers.everywhere((node) => deleteFrom(servers, node, table, condition))
    },
    erase: async (table) => {
      const local = localName(servers.layout, table)
      await servers.everywhere((node) => node.command(`ALTER TABLE ${local} APPLY DELETED MASK`))
    },
    stopInserts: async (unit) => {
      const kill: Fragment = {
        parts: [`KILL QUERY WHERE startsWith(initial_query_id, '${labelOf(unit)}-') SYNC`],
      }
      await servers.everywhere((node) => node.change(kill, {}, STOPPING))
    },
    mark: async (unit) => {
      if (servers.layout.replicated)
        await servers.command(`SYSTEM SYNC REPLICA ${localName(servers.layout, 'records')}`)
      await servers.everywhere((node) => noteMark(node, unit))
    },
    isPassing: (error) => error instanceof Unreachable,
  }
}

/** The probe table exists on one server only, so lookups run there. */
function lookingUp(servers: Servers, first: ServerNode): Backend['engine'] {
  return {
    query: (fragment, options) => first.query(fragment, options),
    stream: (fragment, options) => first.stream(fragment, options),
    streamText: (fragment, options) => first.streamText(fragment, options),
    command: (text, options) => first.command(text, options),
    insert: (rows, settings) => first.insert(rows, settings),
    close: () => servers.close(),
  }
}

async function insert(
  node: ServerNode,
  { table, columns, bytes, writeId, foreign = false }: NewRows,
  settings: Settings,
): Promise<void> {
  const tagged = taggedRows(table, columns, writeId, foreign)
  await node.insert({ table, columns, bytes, tagged }, settings, { label: labelOf(unitOfWrite(writeId)) })
}

async function deleteFrom(
  { layout }: Servers,
  node: ServerNode,
  table: RowKind,
  condition: (local: string) => Fragment,
): Promise<void> {
  const local = localName(layout, table)
  await node.change(sql`DELETE FROM ${{ parts: [local] }} WHERE ${condition(local)}`, DELETING)
}

/** Drops memory tables of processes that ended long ago. */
async function forgetLists(node: ServerNode): Promise<void> {
  const old = await node.query<[string]>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND (name LIKE 'probe\\_%' OR name LIKE 'seen\\_again\\_%')
      AND metadata_modification_time < now() - INTERVAL 7 DAY`,
  )
  for (const [name] of old) await node.command(`DROP TABLE IF EXISTS ${name}`)
}
