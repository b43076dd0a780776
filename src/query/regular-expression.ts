// Checks regular expressions: RE2's syntax (https://github.com/google/re2/wiki/Syntax) in a bounded size.
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { expressionCost, expressionWidth } from './expression-cost.ts'
import { shown } from './problem.ts'

/** The maximum total cost of the expressions of one query. RE2 itself refuses one from about 350 000 instructions on. */
export const MAXIMUM_EXPRESSION_COST = 200_000

/**
 * The cost of each simultaneous state of an expression, in bodies and in shorter texts: 260 and 500 states are the maximum. The
 * engine stops only between blocks, and a block of bodies (1 MiB) takes up to 4 ns for each character and state.
 */
const COST_OF_WIDTH = { long: 760, short: 380 } as const

// Properties and scripts that re2js supports and the engine's RE2 does not.
const UNKNOWN_CLASS = new RegExp(
  `\\\\[pP]\\{\\^?(?:${[
    'Cn|L[cC]|Ascii|Assigned|Unknown|ASCII_Hex_Digit|Alphabetic|Dash|Emoji\\w*|Extended_Pictographic|Hex_Digit',
    'Lowercase|Math|Quotation_Mark|Terminal_Punctuation|Uppercase|White_Space|Beria_Erfe|Garay|Gurung_Khema',
    'Kirat_Rai|Ol_Onal|Sidetic|Sunuwar|Tai_Yo|Todhri|Tolong_Siki|Tulu_Tigalari',
  ].join('|')})\\}`,
)

/** How many `[:` an expression may have after its last `:]`: RE2 reads the whole rest of the expression at each of them. */
export const MAXIMUM_OPEN_NAMES = 1000

/** An expression that RE2 accepts with its cost, or the reason why not, as a phrase. */
type CheckedExpression = { readonly fault: string } | { readonly fault?: undefined; readonly cost: number }

/**
 * Checks an expression for texts of a length; `spent` is the cost of earlier ones in the same query. One that is known was compiled
 * by a test and is not compiled here, which takes most of the time.
 */
export function checkExpression(
  expression: string,
  spent: number,
  texts: 'long' | 'short' = 'short',
  isKnown = false,
): CheckedExpression {
  if (expression.includes('\0')) return { fault: 'a NUL character must be written `\\x00`' }
  const unknown = UNKNOWN_CLASS.exec(expression)?.[0]
  if (unknown !== undefined) return { fault: `invalid character class range: ${shown(unknown)}` }
  const size = expressionCost(expression)
  if (size > MAXIMUM_EXPRESSION_COST) return { fault: 'too large once its repetitions are written out' }
  if (openNames(expression) > MAXIMUM_OPEN_NAMES)
    return { fault: 'more than 1000 times `[:` without a `:]` after them' }
  const fault = isKnown ? undefined : compileFault(expression)
  if (fault !== undefined) return { fault }
  const cost = size + COST_OF_WIDTH[texts] * Math.ceil(expressionWidth(expression))
  if (cost > MAXIMUM_EXPRESSION_COST) return { fault: 'too large once its repetitions are written out' }
  if (spent + cost > MAXIMUM_EXPRESSION_COST) return { fault: 'too large together with those before it' }
  return { cost }
}

/** How often `[:` occurs after the last `:]`. */
function openNames(expression: string): number {
  return expression.slice(expression.lastIndexOf(':]') + 1).split('[:').length - 1
}

function compileFault(expression: string): string | undefined {
  try {
    RE2JS.compile(expression)
    return undefined
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const piece = error.getPattern()
    return piece ? `${error.getDescription()}: ${shown(piece)}` : error.getDescription()
  }
}
