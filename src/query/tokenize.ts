// Text → tokens. Never throws: what cannot be read becomes a `problem` token, so that the editor can colour any text.
import { findField } from '../field/index.ts'
import { decideKeywords } from './keyword.ts'
import { bareAt, identifierAt, operatorAt, readQuoted, skipBlanks, type WrittenOperator } from './lexis.ts'
import { isPlain, plainWords } from './plain.ts'
import { misspelt, type Problem, shown } from './problem.ts'
import type { Token } from './token.ts'

/** Cuts a text into tokens, in order of place. The time it takes grows with the length of the text and nothing else. */
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
    tokens.push(...tokensAt(text, at))
  }
  return tokens
}

function endOf(tokens: readonly Token[], at: number): number {
  return Math.max(tokens.at(-1)?.place.end ?? 0, at + 1)
}

function tokensAt(text: string, at: number): readonly Token[] {
  const mark = markAt(text, at)
  if (mark !== undefined) return [mark]
  const operator = operatorAt(text, at)
  if (operator !== undefined) return [strayOperator(operator, at)]
  if (text[at] === '!') return [{ kind: 'not', place: { start: at, end: at + 1 } }]
  if (text[at] === '"' || text[at] === "'") return [quotedWord(text, at)]
  return conditionAt(text, at) ?? bareWord(text, at)
}

function markAt(text: string, at: number): Token | undefined {
  const place = { start: at, end: at + 1 }
  const pair = { start: at, end: at + 2 }
  if (text[at] === '(') return { kind: 'open', place }
  if (text[at] === ')') return { kind: 'close', place }
  if (text.startsWith('&&', at)) return { kind: 'and', place: pair }
  if (text.startsWith('||', at)) return { kind: 'or', place: pair }
  const half = text[at]
  if (half !== '&' && half !== '|') return undefined
  const expected = `\`${half}${half}\`, or the text around it in double quotes`
  return problemToken({ found: `a single \`${half}\``, place, expected })
}

function strayOperator({ written }: WrittenOperator, at: number): Token {
  return problemToken({
    found: `operator \`${written}\` without a field`,
    place: { start: at, end: at + written.length },
    expected: 'the name of a field before it, or the text in double quotes',
  })
}

function quotedWord(text: string, at: number): Token {
  const { value, end } = readQuoted(text, at)
  if (end === undefined) return unclosedQuote(text, at)
  const operator = operatorAt(text, skipBlanks(text, end))
  if (operator === undefined) return wordToken(value, true, at, end)
  return problemToken({
    found: `the quoted text ${shown(value)} before the operator \`${operator.written}\``,
    place: { start: at, end },
    expected: 'the name of a field without quotes',
    suggestion: findField(value)?.name,
  })
}

function unclosedQuote(text: string, at: number): Token {
  const quote = text.charAt(at)
  return problemToken({
    found: `the quote \`${quote}\` is never closed`,
    place: { start: at, end: text.length },
    expected: `another \`${quote}\` after it${quote === "'" ? ', or the word with the apostrophe in double quotes' : ''}`,
  })
}

function conditionAt(text: string, at: number): readonly Token[] | undefined {
  const name = identifierAt(text, at)
  if (name === '') return undefined
  const end = at + name.length
  const operatorStart = skipBlanks(text, end)
  const operator = operatorAt(text, operatorStart)
  if (operator === undefined) return undefined
  const field: Token = { kind: 'field', name, place: { start: at, end } }
  return [field, ...comparison(text, name, operator, operatorStart)]
}

function comparison(text: string, name: string, operator: WrittenOperator, start: number): readonly Token[] {
  const end = start + operator.written.length
  const unknown = unknownOperator(text, start, end)
  if (unknown !== undefined) return [unknown]
  const place = { start, end }
  return [{ kind: 'operator', operator: operator.operator, place }, valueAfter(text, name, operator, end)]
}

// `===` or `!=~`: read as an operator and a value they would silently ask for something else.
function unknownOperator(text: string, start: number, end: number): Token | undefined {
  const extra = /[=~]+|[!*<>]+(?=["'])/y
  extra.lastIndex = end
  const more = extra.exec(text)?.[0]
  return more === undefined ? undefined : problemToken(misspelt(text.slice(start, end) + more, start))
}

function valueAfter(text: string, name: string, { written }: WrittenOperator, operatorEnd: number): Token {
  const at = skipBlanks(text, operatorEnd)
  if (text[at] === '"' || text[at] === "'") return quotedValue(text, at)
  const value = bareAt(text, at)
  if (value === '') return missingValue(text, name, written, operatorEnd, at)
  const end = at + value.length
  const glued = text[end] === '"' || text[end] === "'"
  if (!glued) return { kind: 'value', value, quoted: false, place: { start: at, end } }
  return problemToken({
    found: `a quote right after the unquoted value ${shown(value)}`,
    place: { start: at, end: end + 1 },
    expected: 'the whole value in quotes, or a blank before the quote',
  })
}

function quotedValue(text: string, at: number): Token {
  const { value, end } = readQuoted(text, at)
  if (end === undefined) return unclosedQuote(text, at)
  return { kind: 'value', value, quoted: true, place: { start: at, end } }
}

function missingValue(text: string, name: string, operator: string, operatorEnd: number, at: number): Token {
  const expected = `a value after ${shown(name + operator)}`
  const place = markAt(text, at)?.place
  if (place === undefined) {
    const end = { start: operatorEnd, end: operatorEnd }
    return problemToken({ found: 'the query ends here', place: end, expected })
  }
  const found = `found ${shown(text.slice(place.start, place.end))}`
  return problemToken({ found, place, expected })
}

function bareWord(text: string, at: number): readonly Token[] {
  const word = bareAt(text, at)
  const end = at + word.length
  const quote = text[end] === '"' || text[end] === "'"
  return mistakenCondition(word, at, quote) ?? [wordToken(word, false, at, end)]
}

// `title:"x"`, `x-powered-by="php"` and `port>80` are meant as conditions; as words they would silently find nothing.
function mistakenCondition(word: string, start: number, beforeQuote: boolean): readonly Token[] | undefined {
  const name = identifierAt(word, 0)
  const rest = word.slice(name.length)
  const comparing = findField(name) && /^[<>][<>=]*/.exec(rest)?.[0]
  const mark = comparing ?? (beforeQuote && name !== '' ? /^[=!~*<>:^$]+$/.exec(rest)?.[0] : undefined)
  const end = start + name.length
  if (mark !== undefined) {
    return [{ kind: 'field', name, place: { start, end } }, problemToken(misspelt(mark, end))]
  }
  const badName = /^(.+?)(?:!==|!\*=|!=|!~|==|=~|~=|\*=|=)$/u.exec(word)?.[1]
  return beforeQuote && badName !== undefined ? [problemToken(noFieldName(badName, start))] : undefined
}

function noFieldName(name: string, start: number): Problem {
  return {
    found: `${shown(name)} before an operator`,
    place: { start, end: start + name.length },
    expected:
      'the name of a field, which is made of letters, digits, `_` and `.`; or all of it in double quotes',
  }
}

function wordToken(word: string, quoted: boolean, start: number, end: number): Token {
  return { kind: 'word', word, quoted, place: { start, end } }
}

function problemToken(problem: Problem): Token {
  return { kind: 'problem', problem, place: problem.place }
}
