// Makes values that sources state fit for the store, unchanged wherever possible.
import { COLUMNS, type Column, columnRow, type Range } from '../asset/index.ts'
import { readAddress } from './identity.ts'
import { printable, wellFormed } from './text.ts'

type Clean = (value: unknown) => unknown

const text: Clean = (value) => (typeof value === 'string' ? wellFormed(value) : undefined)

const list: Clean = (value) => {
  if (!Array.isArray(value)) return undefined
  return value.filter((entry) => typeof entry === 'string' && entry !== '').map(wellFormed)
}

const yesNo: Clean = (value) => (typeof value === 'boolean' || value === null ? value : undefined)

function number({ least, most, whole }: Range): Clean {
  return (value) => {
    if (value === null) return null
    if (typeof value !== 'number' || !(value >= least && value <= most)) return undefined
    return whole && !Number.isInteger(value) ? undefined : value
  }
}

const address: Clean = (value) => {
  if (value === '') return ''
  return typeof value === 'string' ? readAddress(value) : undefined
}

/** Columns whose values have a special format. */
const OWN_CLEANERS: Partial<Record<Column, Clean>> = {
  ip: address,
  banner: (value) => (typeof value === 'string' ? printable(wellFormed(value)) : undefined),
  type: (value) => (value === '' || value === 'subdomain' || value === 'service' ? value : undefined),
}

function cleanerOf(column: Column): Clean {
  const row = columnRow(column)
  if (row.many) return list
  if (row.range !== undefined) return number(row.range)
  return row.unknown === null ? yesNo : text
}

const CLEANERS = new Map(COLUMNS.map((column) => [column, OWN_CLEANERS[column] ?? cleanerOf(column)]))

/** The value as the column can store it, or undefined when it cannot be one. */
export function cleanValue<Value>(column: Column, value: unknown): Value | undefined {
  return CLEANERS.get(column)?.(value) as Value | undefined
}
