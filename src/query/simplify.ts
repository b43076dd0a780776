// Resolved tree → a smaller resolved tree with the same result for every record: flat, without double negations, duplicates and
// constant tests, each test in the form that the engine answers fastest.
import { fieldNamed } from '../field/index.ts'
import { listNumber } from './prepared-list.ts'
import { simplifyTest } from './simplify-test.ts'
import type { ResolvedNode, ResolvedQuery, Test } from './tree.ts'

/** Simplifies a query; its meaning and mode are unchanged. */
export function simplifyQuery(query: ResolvedQuery): ResolvedQuery {
  return { ...query, root: simplifyNode(query.root) }
}

function simplifyNode(node: ResolvedNode): ResolvedNode {
  switch (node.kind) {
    case 'constant':
      return node
    case 'word':
      // Every text contains the empty one.
      return node.word === '' ? constant(true) : node
    case 'test':
      return simplifyTest(node)
    case 'host':
      return simplifyHost(node)
    case 'not':
      return negate(simplifyNode(node.child))
    case 'and':
    case 'or':
      return simplifyList(node.kind, node.children)
  }
}

function simplifyHost(node: ResolvedNode & { readonly kind: 'host' }): ResolvedNode {
  if (node.test.op !== 'some') return node
  const child = simplifyNode(node.test.child)
  if (child.kind !== 'constant') return { kind: 'host', test: { op: 'some', child } }
  return child.value
    ? { kind: 'not', child: { kind: 'test', field: fieldNamed('ip'), test: { op: 'empty' } } }
    : child
}

function constant(value: boolean): ResolvedNode {
  return { kind: 'constant', value }
}

function negate(node: ResolvedNode): ResolvedNode {
  if (node.kind === 'not') return node.child
  return node.kind === 'constant' ? constant(!node.value) : { kind: 'not', child: node }
}

// Every test is true or false, also for unknown values, so the laws of two-valued logic apply.
function simplifyList(kind: 'and' | 'or', children: readonly ResolvedNode[]): ResolvedNode {
  const dominant = kind === 'or'
  const kept = new Map<string, ResolvedNode>()
  for (const child of children.flatMap((operand) => operandsOf(kind, simplifyNode(operand)))) {
    if (child.kind === 'constant') {
      if (child.value === dominant) return constant(dominant)
    } else if (kept.has(keyOf(negate(child)))) return constant(dominant)
    else kept.set(keyOf(child), child)
  }
  const [first, ...rest] = kept.values()
  if (first === undefined) return constant(!dominant)
  return rest.length === 0 ? first : { kind, children: [first, ...rest] }
}

function operandsOf(kind: 'and' | 'or', node: ResolvedNode): readonly ResolvedNode[] {
  return node.kind === kind ? node.children : [node]
}

// Equal only for equal nodes: every user's text in it is quoted.
function keyOf(node: ResolvedNode): string {
  switch (node.kind) {
    case 'constant':
      return String(node.value)
    case 'word':
      return JSON.stringify(node.word)
    case 'test':
      return `${node.field.name} ${keyOfTest(node.test)}`
    case 'host':
      return `host(${node.test.op === 'some' ? keyOf(node.test.child) : keyOfValue(node.test)})`
    case 'not':
      return `!(${keyOf(node.child)})`
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(keyOf).join()})`
  }
}

function keyOfTest(test: Test): string {
  const number = test.op === 'any' ? listNumber(test.tests) : undefined
  return number === undefined ? keyOfValue(test) : `list ${number}`
}

function keyOfValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return `{${Object.entries(value).map(([key, part]) => `${key}:${keyOfValue(part)}`)}}`
}
