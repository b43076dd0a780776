// Pieces of SQL. Text comes only from templates in this code, values leave only as typed parameters, and column names only through
// `column`: no user input can become SQL.
import type { Column } from '../asset/index.ts'

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
  return setOf(values, sql`'Array(String)'`)
}

/** Numbers as a set for `IN`. */
export function numberSet(values: readonly number[]): Fragment {
  return setOf(values, sql`'Array(Float64)'`)
}

/** Texts as an array. */
export function textList(values: readonly string[]): Fragment {
  return listOf(values, sql`'Array(String)'`)
}

function setOf(values: readonly (string | number)[], type: Fragment): Fragment {
  return sql`(SELECT arrayJoin(${listOf(values, type)}))`
}

function listOf(values: readonly (string | number)[], type: Fragment): Fragment {
  const lists = piecesOf(values).map((piece) => sql`JSONExtract(${text(JSON.stringify(piece))}, ${type})`)
  const [only, ...more] = lists
  return only !== undefined && more.length === 0 ? only : sql`arrayConcat(${join(lists, ', ')})`
}

/** Characters of a piece; a UTF-16 code unit takes at most three bytes. */
const PIECE = 32_768

function piecesOf<Value extends string | number>(values: readonly Value[]): readonly (readonly Value[])[] {
  const all: Value[][] = [[]]
  let length = 0
  for (const value of values) {
    const more = JSON.stringify(value).length + 1
    if (length > 0 && length + more > PIECE) {
      all.push([])
      length = 0
    }
    all.at(-1)?.push(value)
    length += more
  }
  return all
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
  const names = new Map<string, string>()
  const texts = fragment.parts.map((part) => {
    if (typeof part === 'string') return part
    const key = `${part.type} ${part.value}`
    const name = names.get(key) ?? `p${names.size}`
    names.set(key, name)
    params[name] = part.value
    return `{${name}:${part.type}}`
  })
  return { text: texts.join(''), params }
}
