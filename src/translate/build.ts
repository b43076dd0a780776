// Nodes of our own tree, as the mappings of fields make them.
import type { Children, Operator, ParsedNode } from '../query/index.ts'

const NOWHERE = { start: 0, end: 0 }

/** One condition. */
export function condition(field: string, operator: Operator, value: string): ParsedNode {
  const places = { fieldPlace: NOWHERE, operatorPlace: NOWHERE, valuePlace: NOWHERE }
  return { kind: 'condition', field, operator, value, ...places }
}

/** A plain word. */
export function word(text: string): ParsedNode {
  return { kind: 'word', word: text, place: NOWHERE }
}

/** Operands as one node, those of the same kind taken in; undefined when there is none. */
export function join(kind: 'and' | 'or', nodes: readonly ParsedNode[]): ParsedNode | undefined {
  const flat = nodes.flatMap((node) => (node.kind === kind ? [...node.children] : [node]))
  const [first, second, ...rest] = flat
  if (first === undefined || second === undefined) return first
  return { kind, children: [first, second, ...rest] satisfies Children }
}

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

/** The opposite of a node, in its shortest spelling. */
export function negate(node: ParsedNode): ParsedNode {
  if (node.kind === 'not') return node.child
  // What a comparison by order does not match also lacks the field, so it has no opposite but the negation.
  const operator = node.kind === 'condition' ? OPPOSITE[node.operator] : undefined
  return node.kind === 'condition' && operator !== undefined
    ? { ...node, operator }
    : { kind: 'not', child: node }
}
