// Text → tokens. Never throws: text that cannot be read becomes a `problem` token, so that an editor can highlight any text.
import { findField } from '../field/index.ts'
import { decideKeywords, isKeyword } from './keyword.ts'
import {
  bareAt,
  comparisonAt,
  functionNamed,
  identifierAt,
  operatorAt,
  readQuoted,
  skipBlanks,
  type WrittenOperator,
} from './lexis.ts'
import { lookAlikeAt } from './look-alike.ts'
import * as mistake from './mistake.ts'
import { notAWord } from './not-a-word.ts'
import { isPlain, plainWords } from './plain.ts'
import type { Problem } from './problem.ts'
import type { Token } from './token.ts'

/** The limits of a query: UTF-8 bytes of text, depth of brackets and negations, number of conditions and words. */
export const LIMITS = { bytes: 16_384, nesting: 64, conditions: 1024 } as const

/** Splits a text into tokens, in order of position. Takes time linear in the length of the text. */
export function tokenize(text: string): readonly Token[] {
  if (isPlain(text)) {
    return plainWords(text).map(({ word, start }) => wordToken(word, false, start, start + word.length))
  }
  return decideKeywords(cut(text))
}

/** The tokens of a text that is not plain, with `and`, `or` and `not` still words. */
export function cut(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, endOf(tokens, at))) {
    const glued = gluedText(text, at, tokens.at(-1))
    tokens.push(...(glued === undefined ? tokensAt(text, at) : [glued]))
  }
  return tokens
}

function endOf(tokens: readonly Token[], at: number): number {
  return Math.max(tokens.at(-1)?.span.end ?? 0, at + 1)
}

function tokensAt(text: string, at: number): readonly Token[] {
  const mark = markAt(text, at)
  if (mark !== undefined) return [mark]
  const operator = operatorAt(text, at)
  if (operator !== undefined) {
    const span = { start: at, end: at + operator.written.length }
    return [problemToken(mistake.strayOperator(operator.written, span))]
  }
  if (text[at] === '!') return [{ kind: 'not', span: { start: at, end: at + 1 } }]
  if (isQuote(text[at])) return [quotedWord(text, at)]
  const lookAlike = lookAlikeAt(text, at)
  if (lookAlike !== undefined) return [problemToken(lookAlike)]
  return conditionAt(text, at) ?? bareWord(text, at)
}

// `body="<a href="x">"`: the inner quotes end the value, and the rest would silently become words.
function gluedText(text: string, at: number, before: Token | undefined): Token | undefined {
  if (before?.span.end !== at || !endsInside(before) || conditionAt(text, at) !== undefined) return undefined
  const glued = isQuote(text[at]) ? text.charAt(at) : bareAt(text, at)
  if (glued === '' || /^[!,]/.test(glued) || isKeyword(glued) || operatorAt(text, at)) return undefined
  return problemToken(mistake.afterQuote(glued, { start: at, end: at + glued.length }))
}

// The value of a condition in quotes, or a quoted text that ends like the start of a condition: `"title="login""`.
function endsInside(token: Token): boolean {
  if (token.kind === 'value') return token.quoted
  return token.kind === 'word' && token.quoted && findField(nameBeforeOperator(token.word)) !== undefined
}

/** The name before the operator that a text ends with; empty without one. */
function nameBeforeOperator(text: string): string {
  let end = text.length
  while (end > 0 && '=!~*'.includes(text.charAt(end - 1))) end--
  if (end === text.length) return ''
  let start = end
  while (start > 0 && /[\w.]/.test(text.charAt(start - 1))) start--
  return text.slice(start, end)
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'"
}

function markAt(text: string, at: number): Token | undefined {
  const span = { start: at, end: at + 1 }
  const pair = { start: at, end: at + 2 }
  if (text[at] === '(') return { kind: 'open', span }
  if (text[at] === ')') return { kind: 'close', span }
  if (text.startsWith('&&', at)) return { kind: 'and', span: pair }
  if (text.startsWith('||', at)) return { kind: 'or', span: pair }
  const half = text[at]
  return half === '&' || half === '|' ? problemToken(mistake.halfJoiner(half, span)) : undefined
}

function quotedWord(text: string, at: number): Token {
  const { value, end } = readQuoted(text, at)
  if (end === undefined) return unclosed(text, at)
  const operator = operatorAt(text, skipBlanks(text, end))
  if (operator === undefined) return wordToken(value, true, at, end)
  return problemToken(mistake.quotedField(value, operator.written, { start: at, end }))
}

function unclosed(text: string, at: number): Token {
  return problemToken(mistake.unclosedQuote(text.charAt(at), { start: at, end: text.length }))
}

function conditionAt(text: string, at: number): readonly Token[] | undefined {
  const name = identifierAt(text, at)
  if (name === '') return undefined
  const end = at + name.length
  const operatorStart = skipBlanks(text, end)
  const operator = operatorAt(text, operatorStart) ?? comparisonBehind(text, name, end, operatorStart)
  if (operator === undefined) return undefined
  const field: Token = { kind: 'field', name, span: { start: at, end } }
  return [field, ...comparison(text, name, operator, operatorStart)]
}

// `port > 80` and `x>80` are meant as conditions; in `vector <int>` the sign starts a word.
function comparisonBehind(
  text: string,
  name: string,
  nameEnd: number,
  at: number,
): WrittenOperator | undefined {
  const found = comparisonAt(text, at)
  if (found === undefined) return undefined
  const isOrdered = ['number', 'time'].includes(findField(name)?.kind ?? '')
  const beforeQuote = isQuote(text[skipBlanks(text, at + found.written.length)])
  return at === nameEnd || isOrdered || beforeQuote ? found : undefined
}

function comparison(text: string, name: string, operator: WrittenOperator, start: number): readonly Token[] {
  const end = start + operator.written.length
  const unknown = unknownOperator(text, name, start, end)
  if (unknown !== undefined) return [unknown]
  const token: Token = { kind: 'operator', operator: operator.operator, span: { start, end } }
  return [token, valueAfter(text, name + operator.written, end)]
}

// `===` or `!=~`: reading them as an operator and a value would silently change the meaning.
function unknownOperator(text: string, name: string, start: number, end: number): Token | undefined {
  const isOrdered = ['number', 'time'].includes(findField(name)?.kind ?? '')
  const extra = isOrdered ? /[=~<>]+|[!*]+(?=["'])/y : /[=~]+|[!*<>]+(?=["'])/y
  extra.lastIndex = end
  const more = extra.exec(text)?.[0]
  return more === undefined
    ? undefined
    : problemToken(mistake.misspelt(text.slice(start, end) + more, start, isOrdered))
}

function valueAfter(text: string, condition: string, operatorEnd: number): Token {
  const at = skipBlanks(text, operatorEnd)
  if (isQuote(text[at])) return quotedValue(text, at)
  const value = bareAt(text, at)
  const end = at + value.length
  if (/^[“”„«»‘’＂＇「『`]/.test(value)) return problemToken(mistake.curlyQuote(value, at))
  if (value.startsWith('=')) return problemToken(mistake.strayOperator(value, { start: at, end }))
  // `2001:db8::` is an address.
  if (/(?<!:)[:：]$/.test(value) && /[^\s)&|]/.test(text.charAt(skipBlanks(text, end))))
    return problemToken(mistake.cutValue(value, { start: at, end }))
  if (value === '') return noValue(text, condition, operatorEnd, at)
  if (isQuote(text[end])) return problemToken(mistake.quoteAfterValue(value, { start: at, end: end + 1 }))
  if (text[end] === '(') return problemToken(mistake.bracketAfterValue(value, { start: at, end: end + 1 }))
  return { kind: 'value', value, quoted: false, span: { start: at, end } }
}

function quotedValue(text: string, at: number): Token {
  const { value, end } = readQuoted(text, at)
  if (end === undefined) return unclosed(text, at)
  return { kind: 'value', value, quoted: true, span: { start: at, end } }
}

function noValue(text: string, condition: string, operatorEnd: number, at: number): Token {
  const span = markAt(text, at)?.span
  const instead = span && text.slice(span.start, span.end)
  return problemToken(
    mistake.missingValue(condition, instead, span ?? { start: operatorEnd, end: operatorEnd }),
  )
}

function bareWord(text: string, at: number): readonly Token[] {
  const word = bareAt(text, at)
  const end = at + word.length
  if (text[end] === "'" && /[\p{L}\p{N}]$/u.test(word) && !isKeyword(word)) {
    return [problemToken(mistake.apostrophe(word, { start: at, end: end + 1 }))]
  }
  const verb = verbAfter(text, word, end)
  if (verb !== undefined)
    return [problemToken(mistake.verb(word + verb, { start: at, end: end + verb.length }))]
  const call = callAt(text, word, at)
  if (call !== undefined) return [call]
  if (word.startsWith(',') && isQuote(text[at - 1]))
    return [problemToken(mistake.strayComma({ start: at, end: at + 1 }))]
  const condition = mistakenCondition(word, at, isQuote(text[end]))
  if (condition !== undefined) return condition
  const problem = notAWord(word, at, end)
  return [problem === undefined ? wordToken(word, false, at, end) : problemToken(problem)]
}

// `port in (80,443)`, `title contains "x"` and `title : "x"`, as other languages write conditions.
function verbAfter(text: string, word: string, end: number): string | undefined {
  if (findField(word) === undefined) return undefined
  const verb = /\s+(?:(?:not\s+)?(?:in|like|contains|matches|is)(?=\s*["'(])|[:：](?=[\s"'(]))/iy
  verb.lastIndex = end
  return verb.exec(text)?.[0]
}

// `ip_filter(title="x")`: reading it as a word and a group would change the meaning. Before a blank only known names are functions.
function callAt(text: string, word: string, start: number): Token | undefined {
  const end = start + word.length
  const name = functionNamed(word)
  const open = name === undefined ? end : skipBlanks(text, end)
  if (text[open] !== '(' || identifierAt(word, 0) !== word || isKeyword(word)) return undefined
  const span = { start, end }
  return name === undefined ? problemToken(mistake.unknownFunction(word, span)) : { kind: 'call', name, span }
}

// `title:"x"` and `x-powered-by="php"` are meant as conditions; as words they would silently find nothing.
function mistakenCondition(word: string, start: number, beforeQuote: boolean): readonly Token[] | undefined {
  const name = identifierAt(word, 0)
  const rest = word.slice(name.length)
  const mark = beforeQuote && name !== '' ? /^(?:[=!~*<>:^$＝：！]|%3D)+$/i.exec(rest)?.[0] : undefined
  const end = start + name.length
  if (mark !== undefined) {
    return [{ kind: 'field', name, span: { start, end } }, problemToken(mistake.misspelt(mark, end, false))]
  }
  const badName = beforeQuote && /^(.+?)(?:!==|!\*=|!=|!~|==|=~|~=|\*=|=)$/u.exec(word)?.[1]
  if (!badName) return undefined
  return [problemToken(mistake.noFieldName(badName, { start, end: start + badName.length }))]
}

function wordToken(word: string, quoted: boolean, start: number, end: number): Token {
  return { kind: 'word', word, quoted, span: { start, end } }
}

function problemToken(problem: Problem): Token {
  return { kind: 'problem', problem, span: problem.span }
}
