// Shows where a query is mistaken.
import { isAppError } from '../../error/index.ts'
import { caret } from '../../query/index.ts'
import { translate } from '../../translate/index.ts'
import { visible } from '../../util/index.ts'
import type { CommandContext } from './output.ts'

/**
 * Runs work on a query; a mistake in the query is shown with carets under its position, beside what the query means in the language
 * of another engine, and still fails.
 */
export async function withMistakeShown<Result>(
  query: string,
  context: CommandContext,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isAppError(error) || error.span === undefined) throw error
    context.terminal.error(`${caret(query, error.span)}\n`)
    const meant = translate(query)
    if (meant !== undefined && meant.query !== '')
      context.terminal.error(`as a query of ${meant.from}: ${visible(meant.query)}\n`)
    throw error
  }
}
