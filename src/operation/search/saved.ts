// Searches that an account keeps under a name.
import { Type } from 'typebox'
import { FULL, QUERY, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { object, text } from '../../schema/index.ts'

const common = { group: 'search', access: 'account', scope: 'search' } as const

const savedSearch = object(
  {
    id: Type.Integer(),
    name: Type.String(),
    query: Type.String(),
    full: Type.Boolean(),
    saved_at: text('When it was saved, UTC.'),
  },
  { title: 'SavedSearch' },
)

/** The searches that the account has saved. */
export const savedSearches = operation({
  ...common,
  name: 'savedSearches',
  summary: 'The saved searches',
  page: 'GET searches',
  input: {},
  output: { searches: Type.Array(savedSearch) },
  run: async ({ services, caller }) => ({ searches: await services.accounts.listSavedSearches(caller) }),
})

/** Saves a search under a name. */
export const saveSearch = operation({
  ...common,
  name: 'saveSearch',
  summary: 'Save a search',
  page: 'POST searches',
  input: { name: verbatim('Its name.'), query: QUERY, full: FULL },
  output: { search: savedSearch },
  run: async ({ services, caller }, asked) => ({ search: await services.accounts.saveSearch(caller, asked) }),
})

/** Forgets a saved search. */
export const deleteSavedSearch = operation({
  ...common,
  name: 'deleteSavedSearch',
  summary: 'Delete a saved search',
  page: 'DELETE searches/:id',
  input: { id: verbatim('Its number.') },
  output: {},
  run: async ({ services, caller }, { id }) => {
    await services.accounts.deleteSavedSearch(caller, Number(id))
    return {}
  },
})
