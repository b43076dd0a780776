import type { TextSpan } from '../../error/index.ts'
import type { Comparison, SourceNode } from '../source.ts'

/** The meaning of an operator. */
export interface OperatorMeaning {
  readonly comparison: Comparison
  readonly negated?: boolean
  /** `<`, `<=`, `>` and `>=` make ranges that are open at one end. */
  readonly bound?: '<' | '<=' | '>' | '>='
}

/** What differs between languages of conditions joined by and, or, not and brackets. */
export interface InfixSyntax {
  /** Operators between field and value, longer spellings first. */
  readonly operators: readonly (readonly [spelling: string, meaning: OperatorMeaning])[]
  /** Whether the words `and`, `or` and `not` join, in any case. */
  readonly words: boolean
  /** Whether values may be ranges `[1 TO 5]`, sets `{1, 2}`, expressions `/…/` and groups `(1 OR 2)`. */
  readonly compound: boolean
  /** Where `*` and `?` are wildcards: in unquoted values, in all, or nowhere. */
  readonly wildcards: 'bare' | 'all' | 'none'
}

/** A token of a query. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not'; readonly span: TextSpan }
  | { readonly kind: 'operand'; readonly node: SourceNode; readonly span: TextSpan }
  /** `field: (`; the content of the brackets is about the field. */
  | {
      readonly kind: 'scope'
      readonly field: string
      readonly meaning: OperatorMeaning
      readonly span: TextSpan
    }
