// Searches that an account saves under a name.
import { AppError } from '../../error/index.ts'
import { ANY_LIST, readQuery } from '../../query/index.ts'
import {
  deleteSavedSearchRow,
  listSavedSearchRows,
  putSavedSearch,
  type SavedSearchRow,
} from '../../state/index.ts'
import { printTime } from '../../util/index.ts'
import type { Account } from './account.ts'
import type { AccountContext } from './context.ts'
import { conflictError, paramsError } from './failure.ts'

const MOST_SEARCHES = 200
const LONGEST_NAME = 80

/** A saved search as its account sees it. */
export interface SavedSearch {
  readonly id: number
  readonly name: string
  readonly query: string
  /** Whether it also searches records older than a year. */
  readonly full: boolean
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly saved_at: string
}

/** A search to save. */
export type SavedSearchInput = Pick<SavedSearch, 'name' | 'query' | 'full'>

/** Lists the saved searches of an account, latest first. */
export async function listSavedSearches(
  context: AccountContext,
  account: Account,
): Promise<readonly SavedSearch[]> {
  const rows = await listSavedSearchRows(context.state.db, account.id, MOST_SEARCHES)
  return rows.map(show)
}

/**
 * Saves a search under a name and replaces an earlier one. Fails with `params` for an invalid name, `syntax` for an invalid query, and
 * `conflict` when the account has reached its limit.
 */
export async function saveSearch(
  context: AccountContext,
  account: Account,
  { name, query, full }: SavedSearchInput,
): Promise<SavedSearch> {
  const trimmed = checkName(name)
  // Stored lists that it names may be created later.
  readQuery(query, ANY_LIST)
  const search = { account_id: account.id, name: trimmed, query, full_time: full ? 1 : 0 }
  return context.state.write(async (db) => {
    const others = await listSavedSearchRows(db, account.id, MOST_SEARCHES)
    const replaces = others.some((other) => other.name === trimmed)
    if (others.length >= MOST_SEARCHES && !replaces)
      throw conflictError(`${MOST_SEARCHES} searches are saved, which is the most; remove one first`)
    return show(await putSavedSearch(db, { ...search, saved_at: context.now() }))
  })
}

/** Removes a saved search of the account. Fails with `saved`. */
export async function deleteSavedSearch(
  context: AccountContext,
  account: Account,
  id: number,
): Promise<void> {
  const known = Number.isSafeInteger(id) && id > 0
  if (known && (await context.state.write((db) => deleteSavedSearchRow(db, account.id, id)))) return
  throw new AppError('saved', '[-4] Params Error: this saved search does not exist')
}

function checkName(name: string): string {
  const trimmed = name.toWellFormed().trim()
  const length = Array.from(trimmed).length
  if (length === 0) throw paramsError('the name of a saved search is empty')
  if (length > LONGEST_NAME)
    throw paramsError(`the name has ${length} characters, at most ${LONGEST_NAME} are allowed`)
  // The two databases store a NUL differently.
  if (/\p{Cc}/u.test(trimmed)) throw paramsError('the name contains control characters')
  return trimmed
}

function show({ id, name, query, full_time, saved_at }: SavedSearchRow): SavedSearch {
  return { id, name, query, full: full_time === 1, saved_at: printTime(saved_at) }
}
