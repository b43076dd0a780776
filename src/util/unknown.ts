// Values of unknown shape: JSON that others wrote.

/** Whether a value is an object with members: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; none of anything else. */
export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The texts of a list that are not empty; none of anything else. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : []
}

/** A text, or `''` for anything else. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The value of a text in JSON; undefined for any other text. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
