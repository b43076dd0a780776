// One test → the form that the engine answers fastest, or its constant result.
import type { Field } from '../field/index.ts'
import { listNumber } from './prepared-list.ts'
import type { ResolvedNode, SingleTest, Test } from './tree.ts'

type TestNode = Extract<ResolvedNode, { kind: 'test' }>

// The largest value that a number field can contain is a 32-bit AS number.
const LARGEST_NUMBER = 2 ** 32 - 1

/** Simplifies one test; every record gives the same result as for the test. */
export function simplifyTest(node: TestNode): ResolvedNode {
  const { field, test } = node
  switch (test.op) {
    case 'matches':
      return test.expression === '' ? known(field) : node
    case 'wildcard':
      return simplifyWildcard(field, test.pattern)
    case 'number':
      return Math.abs(test.value) > LARGEST_NUMBER ? { kind: 'constant', value: false } : node
    case 'any':
      return simplifyList(field, test.tests)
    case 'network':
      return test.network.first === test.network.last
        ? testNode(field, {
            op: 'address',
            address: { version: test.network.version, value: test.network.first },
          })
        : node
    default:
      return node
  }
}

function simplifyList(field: Field, tests: readonly SingleTest[]): ResolvedNode {
  // Those of a stored list are as simple as they can be, and what is known of them belongs to this array.
  if (tests.length > 1 && listNumber(tests) !== undefined) return testNode(field, { op: 'any', tests })
  const kept = tests.flatMap((test) => {
    const node = simplifyTest({ kind: 'test', field, test })
    // A value that no record can contain, such as a number beyond all columns.
    return node.kind === 'test' && node.test.op !== 'any' ? [node.test] : []
  })
  const [first, ...rest] = kept
  if (first === undefined) return { kind: 'constant', value: false }
  return testNode(field, rest.length === 0 ? first : { op: 'any', tests: kept })
}

function simplifyWildcard(field: Field, written: string): ResolvedNode {
  // A run of both marks means "so many characters or more", in any order.
  const pattern = written.replace(/[*?]{2,}/g, (run) => {
    return '?'.repeat(run.split('?').length - 1) + (run.includes('*') ? '*' : '')
  })
  if (pattern === '*') return known(field)
  const inner = /^\*([^*?]+)\*$/.exec(pattern)?.[1]
  if (inner !== undefined && field.kind === 'text') return testNode(field, { op: 'contains', value: inner })
  const literal = !/[*?]/.test(pattern) && (field.kind === 'text' || field.kind === 'keyword')
  return testNode(field, literal ? { op: 'equalsIgnoringCase', value: pattern } : { op: 'wildcard', pattern })
}

function testNode(field: Field, test: Test): ResolvedNode {
  return { kind: 'test', field, test }
}

function known(field: Field): ResolvedNode {
  return { kind: 'not', child: testNode(field, { op: 'empty' }) }
}
