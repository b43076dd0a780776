// The search of the page: the same use case as the API's, with the fields that a result shows.
import { Type } from 'typebox'
import { type Field, fieldNamed } from '../../field/index.ts'
import { count, texts } from '../../schema/index.ts'
import type { Services } from '../context.ts'
import { FULL, flag, integer, QUERY } from '../input/index.ts'
import { operation } from '../operation.ts'
import { mode } from './answer.ts'

/** Records the page shows at once at most. */
const MOST_ROWS = 100

/** What a result shows. Bodies are fetched one at a time, when somebody looks. */
const RESULT_FIELDS: readonly Field[] = [
  ...['host', 'link', 'ip', 'port', 'protocol', 'base_protocol', 'title', 'domain', 'server', 'product'],
  ...['country', 'country_name', 'province', 'city', 'as_number', 'as_organization'],
  ...['lastupdatetime', 'firstseen', 'status_code', 'os', 'tag', 'severity', 'finding'],
  ...[
    'cert.subject.cn',
    'cert.is_expired',
    'icon_hash',
    'screenshot',
    'screenshot_hash',
    'body_hash',
    'body_fuzzy_hash',
    'header',
    'banner',
    'cert',
  ],
].map(fieldNamed)

const LONG = ['header', 'banner', 'cert'] as const
const LONG_COLUMNS = LONG.map((name) => RESULT_FIELDS.findIndex((field) => field.name === name))
const ICON_INDEX = RESULT_FIELDS.findIndex(({ name }) => name === 'icon_hash')
const FIELDS = [...RESULT_FIELDS.map(({ name }) => name), ...LONG.map((name) => `${name}.length`), 'icon']

/** So many characters of a long text come with its record; the rest is fetched when somebody looks. */
const SHOWN = 2000

/** The row with its long texts cut; how long they are, and whether its icon can be shown, behind it. */
function present(row: readonly string[], { icons }: Services): readonly string[] {
  const lengths = LONG_COLUMNS.map((index) => String(row[index]?.length ?? 0))
  const shown = row.map((value, index) =>
    value.length > SHOWN && LONG_COLUMNS.includes(index) ? value.slice(0, SHOWN).toWellFormed() : value,
  )
  return [...shown, ...lengths, String(icons.has(row[ICON_INDEX] ?? ''))]
}

/** A page of results. */
export const browse = operation({
  name: 'browse',
  cancellable: true,
  group: 'search',
  summary: 'A page of results',
  access: 'account',
  scope: 'search',
  cost: 'search',
  limited: true,
  page: 'POST search',
  input: {
    query: QUERY,
    page: integer({ min: 1, standard: 1 }, 'Number of the page.'),
    size: integer({ min: 1, max: MOST_ROWS, standard: MOST_ROWS }, 'Records per page.'),
    full: FULL,
    collapse: flag(
      'Whether records with the same title and nearly the same body are shown as one; the total counts all of them.',
    ),
  },
  output: {
    mode,
    total: count('Number of all matches.'),
    cost: count('Coins the call cost.'),
    milliseconds: count('How long it took.'),
    fields: Type.Array(Type.String(), { description: 'The names of the values of a row.' }),
  },
  rows: Type.Array(texts),
  run: async (call, { query, ...asked }) => {
    const { services, caller, rows, signal } = call
    const request = { ...asked, text: query, fields: RESULT_FIELDS }
    const found = await services.searchAll(
      caller,
      request,
      (more) => rows(more.map((row) => present(row, services))),
      signal,
    )
    call.spend(found.rows, found.consumed)
    const milliseconds = Math.max(1, Math.round(call.elapsed()))
    return { mode: found.mode, total: found.total, cost: found.consumed, milliseconds, fields: FIELDS }
  },
})
