// Conditions that narrow a query to the records counted under one value.
import type { Field } from '../../field/index.ts'
import { literalExpression, parseQuery, printQuery, quote, standsForItself } from '../../query/index.ts'

/** The condition that matches exactly the records counted under a value of a field. */
export function conditionFor(field: Field, value: string): string {
  const quoted = quote(value)
  if (!standsForItself(field, value)) return `${field.name}=~${quote(literalExpression(value))}`
  switch (field.kind) {
    case 'text':
    case 'keyword':
    case 'address':
      return `${field.name}==${quoted}`
    case 'number':
    case 'time':
      return `${field.name}=${quoted}`
    case 'boolean':
      // In the language unknown counts as false, but it was not counted.
      return value === 'true' ? `${field.name}=${quoted}` : `(${field.name}=${quoted} && ${field.name}!="")`
  }
}

/** A query narrowed by conditions. Plain words are quoted, because beside a condition they could mean something else. */
export function narrowed(text: string, ...conditions: readonly string[]): string {
  const query = parseQuery(text)
  const original = query.mode === 'normal' ? printQuery(query.root) : text.trim()
  return [`(${original})`, ...conditions].join(' && ')
}
