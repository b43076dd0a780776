// Which fields a query asks about, for checks of permission.
import { type Field, fieldNamed } from '../field/index.ts'
import type { ResolvedNode, ResolvedQuery } from './tree.ts'

const WORD_FIELDS = ['title', 'body', 'header', 'host'] as const

/** The fields a plain word is looked for in. */
export function wordFields(): readonly Field[] {
  return WORD_FIELDS.map(fieldNamed)
}

/** Every field that decides which records a query finds; plain words count with the fields they are looked for in. */
export function fieldsOf(query: ResolvedQuery): ReadonlySet<Field> {
  const found = new Set<Field>()
  collect(query.root, found)
  return found
}

function collect(node: ResolvedNode, found: Set<Field>): void {
  switch (node.kind) {
    case 'test':
      found.add(node.field)
      break
    case 'word':
      for (const field of wordFields()) found.add(field)
      break
    case 'not':
      collect(node.child, found)
      break
    case 'and':
    case 'or':
      for (const child of node.children) collect(child, found)
      break
    case 'constant':
  }
}
