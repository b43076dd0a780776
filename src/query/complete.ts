// Completions at the cursor of an editor. Pure data: the editor, or a caller that knows values, builds the list of choices.
import type { TextSpan } from '../error/index.ts'
import { CATALOGUE, type Field, findField } from '../field/index.ts'
import { decideKeywords } from './keyword.ts'
import { bareAt, FUNCTION_NAMES, identifierAt, readQuoted, skipBlanks } from './lexis.ts'
import { operatorsOfField } from './resolve.ts'
import type { Token } from './token.ts'
import { cut, LIMITS } from './tokenize.ts'
import type { FunctionName, Operator } from './tree.ts'

/** Possible completions at the cursor. `span` is the text that a choice replaces, `prefix` is its part before the cursor. */
export type Completion =
  | {
      readonly kind: 'field'
      readonly span: TextSpan
      readonly prefix: string
      /** The fields whose name, alias or help contains the prefix, best first. */
      readonly fields: readonly Field[]
      /** The functions whose name starts with the prefix. */
      readonly functions: readonly FunctionName[]
      /** `&&` and `||` after a complete condition; a field may also follow directly. */
      readonly joiners: readonly ('&&' | '||')[]
    }
  | {
      readonly kind: 'operator'
      readonly span: TextSpan
      readonly prefix: string
      readonly field: Field
      readonly operators: readonly Operator[]
    }
  | {
      readonly kind: 'value'
      readonly span: TextSpan
      /** The value so far, with quotes and escapes resolved. */
      readonly prefix: string
      readonly field: Field
      readonly operator: Operator
      /** Values that are known without a query to the store. */
      readonly known: readonly string[]
    }

/**
 * Returns completions at `cursor` (an offset in UTF-16 code units) of any text, complete or not; undefined where nothing can be
 * offered.
 */
export function complete(text: string, cursor: number): Completion | undefined {
  const before = text.slice(0, cursor)
  if (before.length > LIMITS.bytes) return undefined
  const pieces = decideKeywords(cut(before))
  return (
    completeValue(text, before, pieces) ??
    completeOperator(before, pieces) ??
    completeField(text, before, pieces)
  )
}

function completeValue(text: string, before: string, pieces: readonly Token[]): Completion | undefined {
  const [fieldToken, operatorToken, valueToken] = pieces.slice(-3)
  if (fieldToken?.kind !== 'field' || operatorToken?.kind !== 'operator' || valueToken === undefined)
    return undefined
  const field = findField(fieldToken.name)
  const start = skipBlanks(before, operatorToken.span.end)
  const written = before.slice(start)
  const quote = /^["']/.exec(written)?.[0]
  const closed = quote !== undefined && readQuoted(before, start).end !== undefined
  const left = quote === undefined && /\s$/.test(written)
  if (field === undefined || closed || left) return undefined
  const prefix = quote === undefined ? written : readQuoted(before, start).value
  const known = field.kind === 'boolean' ? ['true', 'false'].filter((value) => value.startsWith(prefix)) : []
  const span = {
    start,
    end: quote === undefined ? endOfBare(text, before) : endOfQuoted(text, before, quote),
  }
  return { kind: 'value', span, prefix, field, operator: operatorToken.operator, known }
}

function endOfBare(text: string, before: string): number {
  return before.length + bareAt(text, before.length).length
}

// A closing quote further right belongs to another value while this one is open.
function endOfQuoted(text: string, before: string, quote: string): number {
  const end = endOfBare(text, before)
  return text[end] === quote ? end + 1 : before.length
}

const NAME_AND_OPERATOR = /^([\p{L}_][\p{L}\p{M}\p{N}_.]*)(\s*)([!=~*<>]*)$/u

function completeOperator(before: string, pieces: readonly Token[]): Completion | undefined {
  const last = pieces.at(-1)
  if (last === undefined || last.kind === 'value') return undefined
  // A name, blanks and the start of an operator are at most three pieces.
  const matched = pieces
    .slice(-3)
    .filter(({ kind }) => kind !== 'value')
    .map(({ span }) => NAME_AND_OPERATOR.exec(before.slice(span.start)))
    .find((match) => match !== null)
  const [, name = '', blanks = '', prefix = ''] = matched ?? []
  const field = findField(name)
  if (field === undefined || (blanks === '' && prefix === '')) return undefined
  const operators = operatorsOfField(field).filter((operator) => operator.startsWith(prefix))
  const span = { start: before.length - prefix.length, end: before.length }
  return operators.length === 0 ? undefined : { kind: 'operator', span, prefix, field, operators }
}

function completeField(text: string, before: string, pieces: readonly Token[]): Completion | undefined {
  const last = pieces.at(-1)
  if (last?.kind === 'problem') return undefined
  const writing = last?.kind === 'word' && !last.quoted && last.span.end === before.length
  const prefix = writing ? last.word : ''
  // No completions inside a bare value or a word that is not a name.
  if (identifierAt(prefix, 0) !== prefix) return undefined
  const earlier = writing ? pieces.at(-2) : last
  const complete = earlier !== undefined && ['word', 'value', 'close'].includes(earlier.kind)
  const start = before.length - prefix.length
  const end = before.length + (writing ? identifierAt(text, before.length).length : 0)
  return {
    kind: 'field',
    span: { start, end },
    prefix,
    fields: fieldsLike(prefix),
    functions: FUNCTION_NAMES.filter((name) => prefix !== '' && name.startsWith(prefix.toLowerCase())),
    joiners: complete ? ['&&', '||'] : [],
  }
}

function fieldsLike(prefix: string): readonly Field[] {
  const wanted = prefix.toLowerCase()
  const ranks = CATALOGUE.filter(({ operators }) => operators.length > 0).map((field) => ({
    field,
    rank: rankOf(field, wanted),
  }))
  return ranks
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field)
}

function rankOf(field: Field, wanted: string): number {
  if (field.name.startsWith(wanted)) return 0
  if (field.aliases.some((alias) => alias.startsWith(wanted))) return 1
  if (field.name.includes(wanted)) return 2
  return wanted.length > 2 && field.help.toLowerCase().includes(wanted) ? 3 : 4
}
