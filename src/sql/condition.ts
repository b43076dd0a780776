// A resolved query as one SQL condition.
import type { ResolvedNode } from '../query/index.ts'
import { containsWord } from './contains.ts'
import { type Fragment, join, sql } from './fragment.ts'
import { compileTest } from './test.ts'

/** Compiles a query's tree; `now` in milliseconds. */
export function compileNode(node: ResolvedNode, now: number): Fragment {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const children = node.children.map((child) => compileNode(child, now))
      return sql`(${join(children, node.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return sql`NOT (${compileNode(node.child, now)})`
    case 'word':
      return containsWord(node.word)
    case 'test':
      return compileTest(node.field, node.test, now)
    case 'constant':
      return node.value ? sql`1` : sql`0`
  }
}
