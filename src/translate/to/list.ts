import { findField } from '../../field/index.ts'
import { namesList, type ParsedNode } from '../../query/index.ts'

/** Why a condition that names a stored list is left out. */
export const LISTS_ARE_OURS = 'stored lists exist only here'

/** Whether a node is a condition that names a stored list. */
export function asksList(node: ParsedNode): boolean {
  const field = node.kind === 'condition' ? findField(node.field) : undefined
  return node.kind === 'condition' && field !== undefined && namesList(field, node.value)
}
