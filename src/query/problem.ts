// A problem with a query, as data, and its message.
import { AppError, type TextSpan } from '../error/index.ts'
import { visible } from '../util/index.ts'

/** One mistake in the text of a query. */
export interface Problem {
  /** What was found at the position, as a phrase. */
  readonly found: string
  readonly span: TextSpan
  /** What is allowed at the position, as a phrase. */
  readonly expected: string
  /** The known field, operator or value that was probably meant. */
  readonly suggestion?: string | undefined
}

const SHOWN = 60

/** The user's words for use inside a sentence: in backticks, cut when long, control characters and the like made visible. */
export function shown(text: string): string {
  const characters = Array.from(text.slice(0, 4 * SHOWN))
  const cut = characters.length > SHOWN || text.length > 4 * SHOWN
  return `\`${visible(cut ? characters.slice(0, SHOWN).join('') : text)}${cut ? '…' : ''}\``
}

/** Describes an offset: `column 5`, or `line 2, column 5` after the first line; both count from 1, columns in characters. */
function describeOffset(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  const column = Array.from(before.at(-1) ?? '').length + 1
  return before.length > 1 ? `line ${before.length}, column ${column}` : `column ${column}`
}

/** The sentence about a problem, without the code. */
function sentenceOf(problem: Problem, text: string): string {
  const { found, expected, suggestion, span } = problem
  const hint = suggestion === undefined ? '' : `; did you mean ${shown(suggestion)}?`
  return `at ${describeOffset(text, span.start)}: ${found}; expected ${expected}${hint}`
}

/** The error for the caller: code 820000 and the sentence. */
export function syntaxError(problem: Problem, text: string): AppError {
  const message = `[820000] Query Syntax Incorrect: ${sentenceOf(problem, text)}`
  return new AppError('syntax', message, {
    span: problem.span,
    suggestion: problem.suggestion,
  })
}
