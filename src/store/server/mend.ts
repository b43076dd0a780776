// Finishing what a process that died, or a server that was away, left half done. Everything here may be repeated.
import { type Fragment, sql } from '../../sql/index.ts'
import type { Change, Changes } from './changes.ts'
import { localName } from './layout.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'
import type { Held } from './turn.ts'

/** Begin of the names of the statements that bring the rows of a change. */
export const insertLabel = (id: bigint): string => `periplus-change-${id}`

/** A deletion waits until every part of the table is rewritten; on replicas that servers keep alike it may look into other tables. */
const DELETING = { lightweight_deletes_sync: 2, allow_nondeterministic_mutations: 1 } as const

/** Brings the records to a state between two changes, and says which was the last; needs every server when there is something to do. */
export async function mend(servers: Servers, changes: Changes, held: Held): Promise<Change> {
  const seen = await changes.look()
  if (seen.step === 'ended') return seen
  const change = await changes.lookEverywhere()
  await held.check()
  switch (change.step) {
    case 'inserting':
      await takeBack(servers, change.id)
      break
    case 'inserted':
      await deleteReplaced(servers, change.id)
      break
    case 'removing':
      if (change.removal !== undefined) await removeEverywhere(servers, change.removal)
      break
    case 'ended':
      return change
  }
  const ended: Change = { id: change.id, step: 'ended' }
  await changes.note(ended)
  return ended
}

/** Deletes the rows of a change that never became whole, after ending the statements that may still bring some. */
async function takeBack(servers: Servers, id: bigint): Promise<void> {
  await servers.command(`KILL QUERY WHERE startsWith(initial_query_id, '${insertLabel(id)}-') SYNC`)
  await servers.everywhere((node) => deleteBrought(servers, node, id))
}

async function deleteBrought(servers: Servers, node: ServerNode, id: bigint): Promise<void> {
  for (const table of ['records', 'dormant'] as const)
    await deleteFrom(node, localName(servers.layout, table), { parts: [`write_id = ${id}`] })
}

/** Deletes the older rows of every identity that a change brought. */
export async function deleteReplaced(servers: Servers, id: bigint): Promise<void> {
  const table = localName(servers.layout, 'records')
  const brought = `SELECT id FROM ${table} WHERE write_id = ${id}`
  const older: Fragment = { parts: [`write_id < ${id} AND id IN (${brought})`] }
  await servers.everywhere((node) => deleteFrom(node, table, older))
}

async function removeEverywhere(servers: Servers, removal: Fragment): Promise<void> {
  await servers.everywhere((node) => removeFrom(servers, node, removal))
}

/** Removes the matches of a condition from one server, and what sleeps of them: it would come back with their next observation. */
export async function removeFrom(servers: Servers, node: ServerNode, removal: Fragment): Promise<void> {
  const records = localName(servers.layout, 'records')
  await deleteFrom(node, records, removal)
  const asleep: Fragment = { parts: [`id NOT IN (SELECT id FROM ${records})`] }
  await deleteFrom(node, localName(servers.layout, 'dormant'), asleep)
}

function deleteFrom(node: ServerNode, table: string, condition: Fragment): Promise<void> {
  const name: Fragment = { parts: [table] }
  return node.change(sql`DELETE FROM ${name} WHERE ${condition}`, DELETING)
}
