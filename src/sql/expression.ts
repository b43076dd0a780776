// Regular expressions: literals that every match contains are looked up in the indexes first, so that only candidates are read.
import type { Column } from '../asset/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { BIGRAM_INDEXED, searchFor } from './contains.ts'
import { type Fragment, join } from './fragment.ts'
import { requiredLiterals } from './required-literal.ts'

/** Columns so long that a word lookup is cheaper than reading them; reading titles is as fast. */
const NARROWED: readonly Column[] = ['header', 'body', 'banner', 'cert']

/** Looking up more words than this excludes few more candidates. */
const MOST_WORDS = 2
const SHORTEST_WORD = 3

/** A prefilter that an index answers (it excludes only non-matches), with a key that is equal for equal prefilters. */
interface ExpressionProbe {
  readonly key: string
  readonly narrow: Fragment
  readonly optional: true
}

/** The prefilter by an index for an expression on a column. */
export function expressionProbe(name: Column, expression: string): ExpressionProbe | undefined {
  const narrow = narrowExpression(name, expression)
  return narrow === undefined ? undefined : { key: `${name} ~ ${expression}`, narrow, optional: true }
}

function narrowExpression(name: Column, expression: string): Fragment | undefined {
  if (!NARROWED.includes(name)) return undefined
  const literals = requiredLiterals(expression)
  const words = literals.flatMap((literal) => literal.match(/[0-9a-z]+/g) ?? [])
  const longest = [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
  const narrowing = [...phrasesIn(name, literals), ...longest.map((word) => searchFor(name, word).decide)]
  return narrowing.length === 0 ? undefined : { parts: ['(', ...join(narrowing, ' AND ').parts, ')'] }
}

/** Several adjacent words are rarer than each of them. */
function phrasesIn(name: Column, literals: readonly string[]): readonly Fragment[] {
  const indexed: readonly Column[] = BIGRAM_INDEXED
  if (!indexed.includes(name)) return []
  const [longest] = literals
    .filter((literal) => /[0-9a-z][^0-9a-z]+[0-9a-z]/.test(literal))
    .sort((a, b) => b.length - a.length)
  const narrow = longest === undefined ? undefined : searchFor(name, longest).narrow
  return narrow === undefined ? [] : [narrow]
}

/** The regular expressions of a tree with a prefilter, except in conditions on all records of an address. */
export function expressionProbesOf(node: ResolvedNode): readonly ExpressionProbe[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(expressionProbesOf)
  if (node.kind === 'not') return expressionProbesOf(node.child)
  if (node.kind !== 'test' || node.test.op !== 'matches' || node.field.many) return []
  const probe = expressionProbe(node.field.column, node.test.expression)
  return probe === undefined ? [] : [probe]
}
