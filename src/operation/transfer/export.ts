// Exports: every match as one file.
import { Type } from 'typebox'
import type { ExportJob, RowFormat } from '../../service/export/index.ts'
import { printTime } from '../../util/index.ts'
import { FULL, fieldList, flag, nameOf, QUERY, verbatim, wordOrFirst } from '../input/index.ts'
import { type Call, download, operation } from '../operation.ts'
import { count, object, progress, taskState, text, time } from '../../schema/index.ts'

const common = { group: 'search', access: 'account', scope: 'export' } as const

const FORMATS = ['ndjson', 'csv', 'json'] as const satisfies readonly RowFormat[]
const FIELDS = ['host', 'ip', 'port', 'protocol', 'title', 'lastupdatetime']

const job = {
  id: Type.Integer({ description: 'Number of the export; other accounts’ numbers do not exist.' }),
  state: taskState,
  progress,
  query: Type.String(),
  format: Type.Enum([...FORMATS]),
  fields: Type.Array(Type.String()),
  full: Type.Boolean(),
  total: count('Matches when it was asked for.'),
  rows: count('Rows in the file, with success.'),
  bytes: count('Length of the file, with success.'),
  cost: count('Coins: one price for each started 10000 rows. Reserved until success, released by a failure.'),
  created_at: time('When it was asked for'),
  download_url: Type.Optional(
    text(
      'Address of the file, with success until it expires. Needs no credentials; takes `Range`, so that a broken download can be resumed.',
    ),
  ),
  expires_at: Type.Optional(text('When the address expires, UTC.')),
  reason: Type.Optional(text('Why it failed; before the end, what it waits for.')),
}

function describe(call: Call, { createdAt, file, reason, ...same }: ExportJob) {
  return {
    ...same,
    created_at: printTime(createdAt),
    ...(file !== undefined && {
      download_url: `${call.fileBase()}/file_downloads/export?filename=${file.name}`,
      expires_at: printTime(file.expiresAt),
    }),
    ...(reason !== undefined && { reason }),
  }
}

/** Starts an export. */
export const startExport = operation({
  ...common,
  name: 'export',
  cancellable: true,
  summary: 'Start an export',
  description:
    'Every record that matches, of any depth, becomes one file. One export of an account runs at a time; the same call again answers with the one that runs.',
  cost: 'export',
  limited: true,
  http: 'POST /api/v1/export',
  page: 'POST exports',
  input: {
    query: QUERY,
    fields: fieldList(FIELDS),
    full: FULL,
    format: wordOrFirst(FORMATS, 'Format of the file.'),
    bom: flag('Whether a CSV file begins with a byte order mark, as some spreadsheets want it.'),
  },
  output: job,
  run: async (call, { query, ...asked }) => {
    const { services, caller, actor, signal } = call
    return describe(call, await services.exports.submit(caller, actor, { ...asked, text: query }, signal))
  },
})

/** The exports of the account. */
export const exports = operation({
  ...common,
  name: 'exports',
  summary: 'The exports of the calling account',
  description: 'The latest 100, newest first.',
  http: 'GET /api/v1/export',
  page: 'GET exports',
  input: {},
  output: { exports: Type.Array(object(job, { title: 'ExportJob' })) },
  run: async (call) => {
    const jobs = await call.services.exports.list(call.caller)
    return { exports: jobs.map((one) => describe(call, one)) }
  },
})

/** One export. */
export const exportInfo = operation({
  ...common,
  name: 'exportInfo',
  summary: 'State of an export',
  http: 'GET /api/v1/export/:id',
  page: 'GET exports/:id',
  input: { id: verbatim('The id that the export was started with.') },
  output: job,
  run: async (call, { id }) => describe(call, await call.services.exports.info(call.caller, id)),
})

const TYPES: Readonly<Record<RowFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** The file of an export, for whoever has its address. */
export const downloadExport = download({
  name: 'downloadExport',
  group: 'search',
  access: 'public',
  scope: 'any',
  summary: 'The file of an export',
  description:
    'The address in `download_url`; needs no credentials. A range of bytes may be asked for, so that a broken download can be resumed.',
  http: 'GET|HEAD /file_downloads/export',
  input: { filename: nameOf('Name of the file.') },
  download: async ({ services }, { filename }) => {
    const file = await services.exports.open(filename)
    return { kind: 'file', ...file, type: TYPES[file.format] }
  },
})
