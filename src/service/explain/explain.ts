// Explains how many records a query matches: counts for each condition, and near values where there are none.
import { fieldsOf, type ParsedNode, parseQuery, printQuery, readQuery } from '../../query/index.ts'
import type { Selection, Store } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Account, AccountService } from '../account/index.ts'
import type { QueryRequest } from '../aggregate/index.ts'
import { type Admission, checkPermission } from '../search/index.ts'
import { type Condition, conditionsIn } from './condition.ts'
import { hintsFor, respelt } from './hint.ts'
import { nearConditions } from './near.ts'
import type { ExplainAnswer, ExplainedCondition, Suggestion } from './types.ts'

/** The context of explanations. */
interface ExplainContext {
  readonly store: Store
  /** The account whose stored lists queries may use; none by default. */
  readonly accounts?: Pick<AccountService, 'readAccountQuery'>
  readonly admission: Admission
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** Explains the number of matches of a query. Permissions and limits are those of a search. */
export type Explain = (account: Account, query: QueryRequest, signal?: AbortSignal) => Promise<ExplainAnswer>

/** Conditions that are counted. */
const MOST_CONDITIONS = 12
/** Number of conditions without a match for which near values are looked up, and of suggestions for each. */
const MOST_LOOKED_UP = 4
const MOST_SUGGESTED = 3

/** The use case over a store. */
export function createExplain(context: ExplainContext): Explain {
  return async (account, query, signal) => {
    // Invalid or forbidden queries fail before they wait in the admission queue.
    await select(context, account, query.text, query.full)
    const work = { context, account, query }
    return context.admission.run(account.id, (slot) => explain({ ...work, signal: slot.signal }), signal)
  }
}

/** One explanation in progress. */
interface Work {
  readonly context: ExplainContext
  readonly account: Account
  readonly query: QueryRequest
  readonly signal: AbortSignal
}

async function select(
  { now, accounts }: ExplainContext,
  account: Account,
  text: string,
  full: boolean,
): Promise<Selection> {
  const query = (await accounts?.readAccountQuery(account.id, text)) ?? readQuery(text)
  checkPermission(fieldsOf(query), account.level)
  const time = now()
  return { query, since: full ? undefined : Math.floor(oneYearBefore(time) / 1000), now: time }
}

async function countOf(work: Work, text: string, full = work.query.full): Promise<number> {
  const { context, account, signal } = work
  return context.store.count(await select(context, account, text, full), signal)
}

async function explain(work: Work): Promise<ExplainAnswer> {
  const { root } = parseQuery(work.query.text)
  const children = root.kind === 'and' ? root.children : [root]
  const all = [...new Map(children.map((node) => [printQuery(node), node])).values()]
  const shown = all.slice(0, MOST_CONDITIONS)
  const total = await countOf(work, work.query.text)
  const counted = await countEach(work, shown, all.length > shown.length ? undefined : total)
  const conditions: ExplainedCondition[] = []
  let lookUps = MOST_LOOKED_UP
  for (const [index, { condition, ...counts }] of counted.entries()) {
    const node = shown[index]
    const missing = node === undefined || counts.alone > 0 ? [] : conditionsIn(node).slice(0, lookUps)
    lookUps -= missing.length
    const suggestions = await suggestionsFor(work, missing)
    conditions.push({ condition, ...counts, suggestions, hints: [...new Set(missing.flatMap(hintsFor))] })
  }
  const older = work.query.full ? null : (await countOf(work, work.query.text, true)) - total
  return {
    total,
    older: older === null ? null : Math.max(0, older),
    conditions,
    left_out: all.length - shown.length,
  }
}

type Counted = Pick<ExplainedCondition, 'condition' | 'alone' | 'joined'>

// An empty result stays empty under further conditions, so most of these need no statement. `total`: the count of all nodes
// together, if known.
async function countEach(
  work: Work,
  nodes: readonly ParsedNode[],
  total: number | undefined,
): Promise<readonly Counted[]> {
  const counted: Counted[] = []
  for (const [index, node] of nodes.entries()) {
    const condition = printQuery(node)
    const alone = nodes.length === 1 && total !== undefined ? total : await countOf(work, condition)
    const before = index === 0 ? alone : (counted[index - 1]?.joined ?? 0)
    const isLast = index === nodes.length - 1 && total !== undefined
    const joined = isLast
      ? total
      : Math.min(before, alone) === 0 || index === 0
        ? Math.min(before, alone)
        : undefined
    counted.push({
      condition,
      alone,
      joined: joined ?? (await countOf(work, joinedText(nodes.slice(0, index + 1)))),
    })
  }
  return counted
}

function joinedText([first, second, ...rest]: readonly ParsedNode[]): string {
  if (first === undefined) throw new Error('no conditions to join')
  return printQuery(second === undefined ? first : { kind: 'and', children: [first, second, ...rest] })
}

async function suggestionsFor(work: Work, missing: readonly Condition[]): Promise<readonly Suggestion[]> {
  const found: Suggestion[] = []
  for (const condition of missing) {
    const meant = await countTexts(work, respelt(condition))
    found.push(...(meant.length > 0 ? meant : await countTexts(work, await nearTexts(work, condition))))
  }
  return found.slice(0, MOST_SUGGESTED)
}

async function countTexts(work: Work, texts: readonly string[]): Promise<readonly Suggestion[]> {
  const found: Suggestion[] = []
  for (const condition of texts) {
    const count = await countOf(work, condition)
    if (count > 0) found.push({ condition, count })
  }
  return found
}

async function nearTexts(
  { context, account, query, signal }: Work,
  condition: Condition,
): Promise<readonly string[]> {
  const everything = await select(context, account, '""', query.full)
  return nearConditions(context.store, everything, condition, signal)
}
