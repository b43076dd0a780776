// Lists: comparisons of whole values become one set lookup; all other tests are compiled one by one.
import type { Field } from '../field/index.ts'
import type { SingleTest } from '../query/index.ts'
import { printAddress } from '../util/index.ts'
import { column, type Fragment, join, numberSet, parameter, sql, textSet } from './fragment.ts'
import { listOfValues } from './list-value.ts'
import { inNetwork, networkSets } from './network-set.ts'
import { printed } from './printed.ts'
import { hasAnyAddress } from './several-addresses.ts'

/** Compiles a list; `compile` compiles a single test. */
export function anyOf(
  field: Field,
  tests: readonly SingleTest[],
  compile: (test: SingleTest) => Fragment,
): Fragment {
  const { sets, others } = field.many ? listSets(field, tests) : setsOf(field, tests)
  const several = field.many ? [] : hasAnyAddress(tests)
  const conditions = [...sets, ...others.map(compile), ...several]
  return conditions.length === 0 ? sql`0` : sql`(${join(conditions, ' OR ')})`
}

/** Fewer values are looked for one by one. */
const FEW = 4

/** Lists in a record are searched value by value; many whole values at once. */
function listSets(field: Field, tests: readonly SingleTest[]) {
  const exact = tests.flatMap((test) => (test.op === 'equals' ? [test.value] : []))
  if (exact.length < FEW) return { sets: [], others: tests }
  const sets = [sql`arrayExists(x -> x IN ${textSet(exact)}, ${listOfValues(field)})`]
  return { sets, others: tests.filter(({ op }) => op !== 'equals') }
}

function setsOf(field: Field, tests: readonly SingleTest[]) {
  const numbers: number[] = []
  const addresses: string[] = []
  const names: string[] = []
  const exact: string[] = []
  const folded: string[] = []
  const networks: (SingleTest & { op: 'network' })['network'][] = []
  const others: SingleTest[] = []
  for (const test of tests) {
    if (test.op === 'number') numbers.push(test.value)
    else if (test.op === 'address') addresses.push(printAddress(test.address))
    else if (test.op === 'network') networks.push(test.network)
    else if (test.op === 'reachedIn') names.push(test.name)
    else if (test.op === 'equals') exact.push(test.value)
    else if (test.op === 'equalsIgnoringCase') folded.push(test.value.toLowerCase())
    else others.push(test)
  }
  const value = printed(field)
  const sets = [
    ...(numbers.length > 0 ? [sql`ifNull(${column(field.column)} IN ${numberSet(numbers)}, 0)`] : []),
    ...(addresses.length > 0 ? [sql`ip IN ${textSet(addresses)}`] : []),
    ...(exact.length > 0 ? [sql`(${value} != '' AND ${value} IN ${textSet(exact)})`] : []),
    ...(folded.length > 0 ? [sql`lowerUTF8(${value}) IN ${textSet(folded)}`] : []),
    ...(names.length > 0 ? [reachedIn(names)] : []),
    ...networkConditions(networks),
  ]
  return { sets, others }
}

function networkConditions(networks: Parameters<typeof networkSets>[0]): readonly Fragment[] {
  const { sets, rest } = networkSets(networks)
  return [...(sets === undefined ? [] : [sets]), ...rest.map(inNetwork)]
}

/** Names by their number of labels: the last labels of the reached name are looked up among them. */
export function reachedIn(names: readonly string[]): Fragment {
  const groups = Map.groupBy(names, (name) => name.split('.').length)
  const conditions = [...groups].map(([labels, group]) => {
    const last = parameter('Int64', String(-labels))
    return sql`arrayStringConcat(arraySlice(splitByChar('.', reached), ${last}), '.') IN ${textSet(group)}`
  })
  return sql`(${join(conditions, ' OR ')})`
}
