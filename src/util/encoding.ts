// In which encoding a text was saved, by its first bytes, and texts of other encodings as UTF-8.
import { isGb18030 } from './gb18030.ts'

/** Encodings that are recognised; `utf-8` also where nothing says otherwise. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252'

/** Fewest characters in two bytes each that are taken for UTF-16 without its mark, and most that are looked at. */
const FEWEST_UNITS = 7
const MOST_UNITS = 128

/** The encoding of bytes from the start of a text. `whole`: whether they are all of it. */
export function textEncodingOf(bytes: Uint8Array, whole: boolean): TextEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (isWide(bytes, 0)) return 'utf-16le'
  if (isWide(bytes, 1)) return 'utf-16be'
  if (isGb18030(bytes, whole)) return 'gb18030'
  return isLatin(bytes, whole) ? 'windows-1252' : 'utf-8'
}

/** Bytes that are control characters or nothing in Windows-1252. */
const NOT_IN_LATIN = /[\0-\x08\x0e-\x1f\u0081\u008d\u008f\u0090\u009d]/
const WORD_WITH_ACCENT = /[a-z][\u00c0-\u00ff]|[\u00c0-\u00ff][a-z]/i

/** Text in Windows-1252, as spreadsheets in Europe save CSV: no character is UTF-8, where a damaged text has some that are. */
export function isLatin(bytes: Uint8Array, whole: boolean): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: !whole })
  if (!text.includes('\ufffd') || /[\u0080-\ufffc\ufffe\uffff]/.test(text)) return false
  const latin = new TextDecoder('windows-1252').decode(bytes)
  return WORD_WITH_ACCENT.test(latin) && !NOT_IN_LATIN.test(latin)
}

/** What Windows saves as Unicode text does not always begin with its mark: ASCII characters in two bytes each. */
function isWide(bytes: Uint8Array, offset: 0 | 1): boolean {
  const units = Math.min(bytes.length >> 1, MOST_UNITS)
  for (let unit = 0; unit < units; unit++)
    if (bytes[unit * 2 + offset] === 0 || bytes[unit * 2 + 1 - offset] !== 0) return false
  return units >= FEWEST_UNITS
}

/**
 * A text as UTF-8, piece by piece, by the encoding of its first piece that is not all ASCII. UTF-8 passes unchanged; other encodings lose their
 * byte order mark: Windows tools that redirect their output write UTF-16, spreadsheets in Chinese GB18030.
 */
export async function* asUtf8(
  source: AsyncIterable<Uint8Array>,
  encodingOf: (first: Uint8Array) => TextEncoding,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let encoding: TextEncoding | undefined
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const piece of source) {
    encoding ??= encodingOf(piece)
    if (encoding === 'utf-8' && isAscii(piece)) {
      encoding = undefined
      yield piece
      continue
    }
    decoder ??= new TextDecoder(encoding)
    if (encoding === 'utf-8') yield piece
    else yield* written(encoder, decoder.decode(piece, { stream: true }))
  }
  if (encoding !== 'utf-8') yield* written(encoder, decoder?.decode() ?? '')
}

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false
  return true
}

function* written(encoder: InstanceType<typeof TextEncoder>, text: string): Generator<Uint8Array> {
  if (text !== '') yield encoder.encode(text)
}
