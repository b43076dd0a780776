import { AppError } from '../../error/index.ts'
import { CATALOGUE, type Field, fieldNames, findField } from '../../field/index.ts'
import { type SearchRequest, sizeError } from '../../service/search/index.ts'
import { nearest } from '../../util/index.ts'
import { decodeQuery } from './base64.ts'

/** Records per page at most. */
export const MAX_SIZE = 10_000
/** Records per page unless said otherwise. */
export const DEFAULT_SIZE = 100
/** Fields one call may name, repeats counted. */
export const MAX_FIELDS = 200

/** Reads a parameter; undefined when it was not given. */
export type Parameter = (name: string) => string | undefined

/** Reads what a search asks for. Fails with code `params` or `size`; an empty parameter counts as not given. */
export function readSearch(parameter: Parameter, defaultFields: readonly Field[]): SearchRequest {
  return {
    text: readQueryText(parameter),
    page: readPage(given(parameter, 'page')),
    size: readSize(given(parameter, 'size')),
    fields: readFields(given(parameter, 'fields'), defaultFields),
    full: readBoolean('full', given(parameter, 'full')),
  }
}

/** The query text. Fails with `params`. */
export function readQueryText(parameter: Parameter): string {
  const encoded = parameter('qbase64')
  if (encoded === undefined) throw wrong('qbase64 is missing; it takes the query text encoded as base64')
  return decodeQuery(encoded)
}

/** A parameter that cannot be taken. */
export function wrong(what: string): AppError {
  return new AppError('params', `[-4] Params Error: ${what}`)
}

/** A parameter without blanks round it; undefined when nothing is left. */
export function given(parameter: Parameter, name: string): string | undefined {
  const value = parameter(name)?.trim()
  return value === '' ? undefined : value
}

/** A user's text inside a sentence, cut so that an error stays readable. */
export function quoted(value: string): string {
  return `\`${value.length > 64 ? `${value.slice(0, 64)}…` : value}\``
}

function readPage(value: string | undefined): number {
  const page = value === undefined ? 1 : wholeNumber(value)
  if (page === undefined || page < 1) throw wrong(`page ${quoted(value ?? '')} must be a whole number from 1`)
  return page
}

function readSize(value: string | undefined): number {
  if (value === undefined) return DEFAULT_SIZE
  const size = wholeNumber(value)
  if (size === undefined || size < 1 || size > MAX_SIZE) throw sizeError(value.slice(0, 64), MAX_SIZE)
  return size
}

/** Digits only; a number too long to be held exactly is still a number, and beyond every bound. */
function wholeNumber(value: string): number | undefined {
  return /^\d+$/.test(value) ? Number(value) : undefined
}

/** A yes/no parameter: `true`, `false`, `1`, `0`, any case; not given is no. */
export function readBoolean(name: string, value: string | undefined): boolean {
  const word = value?.toLowerCase() ?? 'false'
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  throw wrong(`${name} ${quoted(value ?? '')} must be true or false`)
}

/** The names of the fields that may be selected. */
const selectable = CATALOGUE.filter((field) => field.select !== 'never').map((field) => field.name)

/** The fields of a list of names; the defaults when it names none. Fails with `params`. */
export function readFields(value: string | undefined, defaults: readonly Field[]): readonly Field[] {
  const names = (value ?? '').split(',').map((name) => name.trim())
  const asked = names.filter((name) => name !== '')
  if (asked.length > MAX_FIELDS)
    throw wrong(`fields names ${asked.length} fields; at most ${MAX_FIELDS} are taken`)
  return asked.length === 0 ? defaults : asked.map(readField)
}

function readField(name: string): Field {
  const field = findField(name)
  if (field === undefined) {
    const known = name.length > 64 ? undefined : nearest(name, fieldNames())
    const advice = known === undefined ? `known are ${selectable.join(', ')}` : `did you mean \`${known}\`?`
    throw wrong(`fields names an unknown field ${quoted(name)}; ${advice}`)
  }
  if (field.select === 'never')
    throw wrong(`fields names \`${field.name}\`, which is a condition only and has no value to select`)
  return field
}
