// Recovery: finishes or aborts the units of a crashed writer, and runs the deletions of every writer. Each step may be repeated at
// any later time.
import { type CommitLog, firstWrite, type Lease, type OpenUnit } from '../../commit/index.ts'
import { type Fragment, join, parameter, sql } from '../../sql/index.ts'
import { ownRows, replacedBy, type View } from '../read/index.ts'
import type { Backend } from './backend.ts'

/** What recovery needs. */
export interface RecoveryContext {
  readonly backend: Backend
  readonly log: CommitLog
  readonly view: View
}

/** Aborted units whose writer may still be alive are checked again after this time (milliseconds). */
const AGAIN = 600_000

const cleaned = new WeakMap<Backend, Map<number, number>>()

/** A committed unit whose replaced rows are not deleted yet. */
export type ReplacingUnit = Pick<OpenUnit, 'id' | 'token' | 'kind' | 'condition'>

/**
 * Takes over the units that other processes left open: committed ones are finished, others are aborted. `own` are units whose
 * replaced rows this process is deleting.
 */
export async function recover(
  context: RecoveryContext,
  lease: Lease,
  own: ReadonlySet<number> = new Set(),
): Promise<void> {
  const { log, view } = context
  const isLeft = (unit: OpenUnit): boolean => !own.has(unit.id) && !isRested(context.backend, unit)
  if (!(await log.snapshot()).open.some(isLeft)) return
  await log.fence(lease)
  const { open } = await log.snapshot()
  for (const unit of open.filter(isLeft)) {
    if (unit.phase === 'replacing') await deleteReplaced(context, [unit])
    else await rollBack(context, unit)
  }
  await view.refresh()
}

/** Whether an aborted unit was cleaned up recently and only waits for its writer to end. */
function isRested(backend: Backend, { id, phase, gone }: OpenUnit): boolean {
  const time = cleaned.get(backend)?.get(id)
  return phase === 'aborted' && !gone && time !== undefined && performance.now() - time < AGAIN
}

async function rollBack({ backend, log, view }: RecoveryContext, unit: OpenUnit): Promise<void> {
  if (isRested(backend, unit)) return
  if (unit.phase === 'inserting' && !(await log.advance(unit, 'inserting', 'aborted', false))) return
  await view.refresh()
  await backend.stopInserts(unit.id)
  await cleanUp(backend, unit.id)
  // A writer that was only paused may still send rows, so its unit stays hidden until the writer reports that it has stopped.
  if (unit.gone) await log.forget(unit.id)
  else cleaned.set(backend, (cleaned.get(backend) ?? new Map()).set(unit.id, performance.now()))
}

/** Deletes the rows of an aborted unit. */
export async function cleanUp(backend: Backend, unit: number): Promise<void> {
  await backend.deleteFrom('records', () => ownRows(unit))
}

/** Deletes the earlier rows that units replace or remove, and records that this is done. */
export async function deleteReplaced(
  { backend, log, view }: RecoveryContext,
  units: readonly ReplacingUnit[],
): Promise<void> {
  const replaced = (local: string): Fragment =>
    join(
      units.map((unit) => replacedBy(unit, local)),
      ' OR ',
    )
  await backend.deleteFrom('records', replaced)
  for (const unit of units) await log.advance(unit, 'replacing', 'done', true)
  await view.refresh()
}

/** Deletes the rows of a unit that later rows of the same unit replace. */
export async function deleteRepeats(backend: Backend, unit: number): Promise<void> {
  const latest = (local: string): Fragment =>
    sql`SELECT id, max(write_id) FROM ${{ parts: [local] }} WHERE ${ownRows(unit)} GROUP BY id`
  await backend.deleteFrom(
    'records',
    (local) => sql`${ownRows(unit)} AND (id, write_id) NOT IN (${latest(local)})`,
  )
}

/**
 * Deletes every row up to `last` that a later row of the same identity replaces, whichever unit wrote it, and returns their number;
 * for records without a log. Rows of later units are left alone: another process may have opened the store meanwhile.
 */
export async function deleteDoubles(backend: Backend, last: number): Promise<number> {
  const known = sql`write_id < ${parameter('UInt64', String(firstWrite(last + 1)))}`
  const statement = sql`SELECT count() - uniqExact(id) FROM records WHERE ${known}`
  const [[doubles = 0] = []] = await backend.engine.query<[number]>(statement, { maxExecutionSeconds: 0 })
  if (Number(doubles) === 0) return 0
  const latest = (local: string): Fragment =>
    sql`SELECT id, max(write_id) FROM ${{ parts: [local] }} WHERE ${known} GROUP BY id HAVING count() > 1`
  const several = (local: string): Fragment =>
    sql`SELECT id FROM ${{ parts: [local] }} WHERE ${known} GROUP BY id HAVING count() > 1`
  await backend.deleteFrom(
    'records',
    (local) => sql`${known} AND id IN (${several(local)}) AND (id, write_id) NOT IN (${latest(local)})`,
  )
  return Number(doubles)
}
