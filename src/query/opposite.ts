import type { Operator, ParsedNode } from './tree.ts'

const OPPOSITE: Readonly<Partial<Record<Operator, Operator>>> = {
  '=': '!=',
  '==': '!==',
  '=~': '!~',
  '*=': '!*=',
  '!=': '=',
  '!==': '==',
  '!~': '=~',
  '!*=': '*=',
}

/** The opposite of a node, in its shortest form. */
export function oppositeOf(node: ParsedNode): ParsedNode {
  if (node.kind === 'not') return node.child
  // A record that a comparison by order does not match may also lack the field, so only the negation is its opposite.
  const operator = node.kind === 'condition' ? OPPOSITE[node.operator] : undefined
  return node.kind === 'condition' && operator !== undefined
    ? { ...node, operator }
    : { kind: 'not', child: node }
}
