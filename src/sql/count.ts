// Counting. Text indexes do not answer negations, but counts can avoid them: the records in A and not in B are those in A minus
// those in both.
import type { ResolvedNode } from '../query/index.ts'
import { WORD_INDEXED } from './contains.ts'
import { expressionProbesOf } from './expression.ts'

/** A count that is added or subtracted. */
interface CountTerm {
  readonly sign: 1 | -1
  readonly node: ResolvedNode
}

const EVERYTHING: ResolvedNode = { kind: 'constant', value: true }

/** The counts whose sum is the count of a tree. None of them has, at its top, a negation of what an index could answer. */
export function countTerms(node: ResolvedNode): readonly CountTerm[] {
  if (isCostlyNot(node)) return [plus(EVERYTHING), ...minus(node.child)]
  if (node.kind === 'or' && node.children.some(isCostlyNot))
    return [plus(EVERYTHING), ...minus(all(node.children.map(negate)))]
  if (node.kind !== 'and' || !node.children.some(isCostlyNot)) return [plus(node)]
  const kept = node.children.filter((child) => !isCostlyNot(child))
  const unwanted = any(node.children.filter(isCostlyNot).map(negate))
  return [plus(all(kept)), ...minus(all([...kept, unwanted]))]
}

function plus(node: ResolvedNode): CountTerm {
  return { sign: 1, node }
}

function minus(node: ResolvedNode): CountTerm[] {
  return countTerms(node).map((term) => ({ sign: term.sign === 1 ? -1 : 1, node: term.node }))
}

function isCostlyNot(node: ResolvedNode): node is Extract<ResolvedNode, { kind: 'not' }> {
  return node.kind === 'not' && isIndexed(node.child)
}

function isIndexed(node: ResolvedNode): boolean {
  if (node.kind === 'word') return true
  if (node.kind === 'and' || node.kind === 'or') return node.children.some(isIndexed)
  if (node.kind === 'test' && node.test.op === 'matches') return expressionProbesOf(node).length > 0
  if (node.kind !== 'test' || node.test.op !== 'contains' || node.field.many) return false
  const indexed: readonly string[] = WORD_INDEXED
  return indexed.includes(node.field.column)
}

function negate(node: ResolvedNode): ResolvedNode {
  return node.kind === 'not' ? node.child : { kind: 'not', child: node }
}

function all(children: readonly ResolvedNode[]): ResolvedNode {
  return combine('and', children)
}

function any(children: readonly ResolvedNode[]): ResolvedNode {
  return combine('or', children)
}

function combine(kind: 'and' | 'or', children: readonly ResolvedNode[]): ResolvedNode {
  const [only, ...more] = children
  if (only === undefined) return EVERYTHING
  return more.length === 0 ? only : { kind, children }
}
