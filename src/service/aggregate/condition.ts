// Conditions that narrow a query to the records counted under one value.
import type { Field } from '../../field/index.ts'
import { parseQuery, printQuery, quote } from '../../query/index.ts'

/** The condition that holds for exactly the records that were counted under a value of a field. */
export function conditionFor(field: Field, value: string): string {
  const quoted = quote(value)
  if (isReadOtherwise(field, value)) return `${field.name}=~${quote(`(?s)^${literal(value)}$`)}`
  switch (field.kind) {
    case 'text':
    case 'keyword':
    case 'address':
      return `${field.name}==${quoted}`
    case 'number':
    case 'time':
      return `${field.name}=${quoted}`
    case 'boolean':
      // Unknown counts as false for the language, and was not counted.
      return value === 'true' ? `${field.name}=${quoted}` : `(${field.name}=${quoted} && ${field.name}!="")`
  }
}

/** Whether a stored value, written as the value of a condition, would be read as something else: the name of a country as its code. */
function isReadOtherwise(field: Field, value: string): boolean {
  return field.name === 'country' && !/^[a-z]{2}$/i.test(value)
}

function literal(value: string): string {
  return value.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll('\0', '\\x00')
}

/** A query narrowed by conditions. Plain words are quoted, because beside a condition they no longer stand for themselves. */
export function narrowed(text: string, ...conditions: readonly string[]): string {
  const query = parseQuery(text)
  const original = query.mode === 'normal' ? printQuery(query.root) : text.trim()
  return [`(${original})`, ...conditions].join(' && ')
}
