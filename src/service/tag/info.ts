// How far a task is, and where its result is.
import { AppError } from '../../error/index.ts'
import { findTask, type TaskRow } from '../../state/index.ts'
import { type Account, TAGGING } from '../account/index.ts'
import type { TaggingContext } from './context.ts'

/** A task as its owner sees it. */
export interface TaggingInfo {
  readonly state: TaskRow['state']
  readonly progress: number
  /** Name of the result for `file_downloads`; with `success` only. */
  readonly filename?: string
  /** Why it failed. */
  readonly reason?: string
}

/** What ended tasks leave, kept as JSON. */
export interface TaskOutcome {
  /** Name of the result file without its ending. */
  readonly result: string
}

/** The caller's task of this id, any text. Fails with `task`. */
export async function taggingInfo(
  { state }: TaggingContext,
  caller: Account,
  id: string,
): Promise<TaggingInfo> {
  const known = /^[1-9]\d{0,14}$/.test(id) ? await findTask(state.db, caller.id, Number(id)) : undefined
  if (known === undefined || known.kind !== TAGGING) throw new AppError('task', 'Task does not exist!')
  const { progress, reason } = known
  return {
    state: known.state,
    progress,
    ...(known.state === 'success' && { filename: `${outcomeOf(known).result}.json` }),
    ...(known.state === 'failure' && { reason: reason ?? '' }),
  }
}

/** What a successful task left. */
export function outcomeOf({ id, result }: TaskRow): TaskOutcome {
  if (result === null) throw new Error(`task ${id} ended without a result`)
  return JSON.parse(result) as TaskOutcome
}
