// Parses languages of conditions joined by and, or, not and brackets. The parser continues after every mistake and reports its
// position.
import type { TextSpan } from '../../error/index.ts'
import { LIMITS } from '../../query/index.ts'
import { joinSource, type Note, type Reading, type SourceNode, unread } from '../source.ts'
import type { InfixSyntax, OperatorMeaning, Token } from './token.ts'
import { tokenize } from './tokenize.ts'

/** Parses a text in such a language; never throws. */
export function readInfix(text: string, syntax: InfixSyntax): Reading {
  const { tokens, notes } = tokenize(text, syntax)
  const reader: Reader = { tokens, notes: [...notes], at: 0, depth: 0 }
  const parts: SourceNode[] = []
  while (reader.at < tokens.length) {
    const part = parseOr(reader)
    if (part !== undefined) parts.push(part)
    const stray = tokens[reader.at]
    if (stray === undefined) break
    note(reader, stray.span, 'the bracket closes nothing; it was ignored')
    reader.at++
  }
  return { root: joinSource('and', parts), notes: reader.notes }
}

interface Reader {
  readonly tokens: readonly Token[]
  readonly notes: Note[]
  at: number
  depth: number
}

function note(reader: Reader, span: TextSpan, text: string): void {
  reader.notes.push(unread(span, text))
}

function parseOr(reader: Reader): SourceNode | undefined {
  const parts: SourceNode[] = []
  for (;;) {
    const part = parseAnd(reader)
    if (part !== undefined) parts.push(part)
    const token = reader.tokens[reader.at]
    if (token?.kind !== 'or') return joinSource('or', parts)
    if (part === undefined) note(reader, token.span, 'a condition is missing before the `or`')
    reader.at++
  }
}

function parseAnd(reader: Reader): SourceNode | undefined {
  const parts: SourceNode[] = []
  for (;;) {
    const token = reader.tokens[reader.at]
    if (token === undefined || token.kind === 'or' || token.kind === 'close') {
      const before = reader.tokens[reader.at - 1]
      if (before !== undefined && isJoiner(before))
        note(reader, before.span, 'a condition is missing after it')
      return joinSource('and', parts)
    }
    if (token.kind === 'and') {
      reader.at++
      if (parts.length === 0) note(reader, token.span, 'a condition is missing before the `and`')
      continue
    }
    const part = parseUnary(reader)
    if (part !== undefined) parts.push(part)
  }
}

const isJoiner = ({ kind }: Token): boolean => kind === 'and' || kind === 'or' || kind === 'not'

// A loop, not a recursion: a chain of negations may be as long as a text.
function parseUnary(reader: Reader): SourceNode | undefined {
  let negated = false
  let token = reader.tokens[reader.at]
  for (; token?.kind === 'not'; token = reader.tokens[reader.at]) {
    negated = !negated
    reader.at++
  }
  const node = token === undefined ? undefined : parseOperand(reader, token)
  if (node === undefined) return undefined
  return negated ? { kind: 'not', child: node } : node
}

function parseOperand(reader: Reader, token: Token): SourceNode | undefined {
  if (token.kind === 'operand') {
    reader.at++
    return token.node
  }
  if (token.kind !== 'open' && token.kind !== 'scope') {
    note(reader, token.span, 'a condition is missing here')
    return undefined
  }
  reader.at++
  // Brackets that nest deeper than our language allows are ignored.
  if (reader.depth >= LIMITS.nesting) {
    note(reader, token.span, `brackets nested more than ${LIMITS.nesting} deep; this one was ignored`)
    return undefined
  }
  const inner = parseBracket(reader, token)
  if (inner === undefined || token.kind !== 'scope') return inner
  const scoped = within(inner, token.field, token.meaning)
  return token.meaning.negated ? { kind: 'not', child: scoped } : scoped
}

function parseBracket(reader: Reader, open: Token): SourceNode | undefined {
  reader.depth++
  const inner = parseOr(reader)
  reader.depth--
  if (reader.tokens[reader.at] === undefined) note(reader, open.span, 'the bracket is never closed')
  else reader.at++
  if (inner === undefined) note(reader, open.span, 'the brackets are empty')
  return inner
}

/** The content of the brackets of `field: (…)`: words are values of the field, conditions are about its sub-fields. */
function within(node: SourceNode, field: string, meaning: OperatorMeaning): SourceNode {
  switch (node.kind) {
    case 'word': {
      if (field === '') return node
      const { text, span } = node
      return {
        kind: 'condition',
        field,
        comparison: meaning.comparison,
        value: { kind: 'text', text },
        span,
      }
    }
    case 'condition':
      return field === '' ? node : { ...node, field: `${field}.${node.field}` }
    case 'not':
      return { kind: 'not', child: within(node.child, field, meaning) }
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map((child) => within(child, field, meaning)) }
  }
}
