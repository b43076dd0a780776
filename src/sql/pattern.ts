// Patterns of the engine, LIKE and RE2, made from the values of a query.
import { pieceAt } from './required-literal.ts'

/** The LIKE pattern that finds a text anywhere; `%`, `_` and `\` are escaped. */
export function containing(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}

/** The RE2 expression of a query. By the rule of the language `.` does not match a line end unless the expression says so. */
export function expressionPattern(expression: string): string {
  return `(?-s)${groupedRepeats(expression)}`
}

/**
 * The engine looks first for literals that every match contains. When the last character of one may be absent it leaves out only the
 * last byte: `登录页?` would find no `登录`. In a group of its own such a character belongs to no literal.
 */
function groupedRepeats(expression: string): string {
  let grouped = ''
  for (let at = 0; at < expression.length; ) {
    const piece = quotedAt(expression, at) ?? pieceAt(expression, at)
    at += piece.length
    const isRepeated = SEVERAL_BYTES.test(piece) && '*?{'.includes(expression.charAt(at) || ' ')
    grouped += isRepeated ? `(?:${piece})` : piece
  }
  return grouped
}

const SEVERAL_BYTES = /^[^\0-\x7f]$/u

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
