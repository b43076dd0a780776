// The lexical rules of the language: blanks, names of fields, operators, bare and quoted text. Shared by the plain-text rule, the
// tokenizer, completion and the printer.
import type { Comparison, FunctionName, Operator } from './tree.ts'

/** Every operator as written in the tree. */
export const OPERATORS: readonly Operator[] = [
  ...(['=', '==', '=~', '*=', '!=', '!==', '!~', '!*='] as const),
  ...(['>', '>=', '<', '<='] as const),
]

/** The functions of the language, each with a one-line description. */
export const FUNCTIONS: Readonly<Record<FunctionName, string>> = {
  ip_filter: 'some record of the same address matches the condition in the brackets',
  ip_exclude: 'no record of the same address matches the condition in the brackets',
}

/** The function with this name, in any case. */
export function functionNamed(name: string): FunctionName | undefined {
  return FUNCTION_NAMES.find((known) => known === name.toLowerCase())
}

/** The names of the functions. */
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[]

const BLANKS = /\s*/y
const IDENTIFIER = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy
const BARE = /[^\s()&|"']+/y
// Longer spellings first: `!==` is never `!=` and a value that starts with `=`.
const OPERATOR = /!==|!\*=|!=|!~|==|=~|~=|\*=|=/y
const COMPARISON = />=|<=|>|</y

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** The offset of the first character at or after `at` that is not a blank, tab or line end. */
export function skipBlanks(text: string, at: number): number {
  return at + matchAt(BLANKS, text, at).length
}

/** The text at `at` that may be the name of a field; `''` when there is none. */
export function identifierAt(text: string, at: number): string {
  return matchAt(IDENTIFIER, text, at)
}

/** The longest text at `at` that needs no quotes; `''` when there is none. */
export function bareAt(text: string, at: number): string {
  return matchAt(BARE, text, at)
}

/** An operator as written, and as stored in the tree. */
export interface WrittenOperator {
  readonly written: string
  readonly operator: Operator
}

/** The operator that starts exactly at `at`. */
export function operatorAt(text: string, at: number): WrittenOperator | undefined {
  const written = matchAt(OPERATOR, text, at)
  if (written === '') return undefined
  return { written, operator: written === '~=' ? '=~' : (written as Operator) }
}

/** The comparison by order that starts exactly at `at`. */
export function comparisonAt(text: string, at: number): WrittenOperator | undefined {
  const written = matchAt(COMPARISON, text, at)
  return written === '' ? undefined : { written, operator: written as Comparison }
}

/** A quoted text: its value with the escapes resolved, and the offset after the closing quote, or no end when it is not closed. */
interface Quoted {
  readonly value: string
  readonly end: number | undefined
}

/** Reads the quoted text whose opening quote is at `at`. Only `\"`, `\'` and `\\` are escapes. */
export function readQuoted(text: string, at: number): Quoted {
  const quote = text[at]
  let value = ''
  let from = at + 1
  for (let index = from; index < text.length; index++) {
    const character = text[index]
    if (character === quote) return { value: value + text.slice(from, index), end: index + 1 }
    if (character !== '\\' || !isEscapable(text[index + 1])) continue
    value += text.slice(from, index)
    from = index + 1
    index++
  }
  return { value: value + text.slice(from), end: undefined }
}

/** Whether a backslash before this character is an escape. */
export function isEscapable(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '\\'
}
