// What a service that is not a web server says.
import { Buffer } from 'node:buffer'
import { textAt } from '../fact/index.ts'
import { escapeControls, type JsonObject, readableBytes } from '../text/index.ts'
import { textIn } from './encoding.ts'

/** The banner of a service, with bytes that are not text as `\xNN`. */
export function bannerOf(service: JsonObject): string | undefined {
  const text = textIn(service, 'banner')
  const hex = textAt(service, 'banner_hex')
  // The text shows bytes that are not valid UTF-8 as U+FFFD; the hexadecimal form has them.
  if (hex !== undefined && /^([0-9a-f]{2})+$/i.test(hex) && (text === undefined || text.includes('\ufffd')))
    return readableBytes(Buffer.from(hex, 'hex'))
  return text === undefined ? undefined : escapeControls(text)
}
