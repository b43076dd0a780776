// The work of one task. It may be started over at any moment by any process: the result's name is part of the task, and its file is
// replaced as a whole.
import type { TaskRow } from '../../state/index.ts'
import { openTagContext, type TaggingContext } from './context.ts'
import { TAGGED, type TaskOutcome } from './info.ts'
import { makeResult } from './make-result.ts'
import type { TaskInput } from './submit.ts'

/** What the runner of tasks gives. */
export interface TaskProgress {
  readonly signal: AbortSignal
  /** 0 to 100. */
  readonly advance: (progress: number) => void
}

/** Tags a task's lines and writes the result. */
export async function runTask(
  context: TaggingContext,
  task: TaskRow,
  { signal, advance }: TaskProgress,
): Promise<TaskOutcome> {
  const { token, lines } = JSON.parse(task.input) as TaskInput
  const tagContext = await openTagContext(context, signal)
  signal.throwIfAborted()
  const made = await makeResult(lines, tagContext, {
    taskId: task.id,
    signal,
    onProgress: (share) => advance(share * TAGGED),
  })
  const outcome = { result: `${task.id}-${token}` }
  await context.results.write(outcome.result, [made.head, ...made.entries])
  context.onTagged?.(made.stats)
  return outcome
}
