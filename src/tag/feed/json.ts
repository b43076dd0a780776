// Looking into JSON whose shape nobody guarantees.
import { FeedError } from './feed.ts'

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

/** Objects and arrays within each other; no list has as many. */
const DEEPEST = 500

/** Parses a document; undefined where the text is not JSON. Fails where it is nested too deep. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  refuseTooDeep(value)
  return value
}

/** Fails where a document is nested too deep. */
export function refuseTooDeep(document: unknown): void {
  const waiting: (readonly [value: object, depth: number])[] = []
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return
    if (depth > DEEPEST) throw new FeedError(`the document is nested more than ${DEEPEST} levels deep`)
    waiting.push([value, depth])
  }
  look(document, 1)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const value of Object.values(next[0])) look(value, next[1] + 1)
}
