// Texts whose encoding stands beside them under `_encoding`.
import { Buffer } from 'node:buffer'
import { textAt } from '../fact/index.ts'
import { type JsonObject, readableBytes } from '../text/index.ts'

/** The text under a key: as it stands, or decoded where it is base64 or hexadecimal. */
export function textIn(record: JsonObject, key: string): string | undefined {
  const text = textAt(record, key)
  if (text === undefined) return undefined
  const encoding = textAt(record, '_encoding', key)
  if (encoding === 'DISPLAY_BASE64') return readableBytes(Buffer.from(text, 'base64'))
  if (encoding === 'DISPLAY_HEX') return readableBytes(Buffer.from(text, 'hex'))
  return text
}
