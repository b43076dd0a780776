import { AppError } from '../../error/index.ts'
import { cancelTask } from '../../state/index.ts'
import type { Account, Actor } from '../account/index.ts'
import type { LiveImport } from '../ingest/index.ts'
import { find, jobOf, remove, storedOf } from './job.ts'
import type { UploadJob, UploadsContext } from './types.ts'

const REASON = 'cancelled; what had been imported stays, and the same file sent again goes on from there'

/** Ends an import that is under way. The marks of how far it came stay, so that the same file continues it. */
export async function cancel(
  context: UploadsContext,
  live: ReadonlyMap<number, LiveImport>,
  account: Account,
  actor: Actor,
  id: string,
): Promise<UploadJob> {
  const row = await find(context, account, id)
  const ended = await context.state.write((db) => cancelTask(db, row, REASON, context.now()))
  if (!ended) throw new AppError('conflict', `[-4] Params Error: import ${row.id} has ended already`)
  await remove(context, storedOf(row).folder)
  await context.accounts.recordDeed(actor, { action: 'import.cancel', detail: { import: row.id } })
  return jobOf(await find(context, account, id), live)
}
