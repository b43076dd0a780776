import type { AppError } from '../../../src/error/index.ts'
import { checkQuery } from '../../../src/query/index.ts'

/** The query as it was probably meant, where that is a query. */
export function meantQuery(
  query: string,
  problem: Pick<AppError, 'span' | 'suggestion'> | undefined,
): string | undefined {
  const { span, suggestion } = problem ?? {}
  if (span === undefined || suggestion === undefined) return undefined
  const meant = query.slice(0, span.start) + suggestion + query.slice(span.end)
  return checkQuery(meant) === undefined ? meant : undefined
}
