// Values recorded while the bytes of JSON text stream by, and their results.
import { Buffer } from 'node:buffer'
import type { Reading } from '../importer.ts'
import { decodeUtf8 } from './bytes.ts'
import { REJECT_TEXT_LIMIT, reject, tooLong } from './line.ts'

/** The text of one value and its position. */
export interface RawDocument {
  readonly kind: 'raw'
  readonly line: number
  readonly text: string
  /** The unwrapped path that it is an item of; empty for values on their own and for the wrapping object. */
  readonly path: string
  /** Its key, where the unwrapped value is an object and not an array. */
  readonly key: string | undefined
  /** `opening`: the wrapping object as far as it precedes its items. */
  readonly part: 'item' | 'opening' | 'whole'
  /** The input ends within it. */
  readonly cut?: true
}

/** The results of scanning. */
export type Found = RawDocument | Extract<Reading, { kind: 'reject' | 'note' }>

/** A value being recorded. */
export interface Recording {
  readonly line: number
  readonly indent: number
  readonly path: string
  readonly key: string | undefined
  readonly parts: Uint8Array[]
  size: number
}

/** A completed recording: its text, or the reject of a value beyond the limit. */
export function completed(from: Recording, part: 'item' | 'whole', limit: number): Found {
  const bytes = Buffer.concat(from.parts)
  if (from.size > limit) return tooLong(from.line, from.size, limit, bytes)
  const text = decodeUtf8(bytes, '\\\\x')
  return { kind: 'raw', line: from.line, text, path: from.path, key: from.key, part }
}

/** A recording that the end of the input cut. */
export function cutOff(from: Recording, part: 'item' | 'whole', limit: number): Found {
  const found = completed(from, part, limit)
  return found.kind === 'raw' ? { ...found, cut: true } : found
}

/** A recorded value that is rejected, with the text recorded so far. */
export function refused(from: Recording, reason: string, limit: number): Found {
  const bytes = Buffer.concat(from.parts)
  if (from.size > limit) return tooLong(from.line, from.size, limit, bytes)
  return reject(from.line, reason, decodeUtf8(bytes.subarray(0, REJECT_TEXT_LIMIT)))
}

/** Decodes a key from its bytes between the quotes. */
export function keyText(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
