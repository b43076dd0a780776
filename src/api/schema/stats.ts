import { Type } from 'typebox'
import { CATALOGUE, isCountable } from '../../field/index.ts'
import { credentials } from './credentials.ts'
import { SearchParameters } from './search.ts'

/** Least and most values of each field, and how many unless said otherwise. */
export const STATS_SIZE = { least: 5, most: 10_000, usual: 5 } as const

const countable = CATALOGUE.filter(isCountable).map((field) => field.name)

/** What statistics take. */
export const StatsParameters = Type.Object({
  ...credentials,
  qbase64: SearchParameters.properties.qbase64,
  fields: Type.Optional(
    Type.String({
      default: 'title',
      description: `Names of fields divided by commas: ${countable.join(', ')}. Times are counted by year.`,
    }),
  ),
  size: Type.Optional(
    Type.Integer({
      minimum: STATS_SIZE.least,
      maximum: STATS_SIZE.most,
      default: STATS_SIZE.usual,
      description: 'Values told of each field.',
    }),
  ),
  full: SearchParameters.properties.full,
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Entry = {
  name: Type.String({ description: 'The value; of a country its name.' }),
  count: count('Matches that hold it.'),
  code: Type.String({ description: 'The query narrowed to them, in base64.' }),
}

const StatsEntry = Type.Object(Entry, { additionalProperties: false })

const StatsCountry = Type.Object(
  {
    ...Entry,
    name_code: Type.String({ description: 'Code of the country.' }),
    regions: Type.Array(StatsEntry),
  },
  { additionalProperties: false },
)

/** What `search/stats` answers. */
export const StatsAnswer = Type.Object(
  {
    error: Type.Literal(false),
    consumed_fpoint: count('Always 0.'),
    required_fpoints: count('Always 0.'),
    size: count('Number of all matches.'),
    distinct: Type.Record(Type.String(), count('Number of different values.'), {
      description: 'Numbers of different values by field: `ip`, `title` and every field asked for.',
    }),
    aggs: Type.Record(Type.String(), Type.Array(Type.Union([StatsCountry, StatsEntry])), {
      description:
        'The most frequent values by field, as it was spelled; countries stand under `countries`, with their codes and regions.',
    }),
    lastupdatetime: Type.String({
      description: 'The hour in which the newest match was last seen, `YYYY-MM-DD HH:00:00` in UTC.',
    }),
  },
  { title: 'StatsAnswer', additionalProperties: false },
)
