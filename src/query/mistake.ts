// Mistakes in a piece of a query that the tokenizer detects, as problems.
import type { TextSpan } from '../error/index.ts'
import { findField } from '../field/index.ts'
import { nearest, trimEnds } from '../util/index.ts'
import { FUNCTION_NAMES, OPERATORS } from './lexis.ts'
import { type Problem, shown } from './problem.ts'

/** `&` or `|` alone. */
export function halfJoiner(half: string, span: TextSpan): Problem {
  const expected = `\`${half}${half}\`, or the text around it in double quotes`
  return { found: `a single \`${half}\``, span, expected }
}

/** An operator without a field before it. */
export function strayOperator(written: string, span: TextSpan): Problem {
  return {
    found: `operator \`${written}\` without a field`,
    span,
    expected: 'the name of a field before it, or the text in double quotes',
  }
}

/** A quoted text instead of the name of a field. */
export function quotedField(value: string, operator: string, span: TextSpan): Problem {
  return {
    found: `the quoted text ${shown(value)} before the operator \`${operator}\``,
    span,
    expected: 'the name of a field without quotes',
    suggestion: findField(value)?.name,
  }
}

/** A quote that is not closed. */
export function unclosedQuote(quote: string, span: TextSpan): Problem {
  const expected = `another \`${quote}\` after it${quote === "'" ? ', or the word with the apostrophe in double quotes' : ''}`
  return { found: `the quote \`${quote}\` is never closed`, span, expected }
}

/** A condition without a value; `instead` is what follows the operator. */
export function missingValue(condition: string, instead: string | undefined, span: TextSpan): Problem {
  const found = instead === undefined ? 'the query ends here' : `found ${shown(instead)}`
  return { found, span, expected: `a value after ${shown(condition)}` }
}

/** An unquoted value directly followed by a quote. */
export function quoteAfterValue(value: string, span: TextSpan): Problem {
  return {
    found: `a quote right after the unquoted value ${shown(value)}`,
    span,
    expected: 'the whole value in quotes, or a blank before the quote',
  }
}

/** `don't … can't`: reading the apostrophes as quotes would silently turn the text between them into one word. */
export function apostrophe(word: string, span: TextSpan): Problem {
  return {
    found: `a single quote right after the word ${shown(word)}`,
    span,
    expected: 'the word with its apostrophe in double quotes, or a blank before the quote',
  }
}

/** A name right before a bracket: reading it as a word and a group would silently change the meaning. */
export function unknownFunction(name: string, span: TextSpan): Problem {
  return {
    found: `unknown function ${shown(name)}`,
    span,
    expected: 'a condition, a blank before the bracket, or the text in double quotes',
    suggestion: nearest(name, FUNCTION_NAMES),
  }
}

/** An unquoted value that ends with a colon before more text: a value that contains a blank. */
export function cutValue(value: string, span: TextSpan): Problem {
  return {
    found: `text after the unquoted value ${shown(value)}`,
    span,
    expected: 'the whole value in double quotes',
  }
}

/** A word between a field and its value, with the condition that was probably meant. */
export function verb(written: string, span: TextSpan, meant?: string): Problem {
  return {
    found: `${shown(written)}, as other languages write conditions`,
    span,
    expected: 'an operator such as `=`, with a list in one pair of quotes: `port="80,443"`',
    suggestion: meant,
  }
}

/** An unquoted value directly followed by a bracket. */
export function bracketAfterValue(value: string, span: TextSpan): Problem {
  return {
    found: `a bracket right after the unquoted value ${shown(value)}`,
    span,
    expected: 'the whole value in double quotes, or a blank before the bracket',
  }
}

/** A sign that means an operator elsewhere, such as `≥`. */
export function otherSign(sign: string, meant: string, start: number, ordered: boolean): Problem {
  return {
    ...misspelt(sign, start, ordered),
    suggestion: ordered || !/^[<>]/.test(meant) ? meant : undefined,
  }
}

/** A comparison with the value before the field, with the same one in order. */
export function reversed(written: string, meant: string, span: TextSpan): Problem {
  return {
    found: `${shown(written)}, a comparison with its value first`,
    span,
    expected: 'the field first, or the text in double quotes',
    suggestion: meant,
  }
}

/** A typographic quote, which counts as a letter and quotes nothing; or a backtick. */
export function curlyQuote(text: string, start: number): Problem {
  const inner = trimEnds(text, '`')
  return {
    found: inner === text ? `the typographic quote in ${shown(text)}` : `backticks around ${shown(inner)}`,
    span: { start, end: start + text.length },
    expected: 'straight quotes around the text',
  }
}

/** Text directly after a closing quote. */
export function afterQuote(glued: string, span: TextSpan): Problem {
  return {
    found: `${shown(glued)} right after a closing quote`,
    span,
    expected: 'a blank, `&&` or `||` after the quote; a quote inside a quoted text is written `\\"`',
  }
}

/** `And` where `and` is an operator. */
export function mixedCase(word: string, keyword: string, span: TextSpan): Problem {
  return {
    found: `${shown(word)} where an operator may be`,
    span,
    expected: 'all letters in lower or upper case, or the word in double quotes',
    suggestion: keyword,
  }
}

/** A comma between conditions. */
export function strayComma(span: TextSpan): Problem {
  return { found: 'a comma after a quoted text', span, expected: '`&&` or `||` between conditions' }
}

/** A word before an operator that cannot be the name of a field. */
export function noFieldName(name: string, span: TextSpan): Problem {
  return {
    found: `${shown(name)} before an operator`,
    span,
    expected:
      'the name of a field, which is made of letters, digits, `_` and `.`; or all of it in double quotes',
  }
}

/** An operator that does not exist, with the nearest one that does; `ordered` fields also have comparisons by order. */
export function misspelt(written: string, start: number, ordered: boolean): Problem {
  const offered = OPERATORS.filter((operator) => ordered || !/[<>]/.test(operator))
  return {
    found: `unknown operator ${shown(written)}`,
    span: { start, end: start + written.length },
    expected: offered.map((operator) => `\`${operator}\``).join(' '),
    suggestion: (ordered ? ORDERED[written] : undefined) ?? meantOperator(written, offered),
  }
}

const ORDERED: Readonly<Record<string, string>> = { '=>': '>=', '=<': '<=', '>>': '>', '<<': '<' }

// Negation and the kind of comparison matter more than the number of different letters.
function meantOperator(written: string, offered: readonly string[]): string {
  if (written === '<>') return '!='
  const alike = offered.filter((operator) =>
    ['!', '~', '*'].every((mark) => operator.includes(mark) === written.includes(mark)),
  )
  return nearest(written, alike) ?? alike[0] ?? '='
}
