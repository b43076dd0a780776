// Lists: comparisons of whole values become one set lookup; all other tests are compiled one by one.
import type { Field } from '../field/index.ts'
import { listNumber, type ResolvedNode, type SingleTest, withoutPauses } from '../query/index.ts'
import { printAddress } from '../util/index.ts'
import {
  column,
  type Fragment,
  join,
  numberListSteps,
  parameter,
  setOf,
  sql,
  textListSteps,
  textSet,
} from './fragment.ts'
import { listOfValues } from './list-value.ts'
import { inNetwork, networkGroupSteps, setsFor } from './network-set.ts'
import { printed } from './printed.ts'
import { hasAddressInGroups } from './several-addresses.ts'

/** The conditions of stored lists, by their tests. */
const prepared = new WeakMap<readonly SingleTest[], Fragment>()

/** Compiles a list; `compile` compiles a single test. */
export function anyOf(
  field: Field,
  tests: readonly SingleTest[],
  compile: (test: SingleTest) => Fragment,
): Fragment {
  return prepared.get(tests) ?? withoutPauses(anyOfSteps(field, tests, compile))
}

/** Compiles the stored lists of a query in steps, for the compilation that follows. */
export function* storedListSteps(node: ResolvedNode): Generator<void, void> {
  if (node.kind === 'and' || node.kind === 'or')
    for (const child of node.children) yield* storedListSteps(child)
  else if (node.kind === 'not') yield* storedListSteps(node.child)
  else if (node.kind === 'host' && node.test.op === 'some') yield* storedListSteps(node.test.child)
  else if (node.kind === 'test' && node.test.op === 'any') {
    const { tests } = node.test
    if (listNumber(tests) === undefined || prepared.has(tests)) return
    prepared.set(tests, yield* anyOfSteps(node.field, tests, withoutSet))
  }
}

function withoutSet({ op }: SingleTest): Fragment {
  throw new Error(`the test ${op} of a stored list has no set`)
}

function* anyOfSteps(
  field: Field,
  tests: readonly SingleTest[],
  compile: (test: SingleTest) => Fragment,
): Generator<void, Fragment> {
  const { sets, others, several = [] } = field.many ? listSets(field, tests) : yield* setsOf(field, tests)
  const conditions = [...sets, ...others.map(compile), ...several]
  return conditions.length === 0 ? sql`0` : sql`(${join(conditions, ' OR ')})`
}

/** What a list is compiled to. */
interface Sets {
  readonly sets: readonly Fragment[]
  /** Tests that are compiled one by one. */
  readonly others: readonly SingleTest[]
  /** The conditions on the addresses of names that have several. */
  readonly several?: readonly Fragment[]
}

/** Fewer values are looked for one by one. */
const FEW = 4

/** Lists in a record are searched value by value; many whole values at once. */
function listSets(field: Field, tests: readonly SingleTest[]): Sets {
  const exact = tests.flatMap((test) => (test.op === 'equals' ? [test.value] : []))
  if (exact.length < FEW) return { sets: [], others: tests }
  const sets = [sql`arrayExists(x -> x IN ${textSet(exact)}, ${listOfValues(field)})`]
  return { sets, others: tests.filter(({ op }) => op !== 'equals') }
}

/** Tests of one step. */
const STEP = 1000

function* setsOf(field: Field, tests: readonly SingleTest[]): Generator<void, Sets> {
  const numbers: number[] = []
  const addresses: string[] = []
  const names: string[] = []
  const exact: string[] = []
  const folded: string[] = []
  const networks: (SingleTest & { op: 'network' })['network'][] = []
  const others: SingleTest[] = []
  for (const [index, test] of tests.entries()) {
    if (index % STEP === STEP - 1) yield
    if (test.op === 'number') numbers.push(test.value)
    else if (test.op === 'address') addresses.push(printAddress(test.address))
    else if (test.op === 'network') networks.push(test.network)
    else if (test.op === 'reachedIn') names.push(test.name)
    else if (test.op === 'equals') exact.push(test.value)
    else if (test.op === 'equalsIgnoringCase') folded.push(test.value.toLowerCase())
    else others.push(test)
  }
  const value = printed(field)
  const sets: Fragment[] = []
  const several: Fragment[] = []
  if (numbers.length > 0)
    sets.push(sql`ifNull(${column(field.column)} IN ${setOf(yield* numberListSteps(numbers))}, 0)`)
  if (addresses.length > 0) {
    const list = yield* textListSteps(addresses)
    sets.push(sql`ip IN ${setOf(list)}`)
    several.push(hasAnyOf(addresses.length, list))
  }
  if (exact.length > 0) sets.push(sql`(${value} != '' AND ${value} IN ${setOf(yield* textListSteps(exact))})`)
  if (folded.length > 0) sets.push(sql`lowerUTF8(${value}) IN ${setOf(yield* textListSteps(folded))}`)
  if (names.length > 0) sets.push(yield* reachedInSteps(names))
  if (networks.length > 0) {
    const groups = yield* networkGroupSteps(networks)
    const { sets: grouped, rest } = setsFor(groups)
    sets.push(...(grouped === undefined ? [] : [grouped]), ...rest.map(inNetwork))
    several.push(hasAddressInGroups(groups))
  }
  return { sets, others, several }
}

/** An index finds this many addresses; more are one set, because `hasAny` compares each with each. */
const MOST_INDEXED = 100

function hasAnyOf(count: number, list: Fragment): Fragment {
  if (count <= MOST_INDEXED) return sql`hasAny(ips, ${list})`
  return sql`arrayExists(x -> x IN ${setOf(list)}, ips)`
}

/** Names by their number of labels: the last labels of the reached name are looked up among them. */
export function reachedIn(names: readonly string[]): Fragment {
  return withoutPauses(reachedInSteps(names))
}

function* reachedInSteps(names: readonly string[]): Generator<void, Fragment> {
  const groups = new Map<number, string[]>()
  for (const [index, name] of names.entries()) {
    if (index % STEP === STEP - 1) yield
    const labels = name.split('.').length
    const group = groups.get(labels)
    if (group === undefined) groups.set(labels, [name])
    else group.push(name)
  }
  const conditions: Fragment[] = []
  for (const [labels, group] of groups) {
    const last = parameter('Int64', String(-labels))
    const set = setOf(yield* textListSteps(group))
    conditions.push(sql`arrayStringConcat(arraySlice(splitByChar('.', reached), ${last}), '.') IN ${set}`)
  }
  return sql`(${join(conditions, ' OR ')})`
}
