// Two searches side by side: what only one of them finds, and what both do.
import { checkQuery, parseQuery, printQuery } from '../../../src/query/index.ts'

/** The queries of the three parts. */
export interface Comparison {
  readonly left: string
  readonly both: string
  readonly right: string
}

/** The queries of what only the first finds, both find, and only the second finds; undefined when one is not a query. */
export function compare(first: string, second: string): Comparison | undefined {
  if ([first, second].some((query) => query.trim() === '' || checkQuery(query) !== undefined))
    return undefined
  const [one, two] = [grouped(first), grouped(second)]
  return { left: `${one} && !${two}`, both: `${one} && ${two}`, right: `${two} && !${one}` }
}

// Words that are alone are read by other rules than words beside a condition.
function grouped(query: string): string {
  const { mode, root } = parseQuery(query)
  return `(${mode === 'normal' ? printQuery(root) : query.trim()})`
}
