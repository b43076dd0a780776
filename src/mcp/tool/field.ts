import { AppError } from '../../error/index.ts'
import { type Field, fieldNames, findField, isCountable } from '../../field/index.ts'
import { nearest } from '../../util/index.ts'

/** The fields of these names that an answer may hold. Fails with `params`. */
export function selectable(names: readonly string[]): readonly Field[] {
  return names.map((name) => {
    const field = known(name)
    if (field.select !== 'never') return field
    throw new AppError('params', `[-4] Params Error: \`${field.name}\` is a condition only and has no value`)
  })
}

/** The fields of these names whose values can be counted. Fails with `params`. */
export function countable(names: readonly string[]): readonly Field[] {
  return names.map((name) => {
    const field = known(name)
    if (isCountable(field)) return field
    throw new AppError('params', `[-4] Params Error: the values of \`${field.name}\` cannot be counted`)
  })
}

function known(name: string): Field {
  const field = findField(name)
  if (field !== undefined) return field
  const near = name.length > 64 ? undefined : nearest(name, fieldNames())
  const advice = near === undefined ? 'describe_fields lists them' : `did you mean \`${near}\`?`
  throw new AppError('params', `[-4] Params Error: there is no field \`${name.slice(0, 64)}\`; ${advice}`)
}
