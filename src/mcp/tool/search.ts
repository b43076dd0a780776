// Counting, searching, and what the matches have in common.
import type { Field } from '../../field/index.ts'
import type { Limits } from '../backend.ts'
import { flag, integer, text, texts } from '../parameter.ts'
import { type Tool, tool } from '../tool.ts'
import { countable, selectable } from './field.ts'

const QUERY = text(
  'A query such as title="login" && country="DE" && port!="443", or plain words. = contains (ip: also CIDR), == exactly, =~ RE2 expression, *= wildcards; join with && || ! and brackets. describe_fields lists the fields.',
)
const FULL = flag('Whether records last seen more than one year ago count, too.')
const span = (full: boolean): string => (full ? '' : ' last seen within a year')

/** How many records match; free of charge. */
export function countSearch(): Tool {
  return tool({
    name: 'count_search',
    title: 'Count matching records',
    description:
      'Counts the records (services of hosts on the internet) that match a query. Costs nothing; call it before search to see whether the query is narrow enough.',
    parameters: { query: QUERY, full: FULL },
    run: async ({ query, full }, { backend, signal }) => {
      const { total, addresses } = await backend.facets({ query, full, fields: [], size: 1 }, signal)
      const summary = `${total} records at ${addresses} addresses match${span(full)}.`
      return { summary, data: { query, total, addresses } }
    },
  })
}

const STANDARD_FIELDS = ['host', 'ip', 'port', 'protocol', 'title', 'country', 'product', 'lastupdatetime']

/** Records, newest first. */
export function search(limits: Limits): Tool {
  return tool({
    name: 'search',
    title: 'Search records',
    description: `Returns up to ${limits.rows} records that match a query, newest first. May cost the caller coins; use count_search and facets first. Long values are cut.`,
    parameters: {
      query: QUERY,
      fields: texts('Fields to return.', { most: 30, standard: STANDARD_FIELDS }),
      size: integer('Records to return.', { min: 1, max: limits.rows, standard: Math.min(10, limits.rows) }),
      page: integer('Page, from 1.', { min: 1, max: 10_000, standard: 1 }),
      full: FULL,
    },
    run: async ({ query, fields: names, size, page, full }, { backend, signal }) => {
      const fields = selectable(names)
      const { total, rows, cost } = await backend.search({ query, full, fields, page, size }, signal)
      const records = rows.map((row) => recordOf(fields, row))
      const summary = `${records.length} of ${total} records that match${span(full)}, newest first, page ${page}.`
      return { summary, data: { query, total, page, cost, records } }
    },
  })
}

// What is unknown is left out, so that answers are short.
function recordOf(fields: readonly Field[], row: readonly string[]): Readonly<Record<string, string>> {
  const known = fields.map(({ name }, index) => [name, row[index] ?? '']).filter(([, value]) => value !== '')
  return Object.fromEntries(known) as Readonly<Record<string, string>>
}

/** The most frequent values of fields. */
export function facets(): Tool {
  return tool({
    name: 'facets',
    title: 'Most frequent values',
    description:
      'Counts the values of fields among all matches: which countries, ports, products … Costs nothing. Each value comes with the condition that narrows the query to it.',
    parameters: {
      query: QUERY,
      fields: texts('Fields to count.', { most: 8, standard: ['country', 'port', 'protocol', 'product'] }),
      size: integer('Values per field.', { min: 1, max: 50, standard: 10 }),
      full: FULL,
    },
    run: async ({ query, fields: names, size, full }, { backend, signal }) => {
      const found = await backend.facets({ query, full, fields: countable(names), size }, signal)
      const summary = `${found.total} records at ${found.addresses} addresses match${span(full)}.`
      return { summary, data: { query, ...found } }
    },
  })
}
