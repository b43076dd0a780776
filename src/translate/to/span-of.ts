import type { TextSpan } from '../../error/index.ts'
import type { ParsedNode } from '../../query/index.ts'

/** The span of a piece of a tree in its text. */
export function spanOf(node: ParsedNode): TextSpan {
  switch (node.kind) {
    case 'word':
      return { start: node.span.start, end: node.span.end }
    case 'condition':
      return { start: node.fieldSpan.start, end: node.valueSpan.end }
    case 'call':
      return { start: node.span.start, end: spanOf(node.child).end }
    case 'not':
      return spanOf(node.child)
    case 'and':
    case 'or': {
      const spans = node.children.map(spanOf)
      return {
        start: Math.min(...spans.map(({ start }) => start)),
        end: Math.max(...spans.map(({ end }) => end)),
      }
    }
  }
}
