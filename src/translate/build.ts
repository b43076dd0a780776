// Builds nodes of our own tree for the mappings of fields.
import type { Children, Operator, ParsedNode } from '../query/index.ts'

const NOWHERE = { start: 0, end: 0 }

/** One condition. */
export function condition(field: string, operator: Operator, value: string): ParsedNode {
  const spans = { fieldSpan: NOWHERE, operatorSpan: NOWHERE, valueSpan: NOWHERE }
  return { kind: 'condition', field, operator, value, ...spans }
}

/** A plain word. */
export function word(text: string): ParsedNode {
  return { kind: 'word', word: text, span: NOWHERE }
}

/** Joins operands into one node and flattens operands of the same kind; undefined when there is none. */
export function join(kind: 'and' | 'or', nodes: readonly ParsedNode[]): ParsedNode | undefined {
  const flat = nodes.flatMap((node) => (node.kind === kind ? [...node.children] : [node]))
  const [first, second, ...rest] = flat
  if (first === undefined || second === undefined) return first
  return { kind, children: [first, second, ...rest] satisfies Children }
}
