// Values under catalogue names as the columns hold them.
import { type Column, columnRow, type Range, type StatedColumn } from '../../asset/index.ts'
import { CATALOGUE, type Field, fieldNames, findField, printNumber } from '../../field/index.ts'
import { canonicalAddress, parseSpan, printTime } from '../../util/index.ts'
import { asNumber, type Json, printJson, readTime, wellFormed } from '../text/index.ts'

/** What became of a value: one for its column, nothing to state, or why it is none. */
type Converted = { readonly value: Value } | { readonly bad: string } | undefined
type Value = string | number | boolean | null | readonly string[]

/** What a record's key means: a column to state, a part of the identity or time, or something we derive ourselves. */
export type Meaning =
  | { readonly kind: 'column'; readonly column: StatedColumn; readonly convert: (value: Json) => Converted }
  | { readonly kind: 'identity'; readonly part: 'host' | 'port' | 'base_protocol' }
  | { readonly kind: 'time'; readonly part: 'lastupdatetime' | 'firstseen' }
  /** The picture in base64. */
  | { readonly kind: 'icon' }
  /** Findings as an export has them. */
  | { readonly kind: 'findings' }
  | { readonly kind: 'derived' }

const TRUE = new Set(['true', '1', 'yes'])
const FALSE = new Set(['false', '0', 'no'])

/** The value shortened for an error text. */
export function shown(value: Json): string {
  const text = typeof value === 'string' ? value : printJson(value)
  return `\`${text.length > 80 ? `${text.slice(0, 80)}…` : text}\``
}

function text(value: Json): string {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number') return printNumber(value)
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(item).join(',')
  return typeof value === 'boolean' ? String(value) : printJson(value)
}

/** An item of a list; lists within lists stay JSON. */
function item(value: Json): string {
  return Array.isArray(value) ? printJson(value) : text(value)
}

/** Items of a list, or of a text that joins them by commas; a comma before a blank belongs to its item. */
function texts(value: Json): Converted {
  if (Array.isArray(value)) return { value: value.map(item).filter((found) => found !== '') }
  const joined = text(value)
  return { value: joined === '' ? [] : joined.split(/,(?! )/).filter((found) => found !== '') }
}

/** `-2.47389E+08`, as spreadsheets save what has more digits than a cell shows; `1.3335E+04` has all of them. */
function isRounded(value: Json): boolean {
  if (typeof value !== 'string') return false
  const [, digits = '', fraction = '', exponent = ''] =
    /^[+-]?(\d)(?:[.,](\d{1,20}))?E\+(\d{1,3})$/i.exec(value.trim()) ?? []
  return digits !== '' && fraction.length < Number(exponent)
}

const ROUNDED = 'was rounded by a spreadsheet'

function keyword(value: Json): Converted {
  return isRounded(value) ? { bad: `${shown(value)} ${ROUNDED}` } : { value: text(value) }
}

function number(value: Json, column: Column): Converted {
  if (value === null || value === '') return { value: null }
  if (isRounded(value)) return { bad: `${shown(value)} ${ROUNDED}` }
  const bare = column === 'as_number' && typeof value === 'string' ? value.replace(/^AS/i, '') : value
  const found = asNumber(bare)
  if (found === undefined) return { bad: `${shown(value)} is not a number` }
  const { least, most, whole } = rangeOf(column)
  if (whole && !Number.isInteger(found)) return { bad: `${shown(value)} is not a whole number` }
  if (found < least || found > most) return { bad: `${shown(value)} is not between ${least} and ${most}` }
  return { value: found }
}

function rangeOf(column: Column): Range {
  const { range } = columnRow(column)
  if (range === undefined) throw new Error(`the column ${column} has no range`)
  return range
}

function yesOrNo(value: Json): Converted {
  if (typeof value === 'boolean') return { value }
  if (value === null || value === '') return { value: null }
  const word = String(value).toLowerCase()
  if (TRUE.has(word)) return { value: true }
  return FALSE.has(word) ? { value: false } : { bad: `${shown(value)} is neither true nor false` }
}

function address(value: Json): Converted {
  if (value === null || value === '') return { value: '' }
  const canonical =
    typeof value === 'string' ? canonicalAddress(value.trim().replace(/^\[(.*)\]$/, '$1')) : undefined
  return canonical === undefined
    ? { bad: `${shown(value)} is not a valid IPv4 or IPv6 address` }
    : { value: canonical }
}

/** Times of certificates stay texts, because they reach beyond what the store's times hold. */
function certificateTime(value: Json): Converted {
  if (value === null || value === '') return { value: '' }
  const moment = typeof value === 'string' ? (parseSpan(value)?.first ?? readTime(value)) : readTime(value)
  return moment === undefined ? { bad: `${shown(value)} is not a valid time` } : { value: printTime(moment) }
}

function type(value: Json): Converted {
  if (value === null) return { value: '' }
  if (value === '' || value === 'subdomain' || value === 'service') return { value }
  return { bad: `${shown(value)} is neither \`subdomain\` nor \`service\`` }
}

function converterOf(field: Field): (value: Json) => Converted {
  if (field.name === 'type') return type
  if (field.many) return texts
  if (field.kind === 'number') return (value) => number(value, field.column)
  if (field.kind === 'boolean') return yesOrNo
  if (field.kind === 'address') return address
  if (field.kind === 'time') return certificateTime
  if (field.kind === 'keyword') return keyword
  return (value) => ({ value: text(value) })
}

function meaningOfField(field: Field): Meaning {
  const { name, column } = field
  if (name === 'host' || name === 'port' || name === 'base_protocol') return { kind: 'identity', part: name }
  if (name === 'lastupdatetime' || name === 'firstseen') return { kind: 'time', part: name }
  if (name === 'icon') return { kind: 'icon' }
  if (name === 'findings') return { kind: 'findings' }
  // `cert.is_expired`, `after` and `before` only read another field's column.
  if (field.fromLists || !isStatedColumn(column) || name === 'cert.is_expired') return { kind: 'derived' }
  return { kind: 'column', column, convert: converterOf(field) }
}

function isStatedColumn(column: Column): column is StatedColumn {
  return columnRow(column).stated
}

const meanings = new Map(CATALOGUE.map((field) => [field, meaningOfField(field)] as const))

/** What a key of a record means, by catalogue name or alias in any case; undefined for unknown keys. */
export function meaningOf(key: string): Meaning | undefined {
  const field = findField(key)
  return field && meanings.get(field)
}

const prefixes = new Set(
  [...fieldNames()].flatMap((name) => name.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))),
)

/** Whether an object under this key may hold fields: `{"tls": {"version": …}}` is `tls.version`. */
export function leadsToFields(key: string): boolean {
  return key !== '' && prefixes.has(key.toLowerCase())
}
