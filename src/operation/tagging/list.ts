// Lists of addresses: submitted, tagged by a task, and fetched as files.
import { Type } from 'typebox'
import { progress, taskState, text } from '../../schema/index.ts'
import {
  CSV_COLUMNS,
  MEDIA_TYPES,
  RESULT_FORMATS,
  type ResultFormat,
  writeLines,
} from '../../service/tag/index.ts'
import { Result } from '../../tag/index.ts'
import { nameOf, optional, optionalList, quoted, withDefault, wrong } from '../input/index.ts'
import { download, operation } from '../operation.ts'

const common = { group: 'tagging', access: 'account', scope: 'tag' } as const

/** Submits a list. */
export const submitIpTags = operation({
  ...common,
  name: 'submitIpTags',
  summary: 'Submit a list of addresses',
  description:
    'A multipart/form-data body with one part `file`: a .txt file of at most 10000 lines, one IP address each. Blank lines and lines that begin with # do not count.',
  cost: 'line',
  body: 'addresses',
  cancellable: true,
  http: 'POST /api/v1/ip_tags',
  input: {},
  output: { task_id: Type.Integer({ minimum: 1, description: 'Number of the created task.' }) },
  run: async (call) => {
    const lines = await call.addresses()
    const id = await call.services.tagging.submit(call.caller, call.actor, lines)
    call.spend(lines.length, 0)
    return { task_id: id }
  },
})

/** How far a task is. */
export const ipTagsInfo = operation({
  ...common,
  name: 'ipTagsInfo',
  summary: 'How far a tagging task is',
  http: 'GET /api/v1/ip_tags/info',
  input: { task_id: nameOf('Number of the task.') },
  output: {
    state: taskState,
    progress,
    download_url: Type.Optional(
      text(
        'Where the result is, with `success` only. Needs no credentials: whoever has the address has the result, until it expires. `&format=` chooses json, ndjson, csv or txt.',
      ),
    ),
    reason: Type.Optional(text('Why the task failed; its lines were given back.')),
    message: Type.Optional(text('What an unfinished task waits for, as the sources of tags after a start.')),
  },
  run: async ({ services, caller, fileBase }, { task_id }) => {
    const { filename, ...info } = await services.tagging.info(caller, task_id)
    if (filename === undefined) return info
    return { ...info, download_url: `${fileBase()}/file_downloads/ip_tags?filename=${filename}` }
  },
})

// Checked after the result is open: callers without a result learn nothing else.
const format = withDefault(
  optional(Type.Enum([...RESULT_FORMATS], { default: 'json' }), (value) => value),
  'json',
)

function readFormat(text: string): ResultFormat {
  const found = RESULT_FORMATS.find((known) => known === text.toLowerCase())
  if (found !== undefined) return found
  throw wrong(`the format ${quoted(text)} must be one of ${RESULT_FORMATS.join(', ')}`)
}

function checkColumns(columns: readonly string[] = []): void {
  const unknown = columns.find((name) => !CSV_COLUMNS.includes(name))
  if (unknown === undefined) return
  throw wrong(`columns names an unknown column ${quoted(unknown)}; known are ${CSV_COLUMNS.join(', ')}`)
}

/** The result of a task, for everyone who knows its address. */
export const downloadIpTags = download({
  ...common,
  access: 'public',
  scope: 'any',
  name: 'downloadIpTags',
  summary: 'The result of a tagging task',
  description: 'The address in `download_url`; needs no credentials.',
  http: 'GET /file_downloads/ip_tags',
  input: {
    filename: nameOf('Name of the result.'),
    format,
    columns: optionalList('Comma-separated columns of CSV, in any order. All by default.'),
  },
  sends: Result,
  download: async ({ services }, asked) => {
    const lines = await services.tagging.open(asked.filename)
    const format = readFormat(asked.format)
    checkColumns(asked.columns)
    const name = `ip-tags-${asked.filename.split('-')[0]}.${format}`
    return {
      kind: 'pieces',
      type: MEDIA_TYPES[format],
      pieces: writeLines(format, lines, asked.columns),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    }
  },
})
