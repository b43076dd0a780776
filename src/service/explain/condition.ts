// The conditions in a tree for which other values can be suggested.
import { type Field, findField } from '../../field/index.ts'
import { type ParsedNode, splitOperator } from '../../query/index.ts'

/** A condition that requires a value. */
export interface Condition {
  readonly field: Field
  readonly operator: '=' | '=='
  readonly value: string
}

/** The conditions that require a value, except those under a negation or inside a function. */
export function conditionsIn(node: ParsedNode): readonly Condition[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(conditionsIn)
  if (node.kind !== 'condition' || node.value === '') return []
  const field = findField(node.field)
  const { base, negated } = splitOperator(node.operator)
  const asks = field?.of === 'record' && !negated && (base === '=' || base === '==')
  return asks ? [{ field, operator: base, value: node.value }] : []
}
