// A resolved query as one SQL condition.
import type { ResolvedNode } from '../query/index.ts'
import { type Fragment, join, sql } from './fragment.ts'
import { type Access, BY_INDEX, containsWord } from './needle.ts'
import { compileTest } from './test.ts'

/** Compiles a query's tree; `now` in milliseconds, `access` says how to look for texts. */
export function compileNode(node: ResolvedNode, now: number, access: Access = BY_INDEX): Fragment {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const children = node.children.map((child) => compileNode(child, now, access))
      return sql`(${join(children, node.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return sql`NOT (${compileNode(node.child, now, access)})`
    case 'word':
      return containsWord(node.word, access)
    case 'test':
      return compileTest(node.field, node.test, now, access)
    case 'constant':
      return node.value ? sql`1` : sql`0`
  }
}
