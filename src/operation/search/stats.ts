import { Type } from 'typebox'
import { countedFields, FULL, QUERY, rowCount } from '../input/index.ts'
import { operation } from '../operation.ts'
import { count, object } from '../../schema/index.ts'
import { FREE, free } from './answer.ts'

const entry = {
  name: Type.String({ description: 'The value; of a country its name.' }),
  count: count('Matches that hold it.'),
  code: Type.String({ description: 'The query narrowed to them, in base64.' }),
}
const country = object({
  ...entry,
  name_code: Type.String({ description: 'Code of the country.' }),
  regions: Type.Array(object(entry)),
})

/** The most frequent values of fields among all matches. */
export const searchStats = operation({
  name: 'searchStats',
  cancellable: true,
  group: 'search',
  summary: 'Count the values of fields among all matches',
  description: 'Counts exactly, in one pass over the matches. Costs nothing.',
  access: 'account',
  scope: 'search',
  http: 'GET|POST /api/v1/search/stats',
  input: {
    query: QUERY,
    full: FULL,
    fields: countedFields(['title'], 20),
    size: rowCount({ least: 5, most: 10_000, standard: 5 }, 'Values of each field.'),
  },
  output: {
    ...free,
    size: count('Number of all matches.'),
    distinct: Type.Record(Type.String(), count('Number of different values.'), {
      description: 'Numbers of different values by field: `ip`, `title` and every field asked for.',
    }),
    aggs: Type.Record(Type.String(), Type.Array(Type.Union([country, object(entry)])), {
      description:
        'The most frequent values by field, as it was spelled; countries are under `countries`, with their codes and regions.',
    }),
    lastupdatetime: Type.String({
      description: 'The hour in which the newest match was last seen, `YYYY-MM-DD HH:00:00` in UTC.',
    }),
  },
  run: async ({ services, caller, signal }, { query, full, fields, size }) => {
    const stats = await services.aggregate.stats(caller, { text: query, full }, fields, size, signal)
    return { ...FREE, ...stats }
  },
})
