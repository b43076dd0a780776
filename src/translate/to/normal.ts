// Normalizes our tree so that languages with fewer features can express it: negation only before single conditions, lists and
// address ranges split.
import { findField } from '../../field/index.ts'
import { oppositeOf, type ParsedNode } from '../../query/index.ts'
import { join } from '../build.ts'
import { addressRange } from '../range.ts'

type Condition = Extract<ParsedNode, { kind: 'condition' }>

/** A range that needs more networks stays a range. */
const MOST_NETWORKS = 16

/** The same query with negation pushed down to its conditions and lists as alternatives. */
export function normalized(node: ParsedNode, negated = false): ParsedNode {
  switch (node.kind) {
    case 'not':
      return normalized(node.child, !negated)
    case 'and':
    case 'or': {
      const kind = negated === (node.kind === 'and') ? 'or' : 'and'
      return (
        join(
          kind,
          node.children.map((child) => normalized(child, negated)),
        ) ?? node
      )
    }
    case 'condition':
      return takenApart(negated ? oppositeOf(node) : node)
    case 'word':
    case 'call':
      return negated ? { kind: 'not', child: node } : node
  }
}

function takenApart(node: ParsedNode): ParsedNode {
  if (node.kind !== 'condition' || !['=', '==', '!=', '!=='].includes(node.operator)) return node
  const values = valuesOf(node)
  const kind = node.operator.startsWith('!') ? 'and' : 'or'
  return (
    join(
      kind,
      values.map((value) => ({ ...node, value })),
    ) ?? node
  )
}

function valuesOf({ field, value }: Condition): readonly string[] {
  const known = findField(field)
  // A list in `ip_ports` requires all of its ports.
  const kind = known?.of === 'record' ? known.kind : undefined
  const isListed = kind === 'keyword' || kind === 'number' || kind === 'address'
  const elements = isListed && value.includes(',') ? value.split(',').map((one) => one.trim()) : [value]
  return kind === 'address' ? elements.flatMap(networksOf) : elements
}

function networksOf(value: string): readonly string[] {
  const [from = '', to] = value.split('-').map((end) => end.trim())
  const networks = to === undefined ? undefined : addressRange(from, to)
  return networks === undefined || networks.length > MOST_NETWORKS ? [value] : networks
}
