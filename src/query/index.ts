// The query language: text → parsed tree → resolved tree, and back to text; errors, completion and syntax highlighting for editors.
// Pure and browser-safe. Knows the catalogue of fields; must not know SQL, records or the caller.
import { type AppError, isAppError } from '../error/index.ts'
import { parseQuery } from './parse.ts'
import { type ResolveOptions, resolveQuery } from './resolve.ts'
import { simplifyQuery } from './simplify.ts'
import { ANY_LIST, type Lists } from './stored-list.ts'
import type { ResolvedQuery } from './tree.ts'

export { caret } from './caret.ts'
export { type Completion, complete } from './complete.ts'
export { fieldTable, operatorTable } from './docs.ts'
export { isSlowQuery, asksHosts, fieldsOf, listNamesOf, listUsesOf, wordFields } from './fields-of.ts'
export { tokens } from './highlight.ts'
export { FUNCTION_NAMES, FUNCTIONS } from './lexis.ts'
export { LIMITS } from './tokenize.ts'
export { MEANINGS, meaningOf, ORDER_MEANINGS } from './meaning.ts'
export { parseQuery } from './parse.ts'
export { literalExpression, printQuery, quote } from './print.ts'
export { oppositeOf } from './opposite.ts'
export { KIND_NAMES, operatorsOfField, resolveQuery, splitOperator, standsForItself } from './resolve.ts'
export { listNumber, listTestSteps, weightOf, withoutPauses } from './prepared-list.ts'
export { simplifyQuery } from './simplify.ts'
export {
  ANY_LIST,
  isListName,
  type ListElement,
  type Lists,
  namesList,
  readListElement,
} from './stored-list.ts'
export type {
  AddressRange,
  Children,
  Comparison,
  FunctionName,
  HostTest,
  Operator,
  ParsedNode,
  ResolvedNode,
  ResolvedQuery,
  SingleTest,
  Test,
} from './tree.ts'

/**
 * Parses, resolves and simplifies. `lists` are the stored lists that conditions may name, by default none. Throws only AppErrors
 * with code `syntax`.
 */
export function readQuery(text: string, lists?: Lists, options?: ResolveOptions): ResolvedQuery {
  return simplifyQuery(resolveQuery(parseQuery(text), lists, options))
}

/** The problem of a text, for editors that show it while typing; undefined for a valid query, whichever stored lists it names. */
export function checkQuery(text: string): AppError | undefined {
  try {
    resolveQuery(parseQuery(text), ANY_LIST)
    return undefined
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}
