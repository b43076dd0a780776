// What has expired goes: results, and the tasks that led to them.
import { deleteTasks, listEndedTasks } from '../../state/index.ts'
import { TAGGING } from '../account/index.ts'
import type { TaggingContext } from './context.ts'
import { outcomeOf } from './info.ts'

const AT_ONCE = 100
const DAY = 86_400_000

/** Removes expired results, and files that nothing leads to. */
export async function tidy({ state, results, linkExpiry, now }: TaggingContext): Promise<void> {
  const before = now() - linkExpiry
  for (;;) {
    const tasks = await listEndedTasks(state.db, TAGGING, before, AT_ONCE)
    for (const task of tasks) if (task.state === 'success') await results.remove(outcomeOf(task).result)
    if (tasks.length > 0)
      await state.write((db) =>
        deleteTasks(
          db,
          tasks.map(({ id }) => id),
        ),
      )
    if (tasks.length < AT_ONCE) break
  }
  await results.sweep(Date.now() - linkExpiry - DAY)
}
