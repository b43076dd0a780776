import type { Place } from '../../error/index.ts'
import type { ParsedNode } from '../../query/index.ts'

/** The span of a piece of a tree in its text. */
export function placeOf(node: ParsedNode): Place {
  switch (node.kind) {
    case 'word':
      return { start: node.place.start, end: node.place.end }
    case 'condition':
      return { start: node.fieldPlace.start, end: node.valuePlace.end }
    case 'call':
      return { start: node.place.start, end: placeOf(node.child).end }
    case 'not':
      return placeOf(node.child)
    case 'and':
    case 'or': {
      const places = node.children.map(placeOf)
      return {
        start: Math.min(...places.map(({ start }) => start)),
        end: Math.max(...places.map(({ end }) => end)),
      }
    }
  }
}
