// Lists of addresses, networks and names that an account keeps and names in queries: `ip="@office"`.
import { Type } from 'typebox'
import { LIST_LIMITS } from '../../service/account/index.ts'
import { verbatim, wrong } from '../input/index.ts'
import { download, operation } from '../operation.ts'
import { count, object, time } from '../../schema/index.ts'

const common = { group: 'search', access: 'account', scope: 'search' } as const

const storedList = object(
  {
    name: Type.String(),
    elements: count('Number of elements.'),
    changed_at: time('When it was last replaced'),
  },
  { title: 'StoredList' },
)
const name = { name: verbatim('Name of the list, without `@`.', 80) }

/** The lists of the account. */
export const storedLists = operation({
  ...common,
  name: 'storedLists',
  summary: 'The stored lists',
  description:
    'Queries name them as `ip="@office"`, `domain="@scope"`, `host="@scope"` or `as_number="@peers"`.',
  http: 'GET /api/v1/lists',
  page: 'GET lists',
  input: {},
  output: { lists: Type.Array(storedList) },
  run: async ({ services, caller }) => ({ lists: [...(await services.accounts.listStoredLists(caller))] }),
})

/** Keeps a list. */
export const keepList = operation({
  ...common,
  name: 'keepList',
  summary: 'Store a list, or replace it',
  description:
    'The body is UTF-8 text with one element a line, or several with commas between them: addresses, CIDRs, ranges `first-last`, names, and numbers of networks such as `AS64500`. What follows a `#` does not count.',
  http: 'POST /api/v1/lists/:name',
  page: 'POST lists/:name',
  body: 'bytes',
  longestBody: 2 * LIST_LIMITS.length,
  input: name,
  output: { list: storedList },
  run: async (call, asked) => {
    if (call.bytes === undefined) throw wrong('send the elements of the list as the body')
    const text = readText(call.bytes)
    return { list: await call.services.accounts.keepStoredList(call.caller, asked.name, text) }
  },
})

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrong('the list must be UTF-8 text')
  }
}

/** The elements of a list. */
export const showList = download({
  ...common,
  name: 'showList',
  summary: 'The elements of a stored list, one a line',
  http: 'GET /api/v1/lists/:name',
  page: 'GET lists/:name',
  input: name,
  download: async ({ services, caller }, asked) => {
    const content = await services.accounts.showStoredList(caller, asked.name)
    return { kind: 'pieces', type: 'text/plain; charset=utf-8', pieces: [`${content}\n`] }
  },
})

/** Removes a list. */
export const removeList = operation({
  ...common,
  name: 'removeList',
  summary: 'Remove a stored list',
  http: 'DELETE /api/v1/lists/:name',
  page: 'DELETE lists/:name',
  input: name,
  output: {},
  run: async ({ services, caller }, asked) => {
    await services.accounts.deleteStoredList(caller, asked.name)
    return {}
  },
})
