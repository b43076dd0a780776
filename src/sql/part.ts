// Disjoint union branches. In an `or` of conditions the engine reads all texts even when an index finds the few candidates of one
// condition; a separate branch reads only these.
import { fieldNamed } from '../field/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { BIGRAM_INDEXED } from './contains.ts'
import { expressionProbesOf } from './expression.ts'
import { type Access, isNarrowed, WORD_COLUMNS } from './needle.ts'

/** More branches than this cost more than they save. */
const MOST_PARTS = 4

/** Disjoint trees that together match the same records as a tree: the tree alone, or one for each condition with a prefilter. */
export function partsOf(node: ResolvedNode, access: Access): readonly ResolvedNode[] {
  if (node.kind === 'word')
    return apart(
      node,
      WORD_COLUMNS.map((name) => contains(name, node.word)),
      access,
    )
  if (node.kind === 'or') return apart(node, node.children, access)
  if (node.kind !== 'and') return [node]
  for (const [index, child] of node.children.entries()) {
    const parts = partsOf(child, access)
    if (parts.length > 1) return parts.map((part) => ({ ...node, children: node.children.with(index, part) }))
  }
  return [node]
}

function apart(
  whole: ResolvedNode,
  choices: readonly ResolvedNode[],
  access: Access,
): readonly ResolvedNode[] {
  const narrowed = choices.filter((choice) => isFew(choice, access))
  if (narrowed.length === 0 || narrowed.length >= MOST_PARTS) return [whole]
  const others = choices.filter((choice) => !narrowed.includes(choice))
  const parts = others.length === 0 ? narrowed : [oneOf(others), ...narrowed]
  return parts.map((part, index) => without(part, parts.slice(0, index)))
}

/** Whether an index yields the few records whose long text must be read. */
function isFew(node: ResolvedNode, access: Access): boolean {
  if (node.kind === 'and') return node.children.some((child) => isFew(child, access))
  if (node.kind !== 'test' || node.field.many) return false
  const long: readonly string[] = BIGRAM_INDEXED
  if (!long.includes(node.field.column)) return false
  if (node.test.op === 'matches')
    return access !== 'text' && expressionProbesOf(node).some((probe) => access.narrows(probe))
  return node.test.op === 'contains' && isNarrowed(node.field.column, node.test.value, access)
}

function without(part: ResolvedNode, earlier: readonly ResolvedNode[]): ResolvedNode {
  const unwanted = earlier.map((child): ResolvedNode => ({ kind: 'not', child }))
  return unwanted.length === 0 ? part : { kind: 'and', children: [part, ...unwanted] }
}

function oneOf(children: readonly ResolvedNode[]): ResolvedNode {
  const [only, ...more] = children
  return only !== undefined && more.length === 0 ? only : { kind: 'or', children }
}

function contains(name: (typeof WORD_COLUMNS)[number], value: string): ResolvedNode {
  return { kind: 'test', field: fieldNamed(name), test: { op: 'contains', value } }
}
