// The records of examples: the values that a rule's author wrote, and unknown for the rest.
import { type Asset, UNKNOWN_ASSET } from '../asset/index.ts'
import { AppError } from '../error/index.ts'
import { findField } from '../field/index.ts'
import type { ExampleText } from './rule.ts'

/** The record of an example, whose names are those of fields; `version` and `model` are what the rule must find. */
export function exampleRecord(example: ExampleText): Asset {
  const values = Object.entries(example).flatMap(([name, value]) => {
    if (name === 'version' || name === 'model') return []
    const field = findField(name)
    if (field === undefined) throw new AppError('input', `unknown field \`${name}\` in an example`)
    const isMany = Array.isArray(UNKNOWN_ASSET[field.column])
    return [[field.column, isMany && !Array.isArray(value) ? [value] : value] as const]
  })
  return { ...UNKNOWN_ASSET, ...Object.fromEntries(values) }
}
