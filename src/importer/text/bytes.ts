// Bytes of services as texts people can search: UTF-8 where they are, `\xNN` where they are not.
import { Buffer, isUtf8 } from 'node:buffer'

const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/
const CONTROLS = new RegExp(CONTROL, 'g')
/** `\xNN` by character code, for the control characters. */
const ESCAPED = Array.from({ length: 128 }, (_, code) => `\\x${code.toString(16).padStart(2, '0')}`)

/** Length of the valid UTF-8 sequence (RFC 3629) that starts at `at`, or 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  const second = bytes[at + 1] ?? 0
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < lowest || second > highest) return 0
  for (let next = 2; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** By byte, 1 for the ASCII characters that stay as they are. */
const ASCII = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 ? 1 : 0))
const PRINTABLE = ASCII.map((kept, byte) => (CONTROL.test(String.fromCharCode(byte)) ? 0 : kept))

const DIGITS = Buffer.from('0123456789abcdef')
const PIECE = 64 * 1024
const LONGEST_PREFIX = 8
/** Where a piece is written before it becomes text; a piece may end within a sequence. */
const scratch = Buffer.allocUnsafe((PIECE + 4) * (LONGEST_PREFIX + 2))

function escapeBytes(bytes: Uint8Array, prefix: string, kept: Uint8Array): string {
  const mark = Buffer.from(prefix)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    let to = 0
    for (const end = Math.min(at + PIECE, bytes.length); at < end; ) {
      const byte = bytes[at] ?? 0
      const length = byte < 128 ? (kept[byte] ?? 0) : sequenceLength(bytes, at)
      if (length === 0) {
        for (let sign = 0; sign < mark.length; sign++) scratch[to++] = mark[sign] ?? 0
        scratch[to++] = DIGITS[byte >> 4] ?? 0
        scratch[to++] = DIGITS[byte & 15] ?? 0
        at++
      } else for (const next = at + length; at < next; ) scratch[to++] = bytes[at++] ?? 0
    }
    parts.push(scratch.toString('utf8', 0, to))
  }
  return parts.join('')
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Decodes UTF-8; each byte that is not part of a valid sequence becomes `prefix` and two hexadecimal digits. */
export function decodeUtf8(bytes: Uint8Array, prefix = '\\x'): string {
  return isUtf8(bytes) ? asBuffer(bytes).toString('utf8') : escapeBytes(bytes, prefix, ASCII)
}

/**
 * The text a banner is stored as: UTF-8 kept, bytes that are none and control characters other than tab, line feed and
 * carriage return as `\xNN` (lower-case digits). A backslash stays as it is.
 */
export function readableBytes(bytes: Uint8Array): string {
  return isUtf8(bytes)
    ? escapeControls(asBuffer(bytes).toString('utf8'))
    : escapeBytes(bytes, '\\x', PRINTABLE)
}

/** Control characters other than tab, line feed and carriage return as `\xNN`. */
export function escapeControls(text: string): string {
  return text.search(CONTROL) < 0
    ? text
    : text.replace(CONTROLS, (character) => ESCAPED[character.charCodeAt(0)] ?? '')
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
