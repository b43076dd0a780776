// Patterns of the engine, LIKE and RE2, made from the values of a query.
import { matchAt } from '../util/index.ts'
import { pieceAt } from './required-literal.ts'

/** The LIKE pattern that finds a text anywhere; `%`, `_` and `\` are escaped. */
export function containing(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The RE2 expression of a query. By the rule of the language `.` does not match a line end unless the expression says so. The engine
 * derives from the expression literals that every match contains, and looks for them first. It derives none where a flag for case is set.
 */
export function expressionPattern(expression: string): string {
  const pieces = [...piecesOf(expression)]
  const isMisread = REPEATED_FLAGS.test(expression) || pieces.some(isOddSet)
  return `${isMisread ? '(?-si)' : '(?-s)'}${pieces.map(grouped).join('')}`
}

/** `a(?m)*` is `a*`, of which the engine takes the `a` for a literal. */
const REPEATED_FLAGS = /\(\?[a-zA-Z-]*\)[*?{]/

/** A set with a `]` at its start, at which it ends for the engine, or with a `[`, for which the engine expects one `]` more. */
const isOddSet = (piece: string): boolean => piece.startsWith('[') && /^\^?\]|\[(?!:)/.test(piece.slice(1))

/**
 * When the last character of a literal may be absent, the engine leaves out only its last byte: `登录页?` would find no `登录`. In a group
 * of its own such a character belongs to no literal. Behind a literal brace the engine takes the texts of groups for neighbours.
 */
function grouped(piece: string, index: number, pieces: readonly string[]): string {
  if (piece === '{') return '\\{'
  const isRepeated = SEVERAL_BYTES.test(piece) && /^(?:[*?]|\{\d)/.test(pieces[index + 1] ?? '')
  return isRepeated ? `(?:${piece})` : piece
}

const SEVERAL_BYTES = /^[^\0-\x7f]$/u
const COUNTED = /\{\d+(?:,\d*)?\}/y

function* piecesOf(expression: string): Generator<string> {
  for (let at = 0; at < expression.length; ) {
    const piece = quotedAt(expression, at) ?? matchAt(COUNTED, expression, at)?.[0] ?? pieceAt(expression, at)
    at += piece.length
    yield piece
  }
}

/** A text that stands for itself, `\Qa.b\E`. */
function quotedAt(expression: string, at: number): string | undefined {
  if (!expression.startsWith('\\Q', at)) return undefined
  const end = expression.indexOf('\\E', at + 2)
  return end === -1 ? expression.slice(at) : expression.slice(at, end + 2)
}

/** The RE2 expression of a wildcard pattern over a whole lower-case text: `*` any run, `?` one character. */
export function wildcardPattern(pattern: string): string {
  const literal = pattern
    .toLowerCase()
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return `(?s)^${literal}$`
}
