// Pieces of SQL. Text comes only from templates in this code, values leave only as typed parameters, and column names only through
// `column`: no user input can become SQL.
import { hash } from 'node:crypto'
import type { Column } from '../asset/index.ts'
import { withoutPauses } from '../query/index.ts'

/** The engine's types that parameters may have. */
type ParameterType = ArrayType | 'String' | 'Float64' | 'UInt8' | 'UInt32' | 'UInt64' | 'Int64' | 'IPv6'

type ArrayType = 'Array(UInt32)' | 'Array(Float64)'

interface Parameter {
  readonly type: ParameterType
  readonly value: string
}

/** A piece of SQL with its parameters, not yet named. */
export interface Fragment {
  readonly parts: readonly (string | Parameter)[]
}

/** A statement that can run: `text` names its parameters as `{p0:Type}`, `params` contains their values as texts. */
export interface Statement {
  readonly text: string
  readonly params: Readonly<Record<string, string>>
}

/** SQL text with other fragments inside. */
export function sql(texts: TemplateStringsArray, ...inside: readonly Fragment[]): Fragment {
  const parts: (string | Parameter)[] = []
  for (const [index, text] of texts.entries()) {
    parts.push(text)
    const next = inside[index]
    if (next !== undefined) parts.push(...next.parts)
  }
  return { parts }
}

/** A value as a parameter. */
export function parameter(type: ParameterType, value: string): Fragment {
  return { parts: [{ type, value }] }
}

/** A text as a parameter. */
export function text(value: string): Fragment {
  return parameter('String', value)
}

/** Numbers as one parameter. */
export function floats(values: readonly number[]): Fragment {
  return parameter('Array(Float64)', `[${values.join(',')}]`)
}

/**
 * Texts as a set for `IN`. As JSON, because connections differ in how they escape lists, and in pieces, because servers accept at
 * most 128 KiB per value.
 */
export function textSet(values: readonly string[]): Fragment {
  return setOf(textList(values))
}

/** Texts as an array. */
export function textList(values: readonly string[]): Fragment {
  return withoutPauses(textListSteps(values))
}

/** Texts as an array, made in steps. */
export function textListSteps(values: readonly string[]): Generator<void, Fragment> {
  return listSteps(values, sql`'Array(String)'`)
}

/** Numbers as an array, made in steps. */
export function numberListSteps(values: readonly number[]): Generator<void, Fragment> {
  return listSteps(values, sql`'Array(Float64)'`)
}

/** The elements of an array as a set for `IN`. */
export function setOf(list: Fragment): Fragment {
  return sql`(SELECT arrayJoin(${list}))`
}

function* listSteps(values: readonly (string | number)[], type: Fragment): Generator<void, Fragment> {
  const lists: Fragment[] = []
  for (const piece of piecesOf(values)) {
    lists.push(sql`JSONExtract(${text(piece)}, ${type})`)
    yield
  }
  const [only, ...more] = lists
  return only !== undefined && more.length === 0 ? only : sql`arrayConcat(${join(lists, ', ')})`
}

/** Characters of a piece; a UTF-16 code unit takes at most three bytes. */
const PIECE = 32_768

/** The values as JSON lists; one at least. */
function* piecesOf(values: readonly (string | number)[]): Generator<string> {
  let piece: string[] = []
  let length = 0
  for (const value of values) {
    const written = JSON.stringify(value)
    if (length > 0 && length + written.length + 1 > PIECE) {
      yield `[${piece.join(',')}]`
      piece = []
      length = 0
    }
    piece.push(written)
    length += written.length + 1
  }
  yield `[${piece.join(',')}]`
}

/** A column of the record. */
export function column(name: Column): Fragment {
  return { parts: [name] }
}

/** Fragments one after the other with a separator between them. */
export function join(
  fragments: readonly Fragment[],
  separator: ' AND ' | ' OR ' | ' UNION ALL ' | ', ',
): Fragment {
  const parts: (string | Parameter)[] = []
  for (const [index, fragment] of fragments.entries()) {
    if (index > 0) parts.push(separator)
    parts.push(...fragment.parts)
  }
  return { parts }
}

/** Names the parameters; equal values of one type share a name. */
export function toStatement(fragment: Fragment): Statement {
  const params: Record<string, string> = {}
  const known = new Map<string, Map<string, string>>()
  let count = 0
  const texts = fragment.parts.map((part) => {
    if (typeof part === 'string') return part
    const { type, value } = part
    const names = known.get(type) ?? new Map<string, string>()
    known.set(type, names)
    const name = names.get(value) ?? `p${count++}`
    names.set(value, name)
    params[name] = value
    return `{${name}:${type}}`
  })
  return { text: texts.join(''), params }
}

const digests = new WeakMap<Parameter, string>()

/** Values of more characters are in keys as their digest, which is remembered with the parameter. */
const LONG_VALUE = 1000

/** A text that is equal for equal fragments. */
export function keyOfFragment({ parts }: Fragment): string {
  return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : [part.type, shortOf(part)])))
}

function shortOf(part: Parameter): string {
  if (part.value.length <= LONG_VALUE) return part.value
  const digest = digests.get(part) ?? hash('sha256', part.value, 'base64')
  digests.set(part, digest)
  return digest
}
