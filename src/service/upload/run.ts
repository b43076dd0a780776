import { join } from 'node:path'
import type { JobRun } from '../../job/index.ts'
import { type ImportSummary, importFiles, type LiveImport } from '../ingest/index.ts'
import { removeFolder } from './receive.ts'
import type { UploadsContext, UploadTask } from './types.ts'

/** Imports the file of a job. */
export async function runUpload(
  context: UploadsContext,
  live: Map<number, LiveImport>,
  { id, input }: UploadTask,
  { signal, advance }: JobRun,
): Promise<ImportSummary> {
  const folder = join(context.directory, input.folder)
  const { name, format, port, fields, time, importId } = input
  const progress = setInterval(() => advance((live.get(id)?.share() ?? 0) * 99), 500)
  try {
    const summary = await importFiles(
      { paths: [join(folder, name)], format, port, fields, time },
      {
        ...(await context.tools()),
        rejectsPath: context.rejectsPath,
        importId,
        ...(context.recorder && { recorder: context.recorder(input.actor ?? '') }),
        signal,
        onStart: (figures) => live.set(id, figures),
        hiddenFolder: `${folder}/`,
      },
    )
    // A stopped job keeps its folder: the next attempt resumes at its marks.
    signal.throwIfAborted()
    await removeFolder(context.directory, input.folder)
    return summary
  } finally {
    clearInterval(progress)
    live.delete(id)
  }
}
