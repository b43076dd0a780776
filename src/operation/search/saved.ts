// Searches that an account keeps under a name, and shares with the other accounts.
import { Type } from 'typebox'
import { FULL, optionalFlag, QUERY, required, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { object, text } from '../../schema/index.ts'

const common = { group: 'search', access: 'account', scope: 'search' } as const

const members = {
  id: Type.Integer(),
  name: Type.String(),
  folder: text('What precedes the first `/` of its name; empty outside of folders.'),
  query: Type.String(),
  full: Type.Boolean(),
  saved_at: text('When it was saved, UTC.'),
}

const savedSearch = object(
  {
    ...members,
    shared: Type.Enum(['no', 'search', 'folder'], {
      description: 'Whether every account sees it: not, as it is shared itself, or with its folder.',
    }),
  },
  { title: 'SavedSearch' },
)

const sharedSearch = object(
  { ...members, owner: text('The user name of the account that shares it.') },
  { title: 'SharedSearch' },
)

const SHARED = required(optionalFlag('Whether every account sees it.'), 'true or false')

/** The searches that the account has saved. */
export const savedSearches = operation({
  ...common,
  name: 'savedSearches',
  summary: 'The saved searches',
  http: 'GET /api/v1/searches',
  page: 'GET searches',
  input: {},
  output: { searches: Type.Array(savedSearch) },
  run: async ({ services, caller }) => ({
    searches: [...(await services.accounts.listSavedSearches(caller))],
  }),
})

/** The searches that other accounts share. */
export const sharedSearches = operation({
  ...common,
  name: 'sharedSearches',
  summary: 'Searches that other accounts share',
  description:
    'The latest 1000. They can be read and run, and only their owner changes them. A query that names a stored list uses the list of whoever runs it. Searches of a disabled account are left out until it is enabled again.',
  http: 'GET /api/v1/searches/shared',
  page: 'GET searches/shared',
  input: {},
  output: { searches: Type.Array(sharedSearch) },
  run: async ({ services, caller }) => ({
    searches: [...(await services.accounts.listSharedSearches(caller))],
  }),
})

/** Saves a search under a name. */
export const saveSearch = operation({
  ...common,
  name: 'saveSearch',
  summary: 'Save a search',
  description:
    'It replaces the search of this name. A name such as `Customers/Acme` puts it into a folder. Without `shared` a replaced search stays as it is; a search in a shared folder is always shared.',
  http: 'POST /api/v1/searches',
  page: 'POST searches',
  input: {
    name: verbatim('Its name.'),
    query: QUERY,
    full: FULL,
    shared: optionalFlag('Whether every account sees it.'),
  },
  output: { search: savedSearch },
  run: async ({ services, caller }, asked) => ({ search: await services.accounts.saveSearch(caller, asked) }),
})

/** Shares a saved search. */
export const shareSearch = operation({
  ...common,
  name: 'shareSearch',
  summary: 'Share a saved search with every account, or stop sharing it',
  http: 'POST /api/v1/searches/:id/sharing',
  page: 'POST searches/:id/sharing',
  input: { id: verbatim('Its number.'), shared: SHARED },
  output: { search: savedSearch },
  run: async ({ services, caller }, { id, shared }) => ({
    search: await services.accounts.shareSearch(caller, { id: Number(id), shared }),
  }),
})

/** Shares a folder of saved searches. */
export const shareFolder = operation({
  ...common,
  name: 'shareFolder',
  summary: 'Share a folder of saved searches with every account, or stop sharing it',
  description:
    'With the searches that are in it and those that are saved into it later. When the folder is no longer shared, none of its searches is.',
  http: 'POST /api/v1/searches/sharing',
  page: 'POST searches/sharing',
  input: { folder: verbatim('Its name.', 80), shared: SHARED },
  output: { searches: Type.Array(savedSearch) },
  run: async ({ services, caller }, asked) => ({
    searches: [...(await services.accounts.shareFolder(caller, asked))],
  }),
})

/** Deletes a saved search. */
export const deleteSavedSearch = operation({
  ...common,
  name: 'deleteSavedSearch',
  summary: 'Delete a saved search',
  http: 'DELETE /api/v1/searches/:id',
  page: 'DELETE searches/:id',
  input: { id: verbatim('Its number.') },
  output: {},
  run: async ({ services, caller }, { id }) => {
    await services.accounts.deleteSavedSearch(caller, Number(id))
    return {}
  },
})
