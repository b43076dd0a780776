// The tokens of a query.
import type { TextSpan } from '../error/index.ts'
import type { Problem } from './problem.ts'
import type { FunctionName, Operator } from './tree.ts'

/** One token. A condition is three of them: field, operator, value. A `problem` is text that is none of the others. */
export type Token = { readonly span: TextSpan } & (
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' }
  | { readonly kind: 'field'; readonly name: string }
  /** The name of a function; an `open` follows. */
  | { readonly kind: 'call'; readonly name: FunctionName }
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'value'; readonly value: string; readonly quoted: boolean }
  | { readonly kind: 'word'; readonly word: string; readonly quoted: boolean }
  | { readonly kind: 'problem'; readonly problem: Problem }
)
