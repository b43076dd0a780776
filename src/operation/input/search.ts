// Parameters of searches: the query, the fields, the size of a page.
import { Type } from 'typebox'
import { CATALOGUE, type Field, fieldNamed, fieldNames, findField, isCountable } from '../../field/index.ts'
import { sizeError, WIDEST_PAGE } from '../../service/search/index.ts'
import { nearest } from '../../util/index.ts'
import { flag, partsOf, verbatim } from './basic.ts'
import { type Param, quoted, textOf, wrong } from './param.ts'

/** The text of a query. Doors that take texts only receive it as base64. */
export const QUERY = verbatim('The query text.')

/** Whether old records count. */
export const FULL = flag('Whether records last seen more than one year ago are searched too.')

/** The size of a page of rows; its failure has a text of its own. */
export function rowCount(
  {
    least = 1,
    most,
    standard,
  }: { readonly least?: number; readonly most: number; readonly standard: number },
  description: string,
): Param<number> {
  return {
    schema: Type.Integer({ minimum: least, maximum: most, default: standard, description }),
    required: false,
    read: (given, name) => {
      const value = textOf(given, name)
      if (value === undefined) return standard
      const size = /^\d+$/.test(value) ? Number(value) : 0
      if (size >= least && size <= most) return size
      throw sizeError(value.slice(0, 64), most, least)
    },
  }
}

/**
 * The size of a page of records. The upper bound is that of the account with the widest limit; `checkSize` then reports each account's own
 * limit.
 */
export function recordCount({
  most,
  standard,
}: {
  readonly most: number
  readonly standard: number
}): Param<number> {
  const description = 'Records per page; 100 or fewer are advised when body is requested.'
  const { schema } = rowCount({ most, standard }, description)
  return {
    schema,
    required: false,
    read: (given, name) => {
      const value = textOf(given, name)
      if (value === undefined) return standard
      const size = /^\d{1,6}$/.test(value) ? Number(value) : 0
      if (size >= 1 && size <= WIDEST_PAGE) return size
      throw sizeError(value.slice(0, 64), most)
    },
  }
}

/** Fields one call may name, repeats counted. */
const MAX_FIELDS = 200

const selectable = CATALOGUE.filter((field) => field.select !== 'never').map((field) => field.name)
const countable = CATALOGUE.filter(isCountable).map((field) => field.name)

/** Fields whose values an answer shall hold. */
export function fieldList(standard: readonly string[], most = MAX_FIELDS): Param<readonly Field[]> {
  const defaults = standard.map(fieldNamed)
  return {
    schema: Type.String({
      default: standard.join(','),
      description: `Comma-separated names of fields, in the order of the values: ${selectable.join(', ')}.`,
    }),
    required: false,
    read: (given, name) => {
      const asked = partsOf(given, name)
      if (asked.length > most)
        throw wrong(`${name} names ${asked.length} fields; at most ${most} are allowed`)
      return asked.length === 0 ? defaults : asked.map((one) => readField(one, name))
    },
  }
}

/** A field as a caller named it. */
interface NamedField {
  readonly name: string
  readonly field: Field
}

/** Fields whose values are counted. */
export function countedFields(standard: readonly string[], most: number): Param<readonly NamedField[]> {
  return {
    schema: Type.String({
      default: standard.join(','),
      description: `Comma-separated names of fields: ${countable.join(', ')}. Times are counted by year.`,
    }),
    required: false,
    read: (given, name) => {
      const asked = partsOf(given, name)
      const names = asked.length === 0 ? standard : asked
      const fields = names.map((one) => ({ name: one.toLowerCase(), field: readField(one, name) }))
      if (fields.length > most)
        throw wrong(`${name} names ${fields.length} fields; at most ${most} are counted`)
      for (const { field } of fields) checkCountable(field, name)
      return fields
    },
  }
}

/** One field. */
export function oneField(description: string): Param<Field> {
  return {
    schema: Type.String({ description }),
    required: true,
    read: (given, name) => {
      if (typeof given !== 'string') throw wrong(`\`${name}\` must be a text`)
      return readField(given, name)
    },
  }
}

/** Fails when the values of a field are not counted. */
export function checkCountable(field: Field, name: string): void {
  if (isCountable(field)) return
  throw wrong(
    `${name} names \`${field.name}\`, whose values are not counted; those of ${countable.join(', ')} are`,
  )
}

function readField(name: string, parameter: string): Field {
  const field = findField(name)
  if (field === undefined) {
    const known = name.length > 64 ? undefined : nearest(name, fieldNames())
    const advice = known === undefined ? `known are ${selectable.join(', ')}` : `did you mean \`${known}\`?`
    throw wrong(`${parameter} names an unknown field ${quoted(name)}; ${advice}`)
  }
  if (field.select === 'never')
    throw wrong(`${parameter} names \`${field.name}\`, which is a condition only and has no value to select`)
  return field
}
