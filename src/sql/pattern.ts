// Patterns of the engine, LIKE and RE2, made from the values of a query.

/** The LIKE pattern that finds a text anywhere; `%`, `_` and `\` are escaped. */
export function containing(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}

/** The RE2 expression of a query. By the rule of the language `.` does not match a line end unless the expression says so. */
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
