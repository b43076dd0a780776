// The tokens of languages with infix operators.
import type { TextSpan } from '../../error/index.ts'
import { type Note, unread } from '../source.ts'
import { scanBare, scanQuoted, skipBlanks } from './scan.ts'
import type { InfixSyntax, OperatorMeaning, Token } from './token.ts'
import { readValue } from './value.ts'

/** The tokens of a text, and notes on what could not be read. */
interface Tokens {
  readonly tokens: readonly Token[]
  readonly notes: readonly Note[]
}

/** Splits a text into tokens; never fails. */
export function tokenize(text: string, syntax: InfixSyntax): Tokens {
  const reader: Reader = { text, syntax, tokens: [], notes: [] }
  for (let at = skipBlanks(text, 0); at < text.length; ) {
    at = skipBlanks(text, Math.max(readToken(reader, at), at + 1))
  }
  return { tokens: reader.tokens, notes: reader.notes }
}

interface Reader {
  readonly text: string
  readonly syntax: InfixSyntax
  readonly tokens: Token[]
  readonly notes: Note[]
}

const SIGNS: Readonly<Record<string, Token['kind'] & ('open' | 'close' | 'and' | 'or' | 'not')>> = {
  '(': 'open',
  ')': 'close',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
  '（': 'open',
  '）': 'close',
}

/** Reads one token and returns the offset after it. */
function readToken(reader: Reader, at: number): number {
  const { text } = reader
  for (const length of [2, 1]) {
    const sign = text.slice(at, at + length)
    const kind = SIGNS[sign]
    if (kind !== undefined) return push(reader, { kind, span: { start: at, end: at + sign.length } })
  }
  return readCondition(reader, at) ?? readWord(reader, at)
}

function push(reader: Reader, token: Token): number {
  reader.tokens.push(token)
  return token.span.end
}

const FIELD = /[\p{L}_\d][\p{L}\p{N}_.-]*/uy

function readCondition(reader: Reader, start: number): number | undefined {
  const { text, syntax } = reader
  FIELD.lastIndex = start
  const field = FIELD.exec(text)?.[0]
  if (field === undefined) return undefined
  const operatorStart = skipBlanks(text, start + field.length)
  // `same_service(…)` groups conditions on one service; a record of ours is one service.
  if (syntax.compound && field === 'same_service' && text[operatorStart] === '(') {
    const span = { start, end: operatorStart + 1 }
    return push(reader, { kind: 'scope', field: '', meaning: { comparison: 'match' }, span })
  }
  const operator = syntax.operators.find(([spelling]) => text.startsWith(spelling, operatorStart))
  if (operator === undefined || text.startsWith('//', operatorStart + 1)) return undefined
  return readOperand(reader, { field, start, meaning: operator[1] }, operatorStart + operator[0].length)
}

function readOperand(
  reader: Reader,
  head: { readonly field: string; readonly start: number; readonly meaning: OperatorMeaning },
  operatorEnd: number,
): number {
  const { text, syntax } = reader
  const at = skipBlanks(text, operatorEnd)
  if (syntax.compound && text[at] === '(') {
    const span = { start: head.start, end: at + 1 }
    return push(reader, { kind: 'scope', field: head.field, meaning: head.meaning, span })
  }
  const { node, end, fault } = readValue(text, at, head, syntax)
  const span: TextSpan = { start: head.start, end: Math.max(end, operatorEnd) }
  if (fault !== undefined) reader.notes.push(unread(span, fault))
  if (node === undefined) return span.end
  if (head.meaning.negated) push(reader, { kind: 'not', span })
  return push(reader, { kind: 'operand', node, span })
}

const JOINERS: Readonly<Record<string, 'and' | 'or' | 'not'>> = { and: 'and', or: 'or', not: 'not' }

function readWord(reader: Reader, at: number): number {
  const { text, syntax } = reader
  const first = text.charAt(at)
  if (first === '"' || first === "'" || first === '`') {
    const { value, end, open } = scanQuoted(text, at)
    const span = { start: at, end }
    if (open) reader.notes.push(unread(span, 'the quote is never closed; it was read up to the end'))
    return push(reader, { kind: 'operand', node: { kind: 'word', text: value, span }, span })
  }
  const { value, end } = scanBare(text, at, /[\s()（）"]/)
  const span = { start: at, end: Math.max(end, at + 1) }
  const lower = value.toLowerCase()
  const joiner = syntax.words && Object.hasOwn(JOINERS, lower) ? JOINERS[lower] : undefined
  if (joiner !== undefined) return push(reader, { kind: joiner, span })
  return push(reader, { kind: 'operand', node: { kind: 'word', text: value, span }, span })
}
