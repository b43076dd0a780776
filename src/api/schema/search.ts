import { type Static, Type } from 'typebox'
import { CATALOGUE } from '../../field/index.ts'
import { DEFAULT_SIZE, MAX_SIZE } from '../param/search.ts'
import { credentials } from './credentials.ts'

const selectable = CATALOGUE.filter((field) => field.select !== 'never').map((field) => field.name)

/** What the parameter `fields` means. */
export const FIELDS_MEANING = `Names of fields divided by commas, in the order the values shall have: ${selectable.join(', ')}.`

/** What a search takes, from the query string or an urlencoded body. */
export const SearchParameters = Type.Object({
  ...credentials,
  qbase64: Type.String({
    description: 'The query text encoded as base64: standard or URL-safe alphabet, padding optional.',
  }),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'Number of the page; page × size may not exceed the result window of the account.',
    }),
  ),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SIZE,
      default: DEFAULT_SIZE,
      description: 'Records per page; 100 or fewer are advised when body is requested.',
    }),
  ),
  fields: Type.Optional(
    Type.String({
      default: 'host',
      description: FIELDS_MEANING,
    }),
  ),
  full: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether records last seen more than one year ago are searched too.',
    }),
  ),
})

const { page: _, ...search } = SearchParameters.properties

/** What reading all matches takes. */
export const NextParameters = Type.Object({
  ...search,
  next: Type.Optional(
    Type.String({
      description:
        'What the page before told as `next`, with the same query and `full`; absent for the first page.',
    }),
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** A search that was answered. */
export const SearchAnswer = Type.Object(
  {
    error: Type.Literal(false),
    consumed_fpoint: count('Coins this call cost.'),
    required_fpoints: count('Coins a call costs that returns records.'),
    size: count('Number of results returned; for accounts of dialect live, the number of matches.'),
    total: count('Number of all matches.'),
    tip: Type.String({ description: 'Always empty.' }),
    page: Type.Integer({ minimum: 1, description: 'Number of this page.' }),
    mode: Type.Union([Type.Literal('normal'), Type.Literal('extended')], {
      description: '`normal` for a query of plain words, `extended` for one with field conditions.',
    }),
    query: Type.String({ description: 'The query text as it was received.' }),
    results: Type.Array(Type.Union([Type.Array(Type.String()), Type.String()]), {
      description:
        'One entry per record: its values as texts, in the order of `fields`. For accounts of dialect live that ask for exactly one field, the value itself.',
    }),
  },
  { title: 'SearchAnswer', additionalProperties: false },
)

/** A search that was answered, its results aside. */
export type SearchAnswerHead = Omit<Static<typeof SearchAnswer>, 'results'>

/** A page of all matches. */
export const NextAnswer = Type.Object(
  {
    ...SearchAnswer.properties,
    total: count('Number of all matches when the first page was read.'),
    next: Type.String({
      description: 'What the next page is asked for with: another text on every page, and empty at the end.',
    }),
  },
  { title: 'NextAnswer', additionalProperties: false },
)

/** A page of all matches, its results aside. */
export type NextAnswerHead = Omit<Static<typeof NextAnswer>, 'results'>
