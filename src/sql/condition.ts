// A resolved query as one SQL condition.
import type { ResolvedNode } from '../query/index.ts'
import { type Fragment, join, sql } from './fragment.ts'
import { compileHost } from './host.ts'
import { type Access, BY_INDEX, containsWord } from './needle.ts'
import { bitsOf, haveBits } from './tag-column.ts'
import { compileTest } from './test.ts'

/** The context of a compilation. */
interface Compiling {
  /** Milliseconds. */
  readonly now: number
  /** How to search texts. */
  readonly access: Access
  /** The records considered by a condition on all records of an address. */
  readonly considered: Fragment
}

/** Compiles a query's tree; `considered` is the condition of the records that a search considers, by default all. */
export function compileNode(
  node: ResolvedNode,
  now: number,
  access: Access = BY_INDEX,
  considered: Fragment = sql`1`,
): Fragment {
  return compile(node, { now, access, considered })
}

function compile(node: ResolvedNode, compiling: Compiling): Fragment {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const children =
        node.kind === 'and' ? joinBits(node.children, compiling) : compileAll(node.children, compiling)
      return sql`(${join(children, node.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    case 'not':
      return sql`NOT (${compile(node.child, compiling)})`
    case 'word':
      return containsWord(node.word, compiling.access)
    case 'test':
      return compileTest(node.field, node.test, compiling.now, compiling.access)
    case 'host':
      return compileHost(node.test, compiling.considered, (child) => compile(child, inSubquery(compiling)))
    case 'constant':
      return node.value ? sql`1` : sql`0`
  }
}

function compileAll(nodes: readonly ResolvedNode[], compiling: Compiling): readonly Fragment[] {
  return nodes.map((node) => compile(node, compiling))
}

/** Conditions that hold at once; those on bits of tags are one. */
function joinBits(nodes: readonly ResolvedNode[], compiling: Compiling): readonly Fragment[] {
  const bits = nodes.map(bitsOf)
  const some = bits.filter((one) => one !== undefined)
  if (some.length < 2) return compileAll(nodes, compiling)
  const others = nodes.filter((_, index) => bits[index] === undefined)
  return [haveBits(some), ...compileAll(others, compiling)]
}

// The outer statement may read texts because it reads few records; the subquery reads all.
function inSubquery(compiling: Compiling): Compiling {
  return compiling.access === 'text' ? { ...compiling, access: BY_INDEX } : compiling
}
