// Queries that may name stored lists of an account. Long lists are read and compiled in time slices, so that the process answers others
// meanwhile, and the parsed ones are shared by all queries that name them.
import { AppError } from '../../error/index.ts'
import {
  type ListElement,
  type Lists,
  listTestSteps,
  listUsesOf,
  parseQuery,
  type ResolvedQuery,
  readListElement,
  readQuery,
  resolveQuery,
  simplifyQuery,
  weightOf,
} from '../../query/index.ts'
// Not from the store: threads that read files load this module, and the engine must not be opened in them.
import { storedListSteps } from '../../sql/index.ts'
import { listStoredListRows, readStoredList, type StoredListRow } from '../../state/index.ts'
import { inTimeSlices } from '../../util/index.ts'
import type { AccountContext } from './context.ts'

type Context = Pick<AccountContext, 'state'>

/** Elements of all lists that a query names, each as often as it is named. Ranges count as the CIDRs that they consist of. */
const MOST_NAMED = 1_000_000

/** Reads a query that may name lists of the account. Fails with `syntax`. */
export async function readAccountQuery(
  context: Context,
  accountId: number,
  text: string,
): Promise<ResolvedQuery> {
  const parsed = parseQuery(text)
  const uses = listUsesOf(parsed.root)
  if (uses.length === 0) return readQuery(text)
  const lists = await listsOf(context, accountId, new Set(uses.map(({ name }) => name)))
  const named = uses.reduce((sum, { name }) => sum + (lists.get(name)?.weight ?? 0), 0)
  if (named > MOST_NAMED) throw tooMany(named)
  for (const { name, field, exact } of uses) {
    const list = lists.get(name)
    if (list !== undefined && field !== undefined)
      await inTimeSlices(listTestSteps(list.elements, field, exact))
  }
  const query = simplifyQuery(resolveQuery(parsed, lists))
  await inTimeSlices(storedListSteps(query.root))
  return query
}

function tooMany(named: number): AppError {
  return new AppError(
    'syntax',
    `[820000] Query Syntax Incorrect: the stored lists that the query names have ${named} elements, each list counted as often as it is named; at most ${MOST_NAMED} are compared`,
  )
}

/** A stored list, parsed. */
interface ParsedList {
  readonly elements: readonly ListElement[]
  readonly weight: number
}

async function listsOf(
  context: Context,
  accountId: number,
  names: ReadonlySet<string>,
): Promise<Lists & { readonly get: (name: string) => ParsedList | undefined }> {
  const rows = await listStoredListRows(context.state.db, accountId)
  const found = new Map<string, ParsedList>()
  for (const row of rows.filter(({ name }) => names.has(name)))
    found.set(row.name, await parsedList(context, row))
  return {
    get: (name) => found.get(name),
    find: (name) => found.get(name)?.elements,
    names: rows.map(({ name }) => name),
  }
}

/** Elements of the parsed lists that are kept; of others those that are in use. */
const MOST_KEPT = 1_000_000

interface Cache {
  /** Least recently used first. */
  readonly kept: Map<string, ParsedList>
  /** By their elements, which the queries that name them hold. */
  readonly inUse: Map<string, { readonly elements: WeakRef<readonly ListElement[]>; readonly weight: number }>
  readonly pending: Map<string, Promise<ParsedList>>
}

const caches = new WeakMap<object, Cache>()

async function parsedList({ state }: Context, row: StoredListRow): Promise<ParsedList> {
  const cache = caches.get(state) ?? { kept: new Map(), inUse: new Map(), pending: new Map() }
  caches.set(state, cache)
  const key = `${row.id} ${row.changed_at} ${row.elements}`
  const list =
    inUse(cache, key) ?? (await (cache.pending.get(key) ?? startParsing(cache, key, { state }, row)))
  cache.kept.delete(key)
  cache.kept.set(key, list)
  forgetOldest(cache)
  return list
}

function inUse(cache: Cache, key: string): ParsedList | undefined {
  const known = cache.inUse.get(key)
  const elements = known?.elements.deref()
  return known === undefined || elements === undefined ? undefined : { elements, weight: known.weight }
}

async function startParsing(cache: Cache, key: string, context: Context, row: StoredListRow) {
  const parsing = parse(context, row)
  cache.pending.set(key, parsing)
  try {
    const { elements, weight } = await parsing
    cache.inUse.set(key, { elements: new WeakRef(elements), weight })
    return { elements, weight }
  } finally {
    cache.pending.delete(key)
  }
}

async function parse({ state }: Context, row: StoredListRow): Promise<ParsedList> {
  const content = (await readStoredList(state.db, row.account_id, row.name)) ?? ''
  return inTimeSlices(parseSteps(content))
}

/** Characters of a list that are parsed in one step. */
const STEP = 16_384

function* parseSteps(content: string): Generator<void, ParsedList> {
  const elements: ListElement[] = []
  let weight = 0
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf('\n', start + STEP)
    const piece = content.slice(start, end < 0 ? content.length : end)
    for (const line of piece.split('\n')) {
      const element = readListElement(line)
      if (element === undefined) continue
      elements.push(element)
      weight += weightOf(element)
    }
    start += piece.length + 1
    yield
  }
  return { elements, weight }
}

function forgetOldest({ kept, inUse }: Cache): void {
  let size = [...kept.values()].reduce((sum, { weight }) => sum + weight, 0)
  for (const [key, { weight }] of kept) {
    if (size <= MOST_KEPT) break
    kept.delete(key)
    size -= weight
  }
  for (const [key, { elements }] of inUse) if (elements.deref() === undefined) inUse.delete(key)
}
