// Bytes of services as texts people can search: UTF-8 where they are, `\xNN` where they are not.
import { Buffer, isUtf8 } from 'node:buffer'

const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** Length of the valid UTF-8 sequence that starts at `at`, or 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/** Decodes UTF-8; each byte that is not part of a valid sequence becomes `prefix` and two hexadecimal digits. */
export function decodeUtf8(bytes: Uint8Array, prefix = '\\x'): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  if (!text.includes('\ufffd') || isUtf8(buffer)) return text
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer, at)
    if (length > 0) {
      at += length
      continue
    }
    parts.push(buffer.toString('utf8', start, at), prefix, hex(buffer[at] ?? 0))
    start = ++at
  }
  parts.push(buffer.toString('utf8', start, buffer.length))
  return parts.join('')
}

/**
 * The text a banner is stored as: UTF-8 kept, bytes that are none and control characters other than tab, line feed and
 * carriage return as `\xNN` (lower-case digits). A backslash stays as it is.
 */
export function readableBytes(bytes: Uint8Array): string {
  return escapeControls(decodeUtf8(bytes))
}

/** Control characters other than tab, line feed and carriage return as `\xNN`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (character) => `\\x${hex(character.charCodeAt(0))}`)
}

/** Lone surrogates, which no UTF-8 text can hold, as U+FFFD. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** The bytes of a text whose characters are one byte each (U+0000–U+00FF), or undefined when one is beyond. */
export function bytesOfLatin1(text: string): Uint8Array | undefined {
  return /[^\x00-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1')
}

/** The bytes of a text in which `\xNN` stands for one byte; everything else is UTF-8, other escapes included. */
export function bytesOfEscaped(text: string): Uint8Array {
  if (!text.includes('\\x')) return Buffer.from(text, 'utf8')
  const parts = text.split(/\\x([0-9a-fA-F]{2})/)
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')))
}

/** The first `limit` UTF-16 units, never ending within a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit)
}
