// A reader of DER (ITU-T X.690), limited to what certificates need. It checks lengths and never throws: missing data is undefined.
import { memoize } from '../../util/index.ts'

/** One element: its tag byte and the position of its content in `bytes`. */
export interface Element {
  readonly bytes: Uint8Array
  readonly tag: number
  /** Offset of the tag. */
  readonly from: number
  readonly start: number
  readonly end: number
  /** Whether its end is missing: some tools truncate long certificates. */
  readonly isCut: boolean
}

const CONSTRUCTED = 0x20
/** Longer identifiers and numbers do not occur. */
const LONGEST_OID = 128
const LONGEST_INTEGER = 16 * 1024

/** Tag bytes used in certificates. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  universalString: 0x1c,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
} as const

/** The element that starts at `from`. An element that exceeds `limit` is cut there if that is allowed, else it is undefined. */
export function readElement(
  bytes: Uint8Array,
  from = 0,
  limit = bytes.length,
  mayBeCut = false,
): Element | undefined {
  const tag = bytes[from]
  const first = bytes[from + 1]
  if (tag === undefined || first === undefined || from + 2 > limit) return undefined
  let length = first
  let start = from + 2
  if (first > 0x80) {
    const count = first & 0x7f
    if (count > 4) return undefined
    length = 0
    for (let at = 0; at < count; at++) length = length * 256 + (bytes[start + at] ?? 0)
    start += count
  } else if (first === 0x80) return undefined
  const isCut = start + length > limit
  if (isCut && (!mayBeCut || start > limit)) return undefined
  return { bytes, tag, from, start, end: isCut ? limit : start + length, isCut }
}

/** The child elements up to the first broken one; a cut child counts only if it has children itself. */
export function children(parent: Element | undefined): readonly Element[] {
  const list: Element[] = []
  if (parent === undefined) return list
  let at = parent.start
  while (at < parent.end) {
    const element = readElement(parent.bytes, at, parent.end, parent.isCut)
    if (element === undefined || (element.isCut && (element.tag & CONSTRUCTED) === 0)) break
    list.push(element)
    at = element.end
  }
  return list
}

/** The content's bytes. */
export function content(element: Element): Uint8Array {
  return element.bytes.subarray(element.start, element.end)
}

/** The whole element's bytes, including tag and length. */
export function whole(element: Element): Uint8Array {
  return element.bytes.subarray(element.from, element.end)
}

/** A signed integer of any size. */
export function readInteger(element: Element | undefined): bigint | undefined {
  if (element === undefined || element.start === element.end) return undefined
  if (element.end - element.start > LONGEST_INTEGER) return undefined
  const bytes = content(element)
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  return (bytes[0] ?? 0) < 0x80 ? value : value - (1n << BigInt(bytes.length * 8))
}

/** An object identifier in dotted form; `''` if invalid. */
export function readOid(element: Element | undefined): string {
  if (element === undefined || element.tag !== TAG.oid) return ''
  if (element.end - element.start > LONGEST_OID) return ''
  return dotted(Buffer.from(content(element)).toString('latin1'))
}

// Certificates use the same few dozen identifiers.
const dotted = memoize(500, (bytes) => {
  const parts: bigint[] = []
  let value = 0n
  for (const byte of Buffer.from(bytes, 'latin1')) {
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (byte >= 0x80) continue
    parts.push(value)
    value = 0n
  }
  const [first, ...rest] = parts
  if (first === undefined) return ''
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n
  return [root, first - root * 40n, ...rest].join('.')
})

/** A character string of any of the string types. */
export function readString(element: Element): string {
  const bytes = Buffer.from(content(element))
  if (element.tag === TAG.bmpString) return decodeWide(bytes, 2)
  if (element.tag === TAG.universalString) return decodeWide(bytes, 4)
  const text = bytes.toString('utf8')
  // TeletexString and similar types contain Latin-1 in practice; invalid UTF-8 is read the same way.
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

function decodeWide(bytes: Buffer, width: 2 | 4): string {
  let text = ''
  for (let at = 0; at + width <= bytes.length; at += width) {
    const code = bytes.readUIntBE(at, width)
    text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  }
  return text.toWellFormed()
}

/** A UTCTime or GeneralizedTime as `YYYY-MM-DD HH:MM:SS` in UTC; `''` if invalid. */
export function readTime(element: Element | undefined): string {
  if (element === undefined) return ''
  const text = Buffer.from(content(element)).toString('latin1')
  const short = element.tag === TAG.utcTime
  const pattern = short
    ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:Z|([+-]\d{4}))?$/
    : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?(?:Z|([+-]\d{4}))?$/
  const match = pattern.exec(text)
  if (match === null) return ''
  const [, year = '', month, day, hour, minute, second = '00', zone] = match
  // RFC 5280 §4.1.2.5.1: the years 50–99 are 1950–1999.
  const full = short ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  const instant = new Date(
    `${full}-${month}-${day}T${hour}:${minute}:${second}${zone === undefined ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`}`,
  )
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString().slice(0, 19).replace('T', ' ')
}
