import { join } from 'node:path'
import type { TaskRow } from '../../state/index.ts'
import { type ImportSummary, importFiles, type LiveImport } from '../ingest/index.ts'
import { remove, storedOf } from './job.ts'
import { noRoom } from './receive.ts'
import type { Uploads, UploadsContext } from './types.ts'

/** Makes the file of a task records. */
export async function runUpload(
  context: UploadsContext,
  live: Map<number, LiveImport>,
  task: TaskRow,
  { signal, advance }: Parameters<Uploads['run']>[1],
): Promise<ImportSummary> {
  const stored = storedOf(task)
  const folder = join(context.directory, stored.folder)
  const { format, port, fields, time, importId } = stored
  const progress = setInterval(() => advance((live.get(task.id)?.share() ?? 0) * 99), 500)
  try {
    const summary = await importFiles(
      { paths: [join(folder, stored.name)], format, port, fields, time },
      {
        ...(await context.tools()),
        rejectsPath: context.rejectsPath,
        importId,
        signal,
        onStart: (figures) => live.set(task.id, figures),
        hiddenFolder: `${folder}/`,
      },
    ).catch((error: unknown) => {
      throw reasonOf(error)
    })
    // Whoever stops the work takes it up again from where its marks are.
    signal.throwIfAborted()
    await remove(context, stored.folder)
    return summary
  } catch (error) {
    if (!signal.aborted) await remove(context, stored.folder)
    throw error
  } finally {
    clearInterval(progress)
    live.delete(task.id)
  }
}

function reasonOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error
}
