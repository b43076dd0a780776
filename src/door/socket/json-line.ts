/**
 * A value as one line of JSON. Node's line reader also ends lines at U+2028 and U+2029, which JSON leaves as they are, so those are
 * written as escapes.
 */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}
