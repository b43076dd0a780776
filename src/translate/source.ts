// The tree of a query as another search engine's language has it, before anything is known of our fields.
import type { Place } from '../error/index.ts'

/** How a condition compares, as far as the languages differ: a part or a token, the whole, an expression, a pattern with `*` and `?`. */
export type Comparison = 'match' | 'exact' | 'regex' | 'wildcard'

/** What a condition asks for. */
export type SourceValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Bounds as written; an absent one is open. `fromOpen` and `toOpen` leave the bound itself out. */
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
  /** As written, the names of the scopes round it in front. */
  readonly field: string
  readonly comparison: Comparison
  readonly value: SourceValue
  readonly place: Place
}

/** A query in another language. Places are offsets into its text. */
export type SourceNode =
  | { readonly kind: 'and' | 'or'; readonly children: readonly SourceNode[] }
  | { readonly kind: 'not'; readonly child: SourceNode }
  | { readonly kind: 'word'; readonly text: string; readonly place: Place }
  | SourceCondition

/** What was lost or changed on the way. */
export interface Note {
  /** `lost`: left out. `changed`: asks for something near. `unread`: a part of the text that its language does not know. */
  readonly kind: 'lost' | 'changed' | 'unread'
  /** Offsets in UTF-16 units into the text that was translated, end excluded. */
  readonly start: number
  readonly end: number
  /** One sentence. */
  readonly text: string
}

/** A query read; without a root when nothing could be. */
export interface Reading {
  readonly root: SourceNode | undefined
  readonly notes: readonly Note[]
}

/** A note about what a text's own language does not know. */
export function unread({ start, end }: Place, text: string): Note {
  return { kind: 'unread', start, end, text }
}

/** Operands as one node: none is nothing, one is itself. */
export function joinSource(kind: 'and' | 'or', children: readonly SourceNode[]): SourceNode | undefined {
  return children.length > 1 ? { kind, children } : children[0]
}
