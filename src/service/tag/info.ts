// How far a task is, and where its result is.
import { AppError } from '../../error/index.ts'
import { findTask, listTasks, type TaskRow } from '../../state/index.ts'
import { type Account, TAGGING } from '../account/index.ts'
import type { TaggingContext } from './context.ts'

/** The share of a task's progress, in per cent, after which all lines are tagged; the rest is writing. */
export const TAGGED = 90

const MOST_TASKS = 100

/** A task as its owner sees it. */
export interface TaggingInfo {
  readonly state: TaskRow['state']
  readonly progress: number
  /** Name of the result for `file_downloads`; with `success` only. */
  readonly filename?: string
  /** Why it failed. */
  readonly reason?: string
  /** What an unfinished task waits for. */
  readonly message?: string
}

/** A task as the list of its owner shows it; times are milliseconds UTC. */
export interface TaggingTask extends TaggingInfo {
  readonly id: number
  /** Lines it was given. */
  readonly lines: number
  /** Lines tagged so far. */
  readonly done: number
  readonly createdAt: number
  readonly endedAt: number | null
}

const LOADING = 'the sources of tags are being loaded; the task goes on when they are'

/** What ended tasks leave, kept as JSON. */
export interface TaskOutcome {
  /** Name of the result file without its ending. */
  readonly result: string
}

/** The caller's task of this id, any text. Fails with `task`. */
export async function taggingInfo(
  context: TaggingContext,
  caller: Account,
  id: string,
): Promise<TaggingInfo> {
  return infoOf(await findOwn(context, caller, id), context)
}

/** The caller's tasks that are still kept, newest first. */
export async function taggingTasks(context: TaggingContext, caller: Account): Promise<TaggingTask[]> {
  const rows = await listTasks(context.state.db, caller.id, TAGGING, MOST_TASKS)
  return rows.map((row) => taskOf(row, context))
}

/** The same about one of them. Fails with `task`. */
export async function taggingTask(
  context: TaggingContext,
  caller: Account,
  id: string,
): Promise<TaggingTask> {
  return taskOf(await findOwn(context, caller, id), context)
}

async function findOwn({ state }: TaggingContext, caller: Account, id: string): Promise<TaskRow> {
  const known = /^[1-9]\d{0,14}$/.test(id) ? await findTask(state.db, caller.id, Number(id)) : undefined
  if (known === undefined || known.kind !== TAGGING) throw new AppError('task', 'Task does not exist!')
  return known
}

function infoOf(row: TaskRow, { sources }: Pick<TaggingContext, 'sources'>): TaggingInfo {
  const begun = row.progress > 0 || row.state === 'success' || row.state === 'failure'
  return {
    state: row.state,
    progress: row.progress,
    ...(row.state === 'success' && { filename: `${outcomeOf(row).result}.json` }),
    ...(!begun && !sources.ready && { message: LOADING }),
    ...(row.state === 'failure' && { reason: row.reason ?? '' }),
  }
}

function taskOf(row: TaskRow, context: Pick<TaggingContext, 'sources'>): TaggingTask {
  const { id, lines, progress, created_at: createdAt, ended_at: endedAt } = row
  return {
    ...infoOf(row, context),
    ...{ id, lines, createdAt, endedAt },
    done: row.state === 'success' ? lines : Math.floor(lines * Math.min(1, progress / TAGGED)),
  }
}

/** What a successful task left. */
export function outcomeOf({ id, result }: TaskRow): TaskOutcome {
  if (result === null) throw new Error(`task ${id} ended without a result`)
  return JSON.parse(result) as TaskOutcome
}
