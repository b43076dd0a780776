// Looking into JSON whose shape nobody guarantees.

/** The property of an object, or undefined of anything else. */
export function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/** The items of an array; none of anything else. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Names and values of an object; none of anything else. */
export function members(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

/** A text, or `''` for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A text that is not empty, or undefined. */
export function given(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
