// Imports of files that administrators send.
import { Type } from 'typebox'
import { IMPORTERS } from '../../importer/index.ts'
import { count, object, progress, taskState, text, texts, time } from '../../schema/index.ts'
import type { UploadJob } from '../../service/upload/index.ts'
import { printTime } from '../../util/index.ts'
import {
  integer,
  optionalInteger,
  optionalList,
  optionalMoment,
  optionalText,
  verbatim,
} from '../input/index.ts'
import { download, operation } from '../operation.ts'
import { readRejects } from './rejects.ts'

const common = {
  group: 'operation',
  access: 'administrator',
  denied: 'may import',
  scope: 'import',
} as const
const id = { id: verbatim('The id that the import was started with.') }

const job = {
  id: Type.Integer({ description: 'Number of the import; other accounts’ numbers do not exist.' }),
  import: text('Its id in the list of imports; the query `import=="ID"` finds its records.'),
  state: taskState,
  progress,
  name: Type.String(),
  bytes: count('Length of the file.'),
  inputs: count('Inputs read: the file, or those inside it.'),
  refused_inputs: count('Inputs of no known format; the notes say why.'),
  observations: count('Readings that became records.'),
  added: count('Records that were new.'),
  replaced: count('Records whose content changed.'),
  touched: count('Records that were only seen again.'),
  unchanged: count('Records that stayed as they were.'),
  skipped: count('Skipped because they are not services: closed ports, requests, ping answers.'),
  excluded: count('Records that rules of exclusion keep out; the notes say by which kind of rule.'),
  rejects: count('Lines that could not be read; `import/{id}/rejects` has them with the reasons.'),
  left_out: count(
    'Those of `rejects` that are a value alone: the record of the line was imported without it.',
  ),
  formats: Type.Record(
    Type.String(),
    Type.Object({ inputs: count(), observations: count(), rejects: count() }),
    { description: 'The same by format.' },
  ),
  notes: texts,
  created_at: time('When it was sent'),
  reason: Type.Optional(text('Why it failed; before the end, what it waits for.')),
}

// Member by member: what a task keeps of its counts holds paths of this machine, too.
function describe({ importId, counts, createdAt, reason, notes, formats, ...same }: UploadJob) {
  return {
    ...same,
    import: importId,
    inputs: counts.inputs,
    refused_inputs: counts.refusedInputs,
    observations: counts.observations,
    added: counts.added,
    replaced: counts.replaced,
    touched: counts.touched,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    excluded: counts.excluded,
    rejects: counts.rejects,
    left_out: counts.leftOut,
    formats,
    notes,
    created_at: printTime(createdAt),
    ...(reason !== undefined && { reason }),
  }
}

/** Imports a file that is sent. */
export const startImport = operation({
  ...common,
  name: 'import',
  changes: 'records',
  cancellable: true,
  summary: 'Import a file',
  description:
    'For administrators. The body is one file of any format and compression, as it is or as the part `file` of a form whose other parts come before it. The same file again changes nothing. One import of an account runs at a time.',
  body: 'stream',
  http: 'POST /api/v1/import',
  page: 'POST imports',
  input: {
    name: optionalText('Name of the file, for notes and rejects; `upload` where it is not given.'),
    format: optionalText('Name of the format; detected if not given.'),
    port: optionalInteger({ min: 1, max: 65_535 }, 'Port of records whose source names none.'),
    fields: optionalList('Names of the columns, for sources that do not name them.'),
    time: optionalMoment('Time of records without one, UTC, such as `2026-03-01 18:00`.'),
    modified: optionalMoment(
      'When the file was last changed: the time of records without one where `time` is not given. Default: when it was first sent.',
    ),
  },
  output: job,
  run: async ({ services, caller, actor, stream, length, signal }, { name = 'upload', ...asked }) => {
    await services.uploads.check(caller)
    const request = { ...asked, name, size: length }
    return describe(await services.uploads.submit(caller, actor, request, stream, signal))
  },
})

/** The imports of the administrator. */
export const imports = operation({
  ...common,
  name: 'imports',
  summary: 'The imports of the calling administrator',
  description: 'The latest 100, newest first.',
  http: 'GET /api/v1/import',
  input: {},
  output: { imports: Type.Array(object(job, { title: 'ImportJob' })) },
  run: async ({ services, caller }) => ({ imports: (await services.uploads.list(caller)).map(describe) }),
})

/** The same with what the page needs to send one. */
export const importsPage = operation({
  ...common,
  name: 'importsPage',
  summary: 'Imports, formats and limits',
  page: 'GET imports',
  input: {},
  output: { ...imports.output, limits: object({ bytes: count('Longest file.') }), formats: texts },
  run: async (call) => ({
    ...(await imports.run(call, {})),
    limits: { bytes: call.context.config['import.uploadLimit'] },
    formats: IMPORTERS.map(({ name }) => name),
  }),
})

/** One import. */
export const importInfo = operation({
  ...common,
  name: 'importInfo',
  summary: 'State of an import',
  http: 'GET /api/v1/import/:id',
  page: 'GET imports/:id',
  input: id,
  output: job,
  run: async ({ services, caller }, asked) => describe(await services.uploads.info(caller, asked.id)),
})

/** Ends an import that runs. */
export const cancelImport = operation({
  ...common,
  name: 'cancelImport',
  summary: 'End an import; records it has made stay',
  page: 'POST imports/:id/cancel',
  input: id,
  output: job,
  run: async ({ services, caller, actor }, asked) =>
    describe(await services.uploads.cancel(caller, actor, asked.id)),
})

/** Rejected lines, page by page. */
export const rejectsPage = operation({
  ...common,
  name: 'rejectsPage',
  summary: 'Lines that an import could not read, page by page',
  page: 'GET imports/:id/rejects',
  input: {
    ...id,
    from: integer(
      { min: 0, max: Number.MAX_SAFE_INTEGER, standard: 0 },
      'Where to start: the `next` of the page before.',
    ),
  },
  output: {
    rejects: Type.Array(
      object({
        ...{ file: Type.String(), line: Type.Integer(), reason: Type.String(), text: Type.String() },
        left_out: Type.Boolean({ description: 'Whether only a value was left out of a record.' }),
      }),
    ),
    next: Type.Union([Type.Integer(), Type.Null()]),
  },
  run: async ({ services, caller }, asked) =>
    readRejects(await services.uploads.rejects(caller, asked.id), asked.from),
})

/** The rejects file. */
export const importRejects = download({
  ...common,
  name: 'importRejects',
  summary: 'What an import could not read',
  description:
    'One JSON object per line with file, line, reason and text; repaired, it can be imported again.',
  http: 'GET /api/v1/import/:id/rejects',
  page: 'GET imports/:id/rejects.ndjson',
  input: id,
  download: async ({ services, caller }, asked) => {
    const file = await services.uploads.rejects(caller, asked.id)
    return { kind: 'file', ...file, name: `rejects-${asked.id}.ndjson`, type: 'application/x-ndjson' }
  },
})
