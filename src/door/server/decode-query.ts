// Decodes the parameter `qbase64`.
import type { AppError } from '../../error/index.ts'
import { wrong } from '../../operation/index.ts'

/** The error for a call without a query. */
export const missingQuery = (): AppError =>
  wrong('qbase64 is missing; it takes the query text encoded as base64')

/**
 * Decodes the query text of a `qbase64` value: standard or URL-safe alphabet, padded or not, `+` that arrived as a blank, left-over
 * percent escapes, line ends as `base64` writes them. Fails with code `params`, naming the position.
 */
export function decodeQuery(value: string): string {
  const letters = withoutEnd(unescapePercent(value).replace(/[\r\n]/g, ''))
    .replaceAll(' ', '+')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const body = letters.slice(0, lengthWithoutPadding(letters))
  const odd = body.search(/[^A-Za-z0-9+/]/)
  if (odd >= 0) throw wrong(`qbase64 is not base64: unexpected ${shown(body, odd)} at position ${odd + 1}`)
  if (body.length % 4 === 1)
    throw wrong(`qbase64 is not base64: ${body.length} characters cannot be a whole number of bytes`)
  return decodeText(Buffer.from(body, 'base64'))
}

/** Blanks after the padding are ignored; after a letter they may be a `+`. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith('=') ? trimmed : text
}

// A loop, because the expression `=+$` takes quadratic time over a text of many such signs.
function lengthWithoutPadding(text: string): number {
  let length = text.length
  while (length > 0 && text[length - 1] === '=') length--
  return length
}

function unescapePercent(value: string): string {
  return value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function shown(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  return code < 0x20 || code === 0x7f ? `character ${code}` : `\`${String.fromCodePoint(code)}\``
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const at = firstWrongByte(bytes)
    throw wrong(
      at === undefined
        ? 'qbase64 does not hold UTF-8 text: it ends inside a character'
        : `qbase64 does not hold UTF-8 text: unexpected byte ${hex(bytes[at] ?? 0)} at offset ${at}`,
    )
  }
}

const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`

/** Offset of the first byte that is not valid UTF-8, or undefined when only the end of the bytes is missing. */
function firstWrongByte(bytes: Uint8Array): number | undefined {
  const begins = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  if (begins(bytes.length)) return undefined
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (begins(middle)) good = middle
    else bad = middle
  }
  return good
}
