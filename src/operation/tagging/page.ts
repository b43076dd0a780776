// Tagging on the page: tasks, the rows of a result, and what tags are made of.
import { Type } from 'typebox'
import { count, object, orNull, progress, taskState, text, texts, textsOf } from '../../schema/index.ts'
import { CSV_COLUMNS, MOST_LINES, type TaggingTask } from '../../service/tag/index.ts'
import { AGES, Causes, Entry, KNOWN_FEEDS, Result, SourceRow, STARTS } from '../../tag/index.ts'
import { optionalText, verbatim, wrong } from '../input/index.ts'
import { type Call, download, operation } from '../operation.ts'
import { ipTagsVocabulary } from './look-up.ts'
import { findEntry, writeRows } from './tagged-rows.ts'

const common = { group: 'tagging', access: 'account', scope: 'tag' } as const
const id = { id: verbatim('Number of the task.') }

/** Characters of the name of a file that are kept. */
const LONGEST_NAME = 200

const task = object(
  {
    id: Type.Integer(),
    name: text('Name of its file; empty where it is not known.'),
    state: taskState,
    progress,
    lines: count('Lines it was given.'),
    done: count('Lines tagged so far.'),
    created_at: Type.Integer({ description: 'Milliseconds UTC.' }),
    ended_at: orNull(Type.Integer(), 'Milliseconds UTC.'),
    filename: Type.Optional(text('Name of the result, with success.')),
    reason: Type.Optional(text('Why it failed.')),
    message: Type.Optional(text('What it waits for.')),
  },
  { title: 'TaggingTask' },
)

const describe = ({ createdAt, endedAt, ...same }: TaggingTask) => ({
  ...same,
  created_at: createdAt,
  ended_at: endedAt,
})

/** The tasks of the account, and what may be tagged. */
export const taggingTasks = operation({
  ...common,
  name: 'taggingTasks',
  summary: 'Tagging tasks and limits',
  page: 'GET tagging',
  input: {},
  output: {
    limits: object({ daily: count(), used_today: count(), lines: count(), bytes: count() }),
    kept: count('Milliseconds a result is kept.'),
    columns: textsOf('The columns that a result can have as CSV.'),
    tasks: Type.Array(task),
  },
  run: async ({ services, caller, context }) => {
    const { daily_limit, used_today } = (await services.accounts.accountInfo(caller)).tagging
    const bytes = context.config['tag.uploadLimit']
    const tasks = await services.tagging.list(caller)
    return {
      limits: { daily: daily_limit, used_today, lines: MOST_LINES, bytes },
      kept: context.config['tag.linkExpiry'],
      columns: [...CSV_COLUMNS],
      tasks: tasks.map(describe),
    }
  },
})

/** Submits a list. */
export const submitTagging = operation({
  ...common,
  name: 'submitTagging',
  summary: 'Submit a list of addresses',
  cost: 'line',
  limited: true,
  body: 'addresses',
  cancellable: true,
  page: 'POST tagging',
  input: { name: optionalText('Name of the file, by which the page shows the task.') },
  output: { task },
  run: async (call, { name = '' }) => {
    const lines = await call.addresses()
    const { tagging } = call.services
    const created = await tagging.submit(call.caller, call.actor, lines, name.slice(0, LONGEST_NAME))
    call.spend(lines.length, 0)
    return { task: describe(await tagging.task(call.caller, String(created))) }
  },
})

/** One task. */
export const taggingTask = operation({
  ...common,
  name: 'taggingTask',
  summary: 'One tagging task',
  page: 'GET tagging/:id',
  input: id,
  output: { task },
  run: async ({ services, caller }, asked) => ({
    task: describe(await services.tagging.task(caller, asked.id)),
  }),
})

/** The stored lines of the account's own result. Fails with `task`, and with `file` where there is no result. */
async function linesOf({ services, caller }: Call, taskId: string): Promise<AsyncIterable<string>> {
  const { filename = '' } = await services.tagging.task(caller, taskId)
  return services.tagging.open(filename)
}

const row = object(
  {
    line: Type.Integer(),
    input: Type.String(),
    status: Type.Enum(['ok', 'invalid', 'duplicate']),
    tags: texts,
    ip: Type.Optional(Type.String()),
    asn: Type.Optional(orNull(Type.Integer())),
    organization: Type.Optional(orNull(Type.String())),
    country: Type.Optional(orNull(Type.String())),
    country_name: Type.Optional(orNull(Type.String())),
    city: Type.Optional(orNull(Type.String())),
    found: Type.Optional(Type.Boolean()),
    conflicts: Type.Optional(count()),
    reason: Type.Optional(Type.String()),
    same_as: Type.Optional(Type.Integer()),
  },
  { title: 'TaggedRow' },
)

const { results: _, ...head } = Result.properties

const JSON_TYPE = 'application/json; charset=utf-8'

/** The rows of a result as the table shows them. */
export const taggingRows = download({
  ...common,
  name: 'taggingRows',
  summary: 'The rows of a tagging result',
  page: 'GET tagging/:id/rows',
  input: id,
  sends: object({
    error: Type.Literal(false),
    head: object(head),
    rows: Type.Array(row),
  }),
  download: async (call, asked) => ({
    kind: 'pieces',
    type: JSON_TYPE,
    pieces: writeRows(await linesOf(call, asked.id)),
  }),
})

/** The whole entry of one line. */
export const taggingEntry = download({
  ...common,
  name: 'taggingEntry',
  summary: 'One entry of a tagging result',
  page: 'GET tagging/:id/entries/:line',
  input: { ...id, line: verbatim('Number of the line.') },
  sends: object({ error: Type.Literal(false), entry: Entry }),
  download: async (call, asked) => {
    const entry = await findEntry(await linesOf(call, asked.id), asked.line)
    if (entry === undefined) throw wrong('the result has no such line')
    return { kind: 'pieces', type: JSON_TYPE, pieces: [`{"error":false,"entry":${entry}}`] }
  },
})

const start = object({
  usual: Type.Integer(),
  least: Type.Integer(),
  most: Type.Integer(),
  meaning: Type.String(),
})
const age = object({
  stale: orNull(Type.Integer()),
  expired: orNull(Type.Integer()),
  meaning: Type.String(),
})

/** The vocabulary with how sure tags are and how they age. */
export const tagKnowledge = operation({
  ...common,
  name: 'tagKnowledge',
  summary: 'The tags there are, how sure they are and how they age',
  page: 'GET vocabulary',
  input: {},
  output: {
    ...ipTagsVocabulary.output,
    starts: Type.Record(Type.String(), start),
    ages: Type.Record(Type.String(), age),
  },
  run: async (call) => ({ ...(await ipTagsVocabulary.run(call, {})), starts: STARTS, ages: AGES }),
})

const preset = object(
  {
    name: Type.String(),
    title: Type.String(),
    url: Type.String(),
    kind: Type.String(),
    tags: Type.Optional(texts),
    basis: Type.Optional(Type.Enum(['published', 'curated'])),
    licence: Type.Optional(Type.String()),
    every: Type.Integer({ description: 'How often asking again makes sense, in hours.' }),
    recommended: Type.Boolean(),
    measured: Type.Array(
      object({ tag: Type.String(), precision: Type.Number(), recall: Type.Number(), against: Type.String() }),
    ),
    unmeasured: orNull(Type.String(), 'Why it was not measured.'),
  },
  { title: 'Preset' },
)

/** What tags are made of. */
export const tagSources = operation({
  ...common,
  name: 'tagSources',
  summary: 'The sources of tags; for administrators also feeds worth having',
  page: 'GET sources',
  input: {},
  output: {
    sources: Type.Array(object({ ...SourceRow.properties, attribution: text('What its licence asks for.') })),
    unanswered: Causes,
    presets: Type.Optional(Type.Array(preset)),
  },
  run: async ({ services, caller }) => {
    const current = await services.tagging.sources()
    return { ...current, ...(caller.role === 'administrator' && { presets: KNOWN_FEEDS }) }
  },
})
