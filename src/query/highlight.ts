// Syntax highlighting for an editor: every token of any text with its class and span.
import type { TextSpan } from '../error/index.ts'
import { findField } from '../field/index.ts'
import type { Token } from './token.ts'
import { LIMITS, tokenize } from './tokenize.ts'

/** The class of a piece of a query for its reader. `error` is text that cannot be parsed. */
type TokenClass =
  | 'field'
  | 'unknown-field'
  | 'operator'
  | 'value'
  | 'word'
  | 'keyword'
  | 'function'
  | 'bracket'
  | 'error'

/** One piece; only blanks are between pieces. */
interface ClassedToken {
  readonly class: TokenClass
  readonly span: TextSpan
}

/** The pieces of any text in order, valid or not. `&&`, `||`, `!` and the words that mean them are keywords. */
export function tokens(text: string): readonly ClassedToken[] {
  if (text.length > LIMITS.bytes) return [{ class: 'error', span: { start: 0, end: text.length } }]
  return tokenize(text)
    .filter(({ span }) => span.end > span.start)
    .map((token) => ({ class: classOf(token), span: token.span }))
}

function classOf(token: Token): TokenClass {
  switch (token.kind) {
    case 'open':
    case 'close':
      return 'bracket'
    case 'and':
    case 'or':
    case 'not':
      return 'keyword'
    case 'field':
      return findField(token.name) === undefined ? 'unknown-field' : 'field'
    case 'call':
      return 'function'
    case 'problem':
      return 'error'
    default:
      return token.kind
  }
}
