// A record's values as the API prints them, and as `=~` and `*=` match them.
import type { Asset } from '../asset/index.ts'
import { printTime, trimTail } from '../util/index.ts'
import type { Field } from './catalogue.ts'

/** A number in its shortest decimal form, never in exponent notation. */
export function printNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? trimTail(trimTail(value.toFixed(20), '0'), '.') : text
}

/** The values of a field as texts: none for unknown, one, or many. `now` (milliseconds) is the current time. */
export function printValues(asset: Asset, field: Field, now: number): readonly string[] {
  if (field.name === 'cert.is_expired') {
    return asset.cert_not_after === '' ? [] : [String(asset.cert_not_after < printTime(now))]
  }
  if (field.fromLists) return field.derive?.values(asset) ?? []
  if (field.name === 'import') return asset.imports.flatMap(([id]) => (id === '' ? [] : [id]))
  const value = asset[field.column]
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  if (typeof value === 'boolean') return [String(value)]
  if (typeof value === 'number') return [field.kind === 'time' ? printTime(value * 1000) : printNumber(value)]
  if (field.many || value.length === 0) return value as readonly string[]
  // Stored as one JSON text.
  return [JSON.stringify(value)]
}

/** The one text of a field in a result row: `''` for unknown, several values joined by `,`. */
export function printValue(asset: Asset, field: Field, now: number): string {
  return printValues(asset, field, now).join(',')
}
