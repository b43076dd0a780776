// Reading parsed JSON without trusting its shape.

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object; a key may be absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** The value as an object, or undefined when it is none. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

/** The value as a list, or an empty one when it is none. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** The value as a text, or undefined when it is none; numbers are not texts. */
export function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The texts of a list, others left out; a single text counts as a list of one. */
export function asTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return asList(value).filter((item) => typeof item === 'string')
}

/** The value as a finite number: numbers, and texts that are a decimal number. */
export function asNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  // Longer texts are not numbers, and trying them would take time in the square of their length.
  if (typeof value !== 'string' || value.length > 64) return undefined
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The value at a path of own keys and list positions, or undefined where the path breaks off. */
export function dig(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = value
  for (const step of path) {
    if (typeof step === 'number') at = asList(at)[step]
    else {
      const object = asObject(at)
      at = object !== undefined && Object.hasOwn(object, step) ? object[step] : undefined
    }
    if (at === undefined) return undefined
  }
  return at
}

/** The JSON text of a value; a few words for one that is nested too deeply to be printed. */
export function printJson(value: Json): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return '(nested too deeply to be shown)'
    throw error
  }
}
