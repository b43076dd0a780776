// Whether two queries mean the same, as far as simplification can tell.
import { isAppError } from '../../error/index.ts'
import { type ParsedNode, printQuery, type ResolvedNode, readQuery } from '../../query/index.ts'

/** The meaning of a tree as a text: equal texts mean the same. Undefined for an invalid query. */
export function meaningOf(node: ParsedNode): string | undefined {
  try {
    return keyOf(readQuery(printQuery(node)).root)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

// Operands in any order, and lists as their alternatives.
function keyOf(node: ResolvedNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${[...new Set(node.children.flatMap((child) => operandsOf(node.kind, child)))].sort().join()})`
    case 'not':
      return `!${keyOf(node.child)}`
    case 'test':
      return node.test.op === 'any'
        ? `or(${[...new Set(node.test.tests.map((test) => testKey(node.field.name, test)))].sort().join()})`
        : testKey(node.field.name, node.test)
    case 'word':
    case 'host':
    case 'constant':
      return plain(node)
  }
}

function operandsOf(kind: 'and' | 'or', node: ResolvedNode): readonly string[] {
  if (kind === 'or' && node.kind === 'test' && node.test.op === 'any')
    return node.test.tests.map((test) => testKey(node.field.name, test))
  return [keyOf(node)]
}

function testKey(field: string, test: object): string {
  return `${field} ${plain(test)}`
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
