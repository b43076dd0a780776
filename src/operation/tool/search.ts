// Counting, searching, and what the matches have in common.
import type { Field } from '../../field/index.ts'
import { countedFields, fieldList, flag, integer, verbatim, withArray } from '../input/index.ts'
import { type Tool, type ToolLimits, tool } from './tool.ts'

const QUERY = verbatim(
  'A query such as title="login" && country="DE" && port!="443", or plain words. = contains (ip: also CIDR), == exactly, =~ RE2 expression, *= wildcards; join with && || ! and brackets. describe_fields lists the fields.',
  16_384,
)
const FULL = flag('Whether records last seen more than one year ago count, too.')
const span = (full: boolean): string => (full ? '' : ' last seen within a year')

/** How many records match; free of charge. */
export function countSearch(): Tool {
  return tool({
    name: 'count_search',
    scope: 'search',
    title: 'Count matching records',
    description:
      'Counts the records (services of hosts on the internet) that match a query. Costs nothing; call it before search to see whether the query is narrow enough.',
    input: { query: QUERY, full: FULL },
    run: async ({ query, full }, { services, caller, signal }) => {
      const asked = { fields: [], size: 1, regions: false }
      const found = await services.aggregate.facets(caller, { text: query, full }, asked, signal)
      const { total, addresses } = found
      const summary = `${total} records at ${addresses} addresses match${span(full)}.`
      return { summary, data: { query, total, addresses } }
    },
  })
}

const STANDARD_FIELDS = ['host', 'ip', 'port', 'protocol', 'title', 'country', 'product', 'lastupdatetime']

/** Records, newest first. */
export function search(limits: ToolLimits): Tool {
  return tool({
    name: 'search',
    scope: 'search',
    title: 'Search records',
    description: `Returns up to ${limits.rows} records that match a query, newest first. May cost the caller coins; use count_search and facets first. Long values are cut.`,
    input: {
      query: QUERY,
      fields: withArray(fieldList(STANDARD_FIELDS, 30), 'Fields to return.', 30),
      size: integer({ min: 1, max: limits.rows, standard: Math.min(10, limits.rows) }, 'Records to return.'),
      page: integer({ min: 1, max: 10_000, standard: 1 }, 'Page, from 1.'),
      full: FULL,
    },
    run: async ({ query, ...asked }, { services, caller, signal, spend }) => {
      const { fields, page, full } = asked
      const rows: (readonly string[])[] = []
      const sink = (more: readonly (readonly string[])[]): void => void rows.push(...more)
      const found = await services.searchAll(caller, { ...asked, text: query }, sink, signal)
      spend(found.rows, found.consumed)
      const { total, consumed: cost } = found
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
    scope: 'search',
    title: 'Most frequent values',
    description:
      'Counts the values of fields among all matches: which countries, ports, products … Costs nothing. Each value comes with the condition that narrows the query to it.',
    input: {
      query: QUERY,
      fields: withArray(countedFields(['country', 'port', 'protocol', 'product'], 8), 'Fields to count.', 8),
      size: integer({ min: 1, max: 50, standard: 10 }, 'Values per field.'),
      full: FULL,
    },
    run: async ({ query, fields, size, full }, { services, caller, signal }) => {
      const asked = { fields: fields.map(({ field }) => field), size, regions: false }
      const found = await services.aggregate.facets(caller, { text: query, full }, asked, signal)
      const summary = `${found.total} records at ${found.addresses} addresses match${span(full)}.`
      return { summary, data: { query, ...found } }
    },
  })
}
