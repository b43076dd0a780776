// Texts whose encoding is beside them under `_encoding`.
import { Buffer } from 'node:buffer'
import { textAt } from '../fact/index.ts'
import { type JsonObject, readableBytes } from '../text/index.ts'

/** The encoding of the text under a key, as Node names it; undefined for text that stands as it is. */
export function encodingOf(record: JsonObject, key: string): 'base64' | 'hex' | undefined {
  const encoding = textAt(record, '_encoding', key)
  return encoding === 'DISPLAY_BASE64' ? 'base64' : encoding === 'DISPLAY_HEX' ? 'hex' : undefined
}

/** The bytes behind an encoded text; undefined where there is none or it stands as it is. */
export function bytesIn(record: JsonObject, key: string): Buffer | undefined {
  const text = textAt(record, key)
  const encoding = encodingOf(record, key)
  return text === undefined || encoding === undefined ? undefined : Buffer.from(text, encoding)
}

/** The text under a key, decoded where it is encoded. */
export function textIn(record: JsonObject, key: string): string | undefined {
  const bytes = bytesIn(record, key)
  return bytes === undefined ? textAt(record, key) : readableBytes(bytes)
}
