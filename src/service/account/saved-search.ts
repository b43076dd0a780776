// Searches that an account saves under a name, and shares with the other accounts.
import { AppError } from '../../error/index.ts'
import { ANY_LIST, readQuery } from '../../query/index.ts'
import {
  type Db,
  deleteSavedSearchRow,
  listSavedSearchRows,
  listSharedSearchRows,
  putSavedSearch,
  type SavedSearchRow,
  type Sharing,
  shareSavedSearchRows,
} from '../../state/index.ts'
import { printTime } from '../../util/index.ts'
import type { Account } from './account.ts'
import type { AccountContext } from './context.ts'
import { conflictError, paramsError } from './failure.ts'

const MOST_SEARCHES = 200
const MOST_SHARED = 1000
const LONGEST_NAME = 80

/** A saved search as its account sees it. */
export interface SavedSearch {
  readonly id: number
  readonly name: string
  /** What precedes the first `/` of the name; empty outside of folders. */
  readonly folder: string
  readonly query: string
  /** Whether it also searches records older than a year. */
  readonly full: boolean
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly saved_at: string
  /** Whether every account sees it: not, as it is shared itself, or with its folder. */
  readonly shared: Sharing
}

/** A search that another account shares. */
export interface SharedSearch extends Omit<SavedSearch, 'shared'> {
  /** The user name of that account. */
  readonly owner: string
}

/** A search to save. Without `shared` a replaced search stays shared or not, and a new one follows its folder. */
interface SavedSearchInput extends Pick<SavedSearch, 'name' | 'query' | 'full'> {
  readonly shared?: boolean | undefined
}

/** A folder of saved searches, and whether it is to be shared. */
interface FolderSharing {
  readonly folder: string
  readonly shared: boolean
}

/** Lists the saved searches of an account, latest first. */
export async function listSavedSearches(
  context: AccountContext,
  account: Account,
): Promise<readonly SavedSearch[]> {
  const rows = await listSavedSearchRows(context.state.db, account.id, MOST_SEARCHES)
  return rows.map(show)
}

/** Lists the searches that other accounts share, latest first and at most 1000. Those of disabled accounts are left out. */
export async function listSharedSearches(
  context: AccountContext,
  account: Account,
): Promise<readonly SharedSearch[]> {
  const rows = await listSharedSearchRows(context.state.db, account.id, MOST_SHARED)
  return rows.map((row) => {
    const { shared: _, ...search } = show(row)
    return { ...search, owner: row.owner }
  })
}

/**
 * Saves a search under a name and replaces an earlier one. Fails with `params` for an invalid name, `syntax` for an invalid query, and
 * `conflict` when the account has reached its limit.
 */
export async function saveSearch(
  context: AccountContext,
  account: Account,
  { name, query, full, shared }: SavedSearchInput,
): Promise<SavedSearch> {
  const trimmed = checkName(name)
  // Stored lists that it names may be created later.
  readQuery(query, ANY_LIST)
  const search = { account_id: account.id, name: trimmed, query, full_time: full ? 1 : 0 }
  return context.state.write(async (db) => {
    const others = await listSavedSearchRows(db, account.id, MOST_SEARCHES)
    const replaced = others.find((other) => other.name === trimmed)
    if (others.length >= MOST_SEARCHES && replaced === undefined)
      throw conflictError(`${MOST_SEARCHES} searches are saved, which is the most; remove one first`)
    const sharing = sharingOf(others, trimmed, shared ?? replaced?.shared === 'search')
    return show(await putSavedSearch(db, { ...search, shared: sharing, saved_at: context.now() }))
  })
}

// A search in a shared folder is shared, whatever is asked for.
function sharingOf(others: readonly SavedSearchRow[], name: string, asked: boolean): Sharing {
  if (isFolderShared(others, folderOf(name))) return 'folder'
  return asked ? 'search' : 'no'
}

function isFolderShared(rows: readonly SavedSearchRow[], folder: string): boolean {
  return folder !== '' && rows.some(({ name, shared }) => shared === 'folder' && folderOf(name) === folder)
}

/**
 * Shares a saved search with every account, or stops sharing it. Fails with `saved` when the account has none with this number, and with
 * `conflict` when it is to stop being shared while its folder is shared.
 */
export async function shareSearch(
  context: AccountContext,
  account: Account,
  { id, shared }: { readonly id: number; readonly shared: boolean },
): Promise<SavedSearch> {
  return context.state.write(async (db) => {
    const row = await ownRow(db, account, id)
    if (row.shared === 'folder') {
      if (shared) return show(row)
      throw conflictError(`the folder \`${folderOf(row.name)}\` is shared; stop sharing the folder`)
    }
    const sharing = shared ? 'search' : 'no'
    await shareSavedSearchRows(db, account.id, [row.id], sharing)
    return show({ ...row, shared: sharing })
  })
}

/**
 * Shares a folder with every account, with the searches that are in it and those saved into it later, or stops sharing it and all of its
 * searches. Fails with `saved` when the account has no search in the folder.
 */
export async function shareFolder(
  context: AccountContext,
  account: Account,
  { folder, shared }: FolderSharing,
): Promise<readonly SavedSearch[]> {
  const wanted = folder.trim()
  return context.state.write(async (db) => {
    const rows = await listSavedSearchRows(db, account.id, MOST_SEARCHES)
    const members = rows.filter(({ name }) => wanted !== '' && folderOf(name) === wanted)
    if (members.length === 0) throw unknownSearch('folder does not exist')
    const sharing = shared ? 'folder' : 'no'
    const ids = members.map(({ id }) => id)
    await shareSavedSearchRows(db, account.id, ids, sharing)
    return members.map((row) => show({ ...row, shared: sharing }))
  })
}

async function ownRow(db: Db, account: Account, id: number): Promise<SavedSearchRow> {
  const rows = await listSavedSearchRows(db, account.id, MOST_SEARCHES)
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw unknownSearch('does not exist')
  return row
}

/** Removes a saved search of the account. Fails with `saved`. */
export async function deleteSavedSearch(
  context: AccountContext,
  account: Account,
  id: number,
): Promise<void> {
  const known = Number.isSafeInteger(id) && id > 0
  if (known && (await context.state.write((db) => deleteSavedSearchRow(db, account.id, id)))) return
  throw unknownSearch('does not exist')
}

function unknownSearch(sentence: string): AppError {
  return new AppError('saved', `[-4] Params Error: this saved search ${sentence}`)
}

/** The folder of a saved search by its name: what precedes the first `/`; empty outside of folders. */
function folderOf(name: string): string {
  const at = name.indexOf('/')
  const folder = name.slice(0, Math.max(0, at)).trim()
  return name.slice(at + 1).trim() === '' ? '' : folder
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

function show({ id, name, query, full_time, saved_at, shared }: SavedSearchRow): SavedSearch {
  const folder = folderOf(name)
  return { id, name, folder, query, full: full_time === 1, saved_at: printTime(saved_at), shared }
}
