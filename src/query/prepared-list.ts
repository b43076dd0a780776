// The tests of stored lists, made once for each field that names one. Long lists are worked through in steps, between which a server
// answers others; without a caller who does that, all steps are done at once.
import type { Field } from '../field/index.ts'
import { cidrCount, printAddress } from '../util/index.ts'
import type { ListElement } from './stored-list.ts'
import type { SingleTest } from './tree.ts'

/** Elements of one step. */
const STEP = 1000

const made = new WeakMap<readonly ListElement[], Map<string, readonly SingleTest[]>>()
/** While its tests are in use, a list is not forgotten, so that further queries share them. */
const lists = new WeakMap<readonly SingleTest[], { readonly number: number; readonly elements: object }>()
let count = 0

/** The tests of a list on a field: the same array each time. */
export function testsOfList(
  elements: readonly ListElement[],
  field: Field,
  exact: boolean,
): readonly SingleTest[] {
  return withoutPauses(listTestSteps(elements, field, exact))
}

/** Makes the tests of a list on a field, in steps. */
export function* listTestSteps(
  elements: readonly ListElement[],
  field: Field,
  exact: boolean,
): Generator<void, readonly SingleTest[]> {
  const known = made.get(elements) ?? new Map<string, readonly SingleTest[]>()
  made.set(elements, known)
  const use = `${field.name} ${exact}`
  const before = known.get(use)
  if (before !== undefined) return before
  const tests: SingleTest[] = []
  for (const [index, element] of elements.entries()) {
    if (index % STEP === STEP - 1) yield
    const test = testFor(element, field, exact)
    if (test !== undefined) tests.push(test)
  }
  known.set(use, tests)
  lists.set(tests, { number: ++count, elements })
  return tests
}

/** The number of the tests of a stored list, which stands for all of them; undefined for other tests. */
export function listNumber(tests: readonly SingleTest[]): number | undefined {
  return lists.get(tests)?.number
}

/** Does all steps at once. */
export function withoutPauses<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** IPv6 networks from below this address are compared one by one: the engine has IPv4 addresses there. */
const ABOVE_MAPPED = 1n << 48n
const WEIGHT_OF_ONE = 500

/** How many values of the engine an element is worth: a range consists of several CIDRs. */
export function weightOf(element: ListElement): number {
  if (element.kind !== 'network') return 1
  const { version, first } = element.network
  return version === 6 && first < ABOVE_MAPPED ? WEIGHT_OF_ONE : cidrCount(element.network)
}

function testFor(element: ListElement, field: Field, exact: boolean): SingleTest | undefined {
  switch (field.name) {
    case 'ip':
      return element.kind === 'address'
        ? { op: 'address', address: element.address }
        : element.kind === 'network' && !exact
          ? networkTest(element.network)
          : undefined
    case 'as_number':
      return element.kind === 'number' ? { op: 'number', value: element.value } : undefined
    case 'domain':
      if (element.kind !== 'name') return undefined
      return { op: exact ? 'equals' : 'equalsIgnoringCase', value: element.name }
    default:
      return hostTest(element, exact)
  }
}

function networkTest(network: (ListElement & { kind: 'network' })['network']): SingleTest {
  const { version, first, last } = network
  return first === last ? { op: 'address', address: { version, value: first } } : { op: 'network', network }
}

function hostTest(element: ListElement, exact: boolean): SingleTest | undefined {
  const reached =
    element.kind === 'name'
      ? element.name
      : element.kind === 'address'
        ? printAddress(element.address)
        : undefined
  if (reached === undefined) return undefined
  return exact ? { op: 'equals', value: reached } : { op: 'reachedIn', name: reached }
}
