// The plain-text rule: decides which texts are searched word by word, without parsing.
import { findField } from '../field/index.ts'
import { identifierAt, operatorAt, readQuoted, skipBlanks } from './lexis.ts'
import { lookAlikeAt } from './look-alike.ts'
import { readNumber, readTime } from './typed-value.ts'

/**
 * Whether every character of the text is literal: it contains no bracket, no `&&`, no `||`, no double quote, no leading `!` and,
 * outside quotes, no field name that follows a blank and precedes an operator.
 */
export function isPlain(text: string): boolean {
  return !/[()"]|&&|\|\||^\s*!/.test(text) && !holdsCondition(text)
}

function holdsCondition(text: string): boolean {
  // A quote that is never closed quotes nothing; then no quote of the text counts.
  return scanForCondition(text, true) ?? scanForCondition(text, false) ?? false
}

function scanForCondition(text: string, quoting: boolean): boolean | undefined {
  for (let at = skipBlanks(text, 0); at < text.length; ) {
    if (beginsCondition(text, at) || lookAlikeAt(text, at) !== undefined) return true
    const end = chunkEnd(text, at, quoting)
    if (end === undefined) return undefined
    at = skipBlanks(text, end)
  }
  return false
}

// A name counts only together with its value, so that base64 text (`YWJj==`) stays text; a known field without a value is a
// condition that the parser refuses.
function beginsCondition(text: string, at: number): boolean {
  const name = identifierAt(text, at)
  // `nginx !port=80` excludes; without a known field behind it `!` is a letter like others.
  if (name === '') return text[at] === '!' && beginsNegated(text, at + 1)
  const operatorStart = skipBlanks(text, at + name.length)
  if (comparesAt(text, name, operatorStart)) return true
  // `title＝login`, as a Chinese input method writes it.
  if (text[operatorStart] === '＝') return findField(name) !== undefined
  const operator = operatorAt(text, operatorStart)
  if (operator === undefined) return false
  const valueStart = skipBlanks(text, operatorStart + operator.written.length)
  return valueStart < text.length || findField(name) !== undefined
}

function beginsNegated(text: string, at: number): boolean {
  let start = at
  while (text[start] === '!') start++
  return findField(identifierAt(text, start)) !== undefined && beginsCondition(text, start)
}

const COMPARISON = /[<>][<>=]*\s*(?:'([^']*)'|([^\s()&|"']+))/y

// `port>=80` is a condition; `title <script>` and `port -> 80` are words.
function comparesAt(text: string, name: string, at: number): boolean {
  const field = findField(name)
  if (field?.kind !== 'number' && field?.kind !== 'time') return false
  COMPARISON.lastIndex = at
  const [, quoted, bare] = COMPARISON.exec(text) ?? []
  const value = quoted ?? bare
  if (value === undefined) return false
  // `port>80,443` and `after>now-7d` are meant as conditions, which the parser refuses.
  if (/^(?:\d|now\b)/.test(value)) return true
  return 'test' in (field.kind === 'number' ? readNumber(value, field) : readTime(value, field))
}

// The end of the blank-delimited chunk at `at`; blanks inside single quotes do not end it. Undefined when a quote stays open.
function chunkEnd(text: string, at: number, quoting: boolean): number | undefined {
  let index: number | undefined = at
  while (index !== undefined && index < text.length && !/\s/.test(text.charAt(index))) {
    index = quoting && text[index] === "'" ? readQuoted(text, index).end : index + 1
  }
  return index
}

/** A blank-delimited piece of a text. */
interface PlainWord {
  readonly word: string
  readonly start: number
}

/** The words of a plain text. */
export function plainWords(text: string): readonly PlainWord[] {
  return Array.from(text.matchAll(/\S+/g), (match) => ({ word: match[0], start: match.index }))
}
