// Imports that were made, by whatever way, and undoing them.
import { Type } from 'typebox'
import { count, object, orNull, progress, taskState, text, texts, time } from '../../schema/index.ts'
import type { ImportReport, ImportRun } from '../../service/ingest/index.ts'
import type { UndoJob } from '../../service/undo/index.ts'
import { printTime } from '../../util/index.ts'
import { verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { common, refusingInput } from './common.ts'

const about = (id: string, route: Parameters<typeof common>[1]) => common(id, route, 'see and undo imports')
const id = { id: verbatim('The id of the import, or the beginning of it.') }
const number = { id: verbatim('The number of the undo.') }

const undo = {
  id: Type.Integer({ description: 'Number of the undo.' }),
  import: text('The id of the import.'),
  state: taskState,
  progress,
  records: count('Records that the import was a part of when it started.'),
  removed: count('Records removed so far: only this import had observed them.'),
  changed: count('Records so far that lost what only this import had seen of them.'),
  reason: Type.Optional(text('Why it failed; before the end, what it waits for.')),
}
const Undo = object(undo, { title: 'ImportUndo' })

const run = {
  id: Type.String({ description: 'The id that records name.' }),
  actor: text('E-mail of the account, or `operator` for commands.'),
  started_at: time('When it first started'),
  ended_at: orNull(Type.String(), 'When it ended; null where it did not.'),
  running: Type.Boolean({ description: 'Whether a process makes it now.' }),
  undone_at: orNull(Type.String(), 'When it was undone.'),
  files: texts,
  file_count: count('Number of files; `files` names the first ones.'),
  options: Type.Record(Type.String(), Type.Unknown(), { description: 'What was stated about it.' }),
  counts: orNull(Type.Record(Type.String(), Type.Integer()), 'Records and lines; null where it did not end.'),
  undo: orNull(Undo, 'The latest undo of it.'),
}

/** All imports. */
export const adminImports = operation({
  ...about('adminImports', 'GET /imports'),
  summary: 'Imports by any account or command',
  description: 'The latest 1000, newest first.',
  input: {},
  output: { imports: Type.Array(object(run, { title: 'ImportRun' })) },
  run: async ({ services }) => {
    const [runs, undos] = await Promise.all([services.imports.list(), services.undos.latest()])
    return { imports: runs.map((one) => describe(one, undos.get(one.id))) }
  },
})

/** One import with what undoing it would do. */
export const adminImport = operation({
  ...about('adminImport', 'GET /imports/:id'),
  summary: 'One import, and what an undo of it would do',
  input: id,
  output: {
    ...run,
    records: object({
      alone: count('Records that only this import observed: an undo removes them.'),
      shared: count('Records that other imports observed, too: an undo changes them.'),
    }),
  },
  run: async ({ services }, asked) => {
    const [report, undos] = await Promise.all([
      refusingInput(services.imports.show(asked.id)),
      services.undos.latest(),
    ])
    return { ...describe(report, undos.get(report.id)), records: report.records }
  },
})

/** Undoes an import. */
export const adminUndoImport = operation({
  ...about('adminUndoImport', 'POST /imports/:id/undo'),
  changes: 'records',
  summary: 'Undo an import',
  description:
    'Starts a job that removes the records that only this import observed, and from others what only it saw of them. Content that it replaced is not kept, so it does not come back. Calling it again continues an undo that was stopped. One import is undone at a time, and none while it is running.',
  input: id,
  output: undo,
  run: async ({ services, caller }, asked) =>
    undoOf(await refusingInput(services.undos.submit(asked.id, caller.email))),
})

/** The state of an undo. */
export const adminUndo = operation({
  ...about('adminUndo', 'GET /undos/:id'),
  summary: 'State of an undo',
  input: number,
  output: undo,
  run: async ({ services }, asked) => undoOf(await services.undos.find(asked.id)),
})

/** Stops an undo. */
export const adminStopUndo = operation({
  ...about('adminStopUndo', 'POST /undos/:id/stop'),
  audit: (asked: { readonly id: string }) => ({ action: 'import.undo.stop', detail: { undo: asked.id } }),
  summary: 'Stop an undo; what was removed stays removed',
  input: number,
  output: undo,
  run: async ({ services }, asked) => undoOf(await services.undos.stop(asked.id)),
})

function describe(one: ImportRun | ImportReport, latest: UndoJob | undefined) {
  const { fileCount = one.files.length, ...options } = one.options
  const moment = (at: number | undefined): string | null => (at === undefined ? null : printTime(at))
  return {
    id: one.id,
    actor: one.actor,
    started_at: printTime(one.startedAt),
    ended_at: moment(one.endedAt),
    running: one.running,
    undone_at: moment(one.undoneAt),
    files: one.files,
    file_count: Number(fileCount),
    options,
    counts: one.counts ?? null,
    undo: latest === undefined ? null : undoOf(latest),
  }
}

function undoOf({ importId, reason, ...same }: UndoJob) {
  return { ...same, import: importId, ...(reason !== undefined && { reason }) }
}
