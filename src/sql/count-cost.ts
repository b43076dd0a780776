// Decides whether a count is cheap: answered by indexes and small columns alone. A cheap count runs beside the page; any other
// would slow the page down.
import { columnRow } from '../asset/index.ts'
import type { ResolvedNode, Test } from '../query/index.ts'
import { searchFor, WORD_INDEXED } from './contains.ts'
import { isPoint } from './look-up.ts'
import { usesTextIndex } from './needle.ts'

/** Whether counting the matches of a tree is cheap and the page alone will not give the count. */
export function isCountedBeside(root: ResolvedNode): boolean {
  const parts = root.kind === 'and' ? root.children : [root]
  return !parts.some(isPoint) && isCheap(root)
}

/** Whether counting the matches of a tree reads only small columns, most of them for many records. */
export function countsSmallColumns(root: ResolvedNode): boolean {
  return isCountedBeside(root) && !usesTextIndex(root)
}

function isCheap(node: ResolvedNode): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.every(isCheap)
    case 'not':
      return isCheap(node.child)
    case 'word':
      return WORD_INDEXED.every((name) => searchFor(name, node.word.toLowerCase()).byIndex)
    case 'test':
      return isCheapTest(node.field.column, node.test)
    case 'host':
      return false
    case 'constant':
      return true
  }
}

function isCheapTest(name: Parameters<typeof searchFor>[0], test: Test): boolean {
  if (test.op === 'contains' && searchFor(name, test.value.toLowerCase()).byIndex) return true
  return columnRow(name).size === 'small' && test.op !== 'matches' && test.op !== 'wildcard'
}
