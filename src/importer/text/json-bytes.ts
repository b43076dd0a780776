// The bytes that JSON text is built with.
import { Buffer } from 'node:buffer'

/** Line feed. */
export const LF = 10
/** `"` */
export const QUOTE = 34
/** `,` */
export const COMMA = 44
/** `:` */
export const COLON = 58
/** `[` */
export const OPEN_LIST = 91
/** `\` */
export const BACKSLASH = 92
/** `]` */
export const CLOSE_LIST = 93
/** `{` */
export const OPEN = 123
/** `}` */
export const CLOSE = 125
/** Longest key that is looked at, in bytes. */
export const LONGEST_KEY = 64 * 1024

/** Whether it is a blank of JSON. */
export function isBlank(byte: number): boolean {
  return byte === 32 || byte === LF || byte === 13 || byte === 9
}

/** Whether it closes a list or an object. */
export function isClosing(byte: number): boolean {
  return byte === CLOSE || byte === CLOSE_LIST
}

/** Whether a number, `true`, `false` or `null` may begin with it. */
export function startsScalar(byte: number): boolean {
  // - 0–9 t f n
  return byte === 45 || (byte >= 48 && byte <= 57) || byte === 116 || byte === 102 || byte === 110
}

/** The text of a key from its bytes between the quotes. */
export function keyText(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
