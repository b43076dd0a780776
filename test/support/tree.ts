// Comparing trees of queries.
import type { ParsedNode } from '../../src/query/index.ts'

/** A tree without its places, which do not count when two trees are compared. */
export function withoutPlaces(node: ParsedNode): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (/^(place|\w+Place)$/.test(key) ? undefined : value)),
  )
}
