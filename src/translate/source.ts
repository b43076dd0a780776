// The tree of a query in another search engine's language, before it is mapped to our fields.
import type { TextSpan } from '../error/index.ts'

/**
 * How a condition compares, as far as the languages differ: a part or a token, the whole, an expression, a pattern with `*` and
 * `?`.
 */
export type Comparison = 'match' | 'exact' | 'regex' | 'wildcard'

/** The value of a condition. */
export type SourceValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Bounds as written; an absent one is open. `fromOpen` and `toOpen` exclude the bound itself. */
  | {
      readonly kind: 'range'
      readonly from?: string
      readonly to?: string
      readonly fromOpen: boolean
      readonly toOpen: boolean
    }
  /** Any value at all. */
  | { readonly kind: 'any' }

/** One condition on one field. */
export interface SourceCondition {
  readonly kind: 'condition'
  /** As written, with the names of the enclosing scopes in front. */
  readonly field: string
  readonly comparison: Comparison
  readonly value: SourceValue
  readonly span: TextSpan
}

/** A query in another language. Spans are offsets into its text. */
export type SourceNode =
  | { readonly kind: 'and' | 'or'; readonly children: readonly SourceNode[] }
  | { readonly kind: 'not'; readonly child: SourceNode }
  | { readonly kind: 'word'; readonly text: string; readonly span: TextSpan }
  | SourceCondition

/** A note on what was lost or changed. */
export interface Note {
  /**
   * `lost`: left out. `changed`: translated to something similar. `unread`: a part of the text that its language does not define.
   */
  readonly kind: 'lost' | 'changed' | 'unread'
  /** Offsets in UTF-16 units into the text that was translated, end excluded. */
  readonly start: number
  readonly end: number
  /** One sentence. */
  readonly text: string
}

/** A parsed query; without a root when nothing could be parsed. */
export interface Reading {
  readonly root: SourceNode | undefined
  readonly notes: readonly Note[]
}

/** A note on text that its own language does not define. */
export function unread({ start, end }: TextSpan, text: string): Note {
  return { kind: 'unread', start, end, text }
}

/** Joins operands into one node: none is undefined, one is itself. */
export function joinSource(kind: 'and' | 'or', children: readonly SourceNode[]): SourceNode | undefined {
  return children.length > 1 ? { kind, children } : children[0]
}

/** The number of conditions and words of a tree. */
export function countLeaves(node: SourceNode): number {
  if (node.kind === 'word' || node.kind === 'condition') return 1
  if (node.kind === 'not') return countLeaves(node.child)
  return node.children.reduce((sum, child) => sum + countLeaves(child), 0)
}
