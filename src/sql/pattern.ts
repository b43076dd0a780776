// Patterns of the engine: LIKE patterns and RE2 expressions, made from what a query says.

/** The LIKE pattern that finds a text anywhere; `%`, `_` and `\` in it stand for themselves. */
export function containing(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}

/** The RE2 expression of a query, with the language's rule that `.` does not match a line end unless it says so. */
export function expressionPattern(expression: string): string {
  return `(?-s)${expression}`
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
