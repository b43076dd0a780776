// Conditions on everything that is known of a record's address: `port_size="6"`, `ip_ports="80,161"`, `ip_after="2026"`.
import { type BaseOperator, type Field, fieldNamed } from '../field/index.ts'
import { readList } from './list.ts'
import { shown } from './problem.ts'
import type { Comparison, HostTest, ResolvedNode, Test } from './tree.ts'
import { type ReadSingle, readNumber, readTime, type ValueProblem } from './typed-value.ts'

type ReadCondition = { readonly node: ResolvedNode } | { readonly problem: ValueProblem }

/** Reads a condition on a whole address. An empty value selects records without an address. */
export function readHostCondition(field: Field, operator: BaseOperator, value: string): ReadCondition {
  const isComparison = /[<>]/.test(operator)
  if (value === '' && !isComparison) return { node: { kind: 'not', child: hasAddress() } }
  switch (field.name) {
    case 'ip_ports':
      return readPorts(value, field)
    case 'ip_after':
    case 'ip_before':
      return readNewest(value, field)
    case 'port_size_gt':
      return readPortCount(value, field, '>')
    case 'port_size_lt':
      return readPortCount(value, field, '<')
    default:
      return readPortCount(value, field, isComparison ? (operator as Comparison) : '=')
  }
}

function hasAddress(): ResolvedNode {
  return { kind: 'not', child: { kind: 'test', field: fieldNamed('ip'), test: { op: 'empty' } } }
}

function host(test: HostTest): ReadCondition {
  return { node: { kind: 'host', test } }
}

function readPortCount(value: string, field: Field, comparison: Comparison | '='): ReadCondition {
  const read = readWhole(value, field)
  if ('problem' in read) return read
  return host({ op: 'portCount', comparison, value: numberOf(read.test) })
}

function readPorts(value: string, field: Field): ReadCondition {
  const read = readList(value, field, (element) => readWhole(element, field))
  if ('problem' in read) return read
  const tests = read.test.op === 'any' ? read.test.tests : [read.test]
  return host({ op: 'allPorts', ports: [...new Set(tests.map(numberOf))] })
}

function readWhole(value: string, field: Field): ReadSingle {
  const read = readNumber(value, field)
  if ('problem' in read || Number.isInteger(numberOf(read.test))) return read
  const expected = `whole numbers for ${shown(field.name)}, such as ${shown(field.example)}`
  return { problem: { found: `${shown(value)} is not a whole number`, expected } }
}

function numberOf(test: Test): number {
  return test.op === 'number' ? test.value : Number.NaN
}

// The newest record of an address is from a time or later when any of its records is.
function readNewest(value: string, field: Field): ReadCondition {
  const read = readTime(value, field)
  if ('problem' in read) return read
  const start = read.test.op === 'span' ? read.test.span.first : undefined
  const test: Test = { op: 'span', span: start === undefined ? {} : { first: start } }
  const later: ResolvedNode = {
    kind: 'host',
    test: { op: 'some', child: { kind: 'test', field: fieldNamed('lastupdatetime'), test } },
  }
  if (field.name === 'ip_after') return { node: later }
  return { node: { kind: 'and', children: [hasAddress(), { kind: 'not', child: later }] } }
}
