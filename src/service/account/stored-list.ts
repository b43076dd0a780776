// Lists of addresses, networks and names that an account stores under a name, and queries that use them.
import { AppError } from '../../error/index.ts'
import { isListName, readListElement, weightOf } from '../../query/index.ts'
import {
  deleteStoredListRow,
  listStoredListRows,
  putStoredList,
  readStoredList,
  type StoredListRow,
} from '../../state/index.ts'
import { inTimeSlices, printTime, visible } from '../../util/index.ts'
import type { Account } from './account.ts'
import type { AccountContext } from './context.ts'
import { conflictError, paramsError } from './failure.ts'

/**
 * The limits of stored lists: lists of an account, elements of a list and of all lists of an account, characters of a list. Ranges
 * count as the CIDRs that they consist of.
 */
export const LIST_LIMITS = {
  lists: 50,
  elements: 500_000,
  allElements: 1_000_000,
  length: 16 * 1024 * 1024,
} as const

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
  if (text.length > LIST_LIMITS.length)
    throw paramsError(`the list has ${text.length} characters, at most ${LIST_LIMITS.length} are allowed`)
  const elements = await inTimeSlices(readElements(text))
  const list = { account_id: account.id, name, content: elements.join('\n'), elements: elements.length }
  return context.state.write(async (db) => {
    const others = (await listStoredListRows(db, account.id)).filter((other) => other.name !== name)
    if (others.length >= LIST_LIMITS.lists)
      throw conflictError(`${LIST_LIMITS.lists} lists are stored, which is the most; remove one first`)
    const all = others.reduce((sum, other) => sum + other.elements, elements.length)
    if (all > LIST_LIMITS.allElements)
      throw conflictError(
        `the lists have ${all} elements together, at most ${LIST_LIMITS.allElements} are stored; remove a list first`,
      )
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

/** Elements and comments; line ends and commas are between them. */
const PIECES = /[^,\r\n#]+|#[^\r\n]*/g
/** Pieces of one step. */
const STEP = 200

/** Reads the elements of a list in steps. */
function* readElements(text: string): Generator<void, readonly string[]> {
  const elements = new Set<string>()
  let weight = 0
  let count = 0
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (++count % STEP === 0) yield
    const trimmed = piece.startsWith('#') ? '' : piece.trim()
    if (trimmed === '' || elements.has(trimmed)) continue
    const element = readListElement(trimmed)
    if (element === undefined) throw badElement(trimmed, lineAt(text, index))
    elements.add(trimmed)
    weight += weightOf(element)
    if (weight > LIST_LIMITS.elements)
      throw paramsError(
        `line ${lineAt(text, index)}: the list has more than ${LIST_LIMITS.elements} elements, which is the most; a range counts as the CIDRs that it consists of`,
      )
  }
  if (elements.size === 0) throw paramsError('the list is empty; it must hold at least one element')
  return [...elements]
}

function lineAt(text: string, index: number): number {
  let line = 1
  for (const { index: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (end >= index) break
    line++
  }
  return line
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
