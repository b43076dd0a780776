// Lists of addresses, networks and names that an account stores under a name, and queries that use them.
import { AppError } from '../../error/index.ts'
import {
  isListName,
  type ListElement,
  type Lists,
  listNamesOf,
  NO_LISTS,
  parseQuery,
  type ResolvedQuery,
  readListElement,
  resolveQuery,
  simplifyQuery,
} from '../../query/index.ts'
import {
  deleteStoredListRow,
  listStoredListRows,
  putStoredList,
  readStoredList,
  type StoredListRow,
} from '../../state/index.ts'
import { printTime, visible } from '../../util/index.ts'
import type { Account } from './account.ts'
import type { AccountContext } from './context.ts'
import { conflictError, paramsError } from './failure.ts'

/** The limits of stored lists: lists of an account, elements of a list, characters of its text. */
export const LIST_LIMITS = { lists: 50, elements: 500_000, length: 16 * 1024 * 1024 } as const

/** A stored list as its account sees it. */
export interface StoredList {
  readonly name: string
  /** Number of elements. */
  readonly elements: number
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly changed_at: string
}

/** Lists the lists of an account by name. */
export async function listStoredLists(
  context: AccountContext,
  account: Account,
): Promise<readonly StoredList[]> {
  return (await listStoredListRows(context.state.db, account.id)).map(show)
}

/** Returns the elements of a list, one per line. Fails with `saved` when the account has none with this name. */
export async function showStoredList(
  context: AccountContext,
  account: Account,
  name: string,
): Promise<string> {
  const content = await readStoredList(context.state.db, account.id, name)
  if (content === undefined) throw unknownList(name)
  return content
}

/**
 * Stores a list under a name and replaces an earlier one. Elements are separated by line ends or commas; empty lines and comments after `#`
 * are ignored. Fails with `params` for an invalid name or element, and `conflict` when the account has reached its limit.
 */
export async function keepStoredList(
  context: AccountContext,
  account: Account,
  name: string,
  text: string,
): Promise<StoredList> {
  if (!isListName(name))
    throw paramsError('the name of a list has 1 to 80 letters, digits, dots, dashes and underscores')
  const elements = readElements(text)
  const list = { account_id: account.id, name, content: elements.join('\n'), elements: elements.length }
  return context.state.write(async (db) => {
    const others = await listStoredListRows(db, account.id)
    if (others.length >= LIST_LIMITS.lists && !others.some((other) => other.name === name))
      throw conflictError(`${LIST_LIMITS.lists} lists are stored, which is the most; remove one first`)
    return show(await putStoredList(db, { ...list, changed_at: context.now() }))
  })
}

/** Removes a list. Fails with `saved` when the account has none with this name. */
export async function deleteStoredList(
  context: AccountContext,
  account: Account,
  name: string,
): Promise<void> {
  if (!(await context.state.write((db) => deleteStoredListRow(db, account.id, name)))) throw unknownList(name)
}

/** Reads a query that may name lists of the account. Fails with `syntax`. */
export async function readAccountQuery(
  context: Pick<AccountContext, 'state'>,
  accountId: number,
  text: string,
): Promise<ResolvedQuery> {
  const parsed = parseQuery(text)
  const names = listNamesOf(parsed.root)
  const lists = names.length === 0 ? NO_LISTS : await listsOf(context, accountId, names)
  return simplifyQuery(resolveQuery(parsed, lists))
}

async function listsOf(
  context: Pick<AccountContext, 'state'>,
  accountId: number,
  names: readonly string[],
): Promise<Lists> {
  const rows = await listStoredListRows(context.state.db, accountId)
  const found = new Map<string, readonly ListElement[]>()
  for (const row of rows.filter(({ name }) => names.includes(name)))
    found.set(row.name, await elementsOf(context, row))
  return { find: (name) => found.get(name), names: rows.map(({ name }) => name) }
}

/** Number of parsed lists that are cached. */
const REMEMBERED = 20
const remembered = new WeakMap<object, Map<string, readonly ListElement[]>>()

async function elementsOf(
  context: Pick<AccountContext, 'state'>,
  row: StoredListRow,
): Promise<readonly ListElement[]> {
  const known = remembered.get(context.state) ?? new Map<string, readonly ListElement[]>()
  remembered.set(context.state, known)
  const key = `${row.id} ${row.changed_at} ${row.elements}`
  const elements = known.get(key) ?? (await parsed(context, row))
  known.delete(key)
  known.set(key, elements)
  const [oldest] = known.keys()
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
  return elements
}

async function parsed(
  context: Pick<AccountContext, 'state'>,
  row: StoredListRow,
): Promise<readonly ListElement[]> {
  const content = (await readStoredList(context.state.db, row.account_id, row.name)) ?? ''
  return content.split('\n').flatMap((line) => readListElement(line) ?? [])
}

function readElements(text: string): readonly string[] {
  if (text.length > LIST_LIMITS.length)
    throw paramsError(`the list has ${text.length} characters, at most ${LIST_LIMITS.length} are allowed`)
  const elements = new Set<string>()
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    for (const element of line.split('#', 1).join('').split(',')) {
      const trimmed = element.trim()
      if (trimmed === '') continue
      if (readListElement(trimmed) === undefined) throw badElement(trimmed, index + 1)
      elements.add(trimmed)
      if (elements.size > LIST_LIMITS.elements)
        throw paramsError(
          `line ${index + 1}: the list has more than ${LIST_LIMITS.elements} elements, which is the most`,
        )
    }
  }
  if (elements.size === 0) throw paramsError('the list is empty; it must hold at least one element')
  return [...elements]
}

function badElement(element: string, line: number): AppError {
  const shown = visible(element.length > 80 ? `${element.slice(0, 80)}…` : element)
  return paramsError(
    `line ${line} of the list: \`${shown}\` must be an address, a CIDR, a range \`first-last\`, a name, or the number of a network such as \`AS64500\``,
  )
}

function unknownList(name: string): AppError {
  return new AppError('saved', `[-4] Params Error: the list \`${visible(name.slice(0, 80))}\` does not exist`)
}

function show({ name, elements, changed_at }: StoredListRow): StoredList {
  return { name, elements, changed_at: printTime(changed_at) }
}
