// Tokens → tree. Recursion is as deep as brackets and negations, which are limited; everything else is iterative.
import { type Problem, shown, syntaxError } from './problem.ts'
import type { Token } from './token.ts'
import { LIMITS, tokenize } from './tokenize.ts'
import type { Children, ParsedNode, ParsedQuery } from './tree.ts'

/** Parses the text of a query. Throws only AppErrors with code `syntax`. */
export function parseQuery(text: string): ParsedQuery {
  checkLength(text)
  const tokens = tokenize(text)
  const reader: Reader = { text, tokens, at: 0, conditions: 0 }
  if (tokens.length === 0) fail(reader, EMPTY)
  const root = parseOr(reader, 0)
  const rest = reader.tokens[reader.at]
  if (rest !== undefined) fail(reader, strayClose(rest))
  const mode = tokens.some((token) => token.kind === 'field' || token.kind === 'call') ? 'extended' : 'normal'
  return { mode, root, text }
}

interface Reader {
  readonly text: string
  readonly tokens: readonly Token[]
  at: number
  conditions: number
}

const OPERAND = 'a condition such as `title="login"`, a word, `!` or `(`'

const EMPTY: Problem = { found: 'the query is empty', span: { start: 0, end: 0 }, expected: OPERAND }

function fail(reader: Reader, problem: Problem): never {
  throw syntaxError(problem, reader.text)
}

function checkLength(text: string): void {
  // A UTF-16 code unit takes at least one byte, so a text of megabytes is refused before anything reads it.
  const bytes = text.length > LIMITS.bytes ? undefined : new TextEncoder().encode(text).length
  if (bytes !== undefined && bytes <= LIMITS.bytes) return
  const size = bytes === undefined ? `more than ${LIMITS.bytes}` : String(bytes)
  const found = `the query is ${size} bytes long`
  // The message needs the position only; passing the whole text would make `syntaxError` read it.
  throw syntaxError(
    { found, span: { start: 0, end: text.length }, expected: `at most ${LIMITS.bytes} bytes of UTF-8` },
    '',
  )
}

function parseOr(reader: Reader, depth: number): ParsedNode {
  const children = [parseAnd(reader, depth)]
  while (reader.tokens[reader.at]?.kind === 'or') {
    reader.at++
    children.push(parseAnd(reader, depth))
  }
  return combine('or', children)
}

function parseAnd(reader: Reader, depth: number): ParsedNode {
  const children = [parseUnary(reader, depth)]
  for (let token = reader.tokens[reader.at]; token !== undefined; token = reader.tokens[reader.at]) {
    if (token.kind === 'or' || token.kind === 'close') break
    if (token.kind === 'and') reader.at++
    children.push(parseUnary(reader, depth))
  }
  return combine('and', children)
}

function combine(kind: 'and' | 'or', children: readonly ParsedNode[]): ParsedNode {
  const [first, second, ...rest] = children
  if (first === undefined) throw new Error(`an ${kind} without operands`)
  return second === undefined ? first : { kind, children: [first, second, ...rest] satisfies Children }
}

function parseUnary(reader: Reader, depth: number): ParsedNode {
  const token = reader.tokens[reader.at]
  if (token === undefined) fail(reader, queryEnds(reader.text))
  if (token.kind === 'not') return parseNot(reader, token, depth)
  if (token.kind === 'open') return parseBracket(reader, token, depth)
  if (token.kind === 'field') return parseCondition(reader, token)
  if (token.kind === 'call') return parseCall(reader, token, depth)
  if (token.kind !== 'word') fail(reader, unexpected(token, reader.text))
  countCondition(reader, token)
  reader.at++
  return { kind: 'word', word: token.word, span: token.span }
}

// `!(` is one level, not two: the negation belongs to the bracket.
function parseNot(reader: Reader, token: Token, depth: number): ParsedNode {
  reader.at++
  const bracketed = reader.tokens[reader.at]?.kind === 'open'
  const inner = bracketed ? depth : deeper(reader, token, depth)
  return { kind: 'not', child: parseUnary(reader, inner) }
}

function parseBracket(reader: Reader, open: Token, depth: number): ParsedNode {
  const inner = deeper(reader, open, depth)
  reader.at++
  const node = parseOr(reader, inner)
  const close = reader.tokens[reader.at]
  if (close === undefined) fail(reader, neverClosed(open))
  reader.at++
  return node
}

// The tokenizer emits a call only before a bracket.
function parseCall(reader: Reader, call: Token & { readonly kind: 'call' }, depth: number): ParsedNode {
  reader.at++
  const open = reader.tokens[reader.at]
  if (open?.kind !== 'open') fail(reader, problemOf(open, reader))
  return { kind: 'call', name: call.name, child: parseBracket(reader, open, depth), span: call.span }
}

function deeper(reader: Reader, token: Token, depth: number): number {
  if (depth < LIMITS.nesting) return depth + 1
  const found = `brackets and negations nested more than ${LIMITS.nesting} deep`
  fail(reader, { found, span: token.span, expected: `at most ${LIMITS.nesting} levels` })
}

function parseCondition(reader: Reader, field: Token & { readonly kind: 'field' }): ParsedNode {
  countCondition(reader, field)
  const operator = reader.tokens[reader.at + 1]
  const value = reader.tokens[reader.at + 2]
  if (operator?.kind !== 'operator') fail(reader, problemOf(operator, reader))
  if (value?.kind !== 'value') fail(reader, problemOf(value, reader))
  reader.at += 3
  return {
    kind: 'condition',
    field: field.name,
    operator: operator.operator,
    value: value.value,
    fieldSpan: field.span,
    operatorSpan: operator.span,
    valueSpan: value.span,
  }
}

function countCondition(reader: Reader, token: Token): void {
  reader.conditions++
  if (reader.conditions <= LIMITS.conditions) return
  const found = `more than ${LIMITS.conditions} conditions and words`
  fail(reader, { found, span: token.span, expected: `at most ${LIMITS.conditions} of them` })
}

function problemOf(token: Token | undefined, reader: Reader): Problem {
  return token === undefined ? queryEnds(reader.text) : unexpected(token, reader.text)
}

function queryEnds(text: string): Problem {
  const end = text.trimEnd().length
  return { found: 'the query ends here', span: { start: end, end }, expected: OPERAND }
}

function neverClosed({ span }: Token): Problem {
  return { found: 'the bracket `(` is never closed', span, expected: 'a `)` after it' }
}

function unexpected(token: Token, text: string): Problem {
  if (token.kind === 'problem') return token.problem
  const { start, end } = token.span
  return { found: `found ${shown(text.slice(start, end))}`, span: token.span, expected: OPERAND }
}

function strayClose({ span }: Token): Problem {
  return { found: 'the bracket `)` closes nothing', span, expected: 'a `(` before it' }
}
