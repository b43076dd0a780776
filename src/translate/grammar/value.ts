// Reads the value after an operator: quoted, bare, a range, a set or an expression.
import type { Comparison, SourceCondition, SourceNode, SourceValue } from '../source.ts'
import { joinSource } from '../source.ts'
import { scanBare, scanQuoted } from './scan.ts'
import type { InfixSyntax, OperatorMeaning } from './token.ts'

/** A value as conditions, and the offset after it. */
interface ReadValue {
  readonly node: SourceNode | undefined
  readonly end: number
  /** The mistake, as a sentence. */
  readonly fault?: string | undefined
}

/** A field with an operator whose value is read. */
interface Head {
  readonly field: string
  readonly start: number
  readonly meaning: OperatorMeaning
}

/** Reads the value that starts at `at`. */
export function readValue(text: string, at: number, head: Head, syntax: InfixSyntax): ReadValue {
  const first = text.charAt(at)
  const bound = /^[<>]=?/.exec(text.slice(at, at + 2))?.[0]
  if (syntax.compound && bound !== undefined) {
    const meaning: OperatorMeaning = { ...head.meaning, bound: bound as '<' }
    return readValue(text, at + bound.length, { ...head, meaning }, { ...syntax, compound: false })
  }
  if (syntax.compound && (first === '[' || first === '{')) return readList(text, at, head)
  if (syntax.compound && first === '/') return readExpression(text, at, head)
  if (first === '"' || first === "'" || first === '`') return readQuotedValue(text, at, head, syntax)
  const { value, end } = scanBare(text, at, /[\s()"]|&(?=&)|\|(?=\|)/)
  const after = unjoined(value, end)
  if (after.value === '')
    return { node: undefined, end: after.end, fault: 'the value after the operator is missing' }
  return { node: plain(head, after.value, after.end, syntax.wildcards !== 'none'), end: after.end }
}

// The scanner sees one character at a time, so a value may include `&&` or `||` and what follows.
function unjoined(value: string, end: number): { value: string; end: number } {
  const at = value.search(/&&|\|\|/)
  return at < 0 ? { value, end } : { value: value.slice(0, at), end: end - (value.length - at) }
}

function readQuotedValue(text: string, at: number, head: Head, syntax: InfixSyntax): ReadValue {
  const { value, end, open } = scanQuoted(text, at)
  const node = plain(head, value, end, syntax.wildcards === 'all' && text[at] !== '`')
  return { node, end, fault: open ? 'the quote is never closed; it was read up to the end' : undefined }
}

function plain(head: Head, value: string, end: number, wildcards: boolean): SourceNode {
  const { comparison, bound } = head.meaning
  if (bound !== undefined) return one(head, boundOf(bound, value), comparison, end)
  const pattern = wildcards && comparison === 'match' && /[*?]/.test(value)
  if (pattern && /^\*+$/.test(value)) return one(head, { kind: 'any' }, comparison, end)
  return one(head, { kind: 'text', text: value }, pattern ? 'wildcard' : comparison, end)
}

function boundOf(bound: string, value: string): SourceValue {
  const open = !bound.endsWith('=')
  const range = { kind: 'range', fromOpen: open, toOpen: open } as const
  return bound.startsWith('<') ? { ...range, to: value } : { ...range, from: value }
}

function one(head: Head, value: SourceValue, comparison: Comparison, end: number): SourceCondition {
  return { kind: 'condition', field: head.field, comparison, value, span: { start: head.start, end } }
}

function readExpression(text: string, at: number, head: Head): ReadValue {
  let end = at + 1
  while (end < text.length && text[end] !== '/') end += text[end] === '\\' ? 2 : 1
  const expression = text.slice(at + 1, end).replaceAll('\\/', '/')
  const behind = Math.min(text.length, end + 1)
  // Such expressions must match the whole value.
  const node = one(head, { kind: 'text', text: `^(?:${expression})$` }, 'regex', behind)
  return { node, end: behind, fault: end < text.length ? undefined : 'the expression has no second `/`' }
}

function readList(text: string, at: number, head: Head): ReadValue {
  const closing = /[\]}]/.exec(text.slice(at))
  const inner = at + (closing?.index ?? text.length - at)
  const end = Math.min(text.length, inner + 1)
  const content = text.slice(at + 1, inner).trim()
  const fault =
    closing === null ? `the \`${text.charAt(at)}\` is never closed; it was read up to the end` : undefined
  const range = /^(\S+)\s+to\s+(\S+)$/i.exec(content)
  if (range !== null) {
    const [from = '', to = ''] = range.slice(1).map(unquoted)
    const open = { fromOpen: text[at] === '{', toOpen: text[inner] === '}' }
    return { node: one(head, { kind: 'range', from, to, ...open }, 'match', end), end, fault }
  }
  const { comparison } = head.meaning
  const values = content.split(',').map((part) => unquoted(part.trim()))
  const given = values.filter((value) => value !== '')
  const node = joinSource(
    'or',
    given.map((value) => one(head, { kind: 'text', text: value }, comparison, end)),
  )
  return {
    node,
    end,
    fault: fault ?? (node === undefined ? 'the brackets are empty' : undefined),
  }
}

const unquoted = (text: string): string => text.replace(/^(["'`])(.*)\1$/, '$2')
