// Comparing trees of queries.
import type { ParsedNode } from '../../src/query/index.ts'

/** A tree without its places, which do not count when two trees are compared. */
export function withoutSpans(node: ParsedNode): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (/^(span|\w+Span)$/.test(key) ? undefined : value)),
  )
}
