// The character encoding of a page, as browsers find it, and its text.
import { type Buffer, isAscii, isUtf8 } from 'node:buffer'
import { decodeUtf8 } from '../text/index.ts'

/** What is known about a text's character encoding besides its bytes. */
interface CharsetHints {
  /** The label its transport states. */
  readonly stated: string | undefined
  /** The name of the host it comes from: its top-level domain is the last resort, as it is in browsers. */
  readonly host: string
  /** Whether the bytes end within the text, perhaps within a character. */
  readonly cut: boolean
}

/** Bytes from the start in which a document's own statement is looked for. */
const DECLARATION_LIMIT = 4096
const DECLARATIONS = [
  /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([\w:.-]+)/i,
  /<meta\s[^>]{0,500}?charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i,
  /^@charset "([\w:.-]+)"/,
]

/** The encodings that undeclared pages of a top-level domain are written in, where that is not windows-1252. */
const BY_DOMAIN: Readonly<Record<string, readonly string[]>> = {
  cn: ['gb18030'],
  tw: ['big5'],
  hk: ['big5'],
  jp: ['iso-2022-jp', 'euc-jp', 'shift_jis'],
  kr: ['euc-kr'],
  ru: ['windows-1251'],
  ua: ['windows-1251'],
  by: ['windows-1251'],
  bg: ['windows-1251'],
  rs: ['windows-1250'],
  pl: ['windows-1250'],
  cz: ['windows-1250'],
  sk: ['windows-1250'],
  hu: ['windows-1250'],
  ro: ['windows-1250'],
  hr: ['windows-1250'],
  si: ['windows-1250'],
  gr: ['windows-1253'],
  tr: ['windows-1254'],
  il: ['windows-1255'],
  th: ['windows-874'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  ee: ['windows-1257'],
  vn: ['windows-1258'],
}

/** The standard's name of an encoding label; undefined for labels that name none. */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined || label === '') return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function declared(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, DECLARATION_LIMIT)
  for (const pattern of DECLARATIONS) {
    const encoding = encodingOf(pattern.exec(start)?.[1])
    // A declaration readable as ASCII cannot be UTF-16; browsers take such pages as UTF-8.
    if (encoding !== undefined) return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  }
  return undefined
}

function strictly(encoding: string, bytes: Buffer, cut: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
}

/** Without the incomplete UTF-8 sequence a cut text may end with. */
function withoutTornEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes
    if (byte < 0xc0) continue
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** A stretch that is not wholly in its encoding: the characters that are, and `\xNN` for the bytes that are none. */
function readableStretch(encoding: string, bytes: Buffer): string {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    let length = 1
    let character = decoder.decode(bytes.subarray(at, at + 1))
    while (character.includes('\ufffd') && length < 4)
      character = decoder.decode(bytes.subarray(at, at + ++length))
    const wrong = character.includes('\ufffd')
    text += wrong ? `\\x${bytes.toString('hex', at, at + 1)}` : character
    at += wrong ? 1 : length
  }
  return text
}

const STRETCH = 1024
/** Bytes looked at one by one before what is wrong becomes U+FFFD, as it does in browsers. */
const SALVAGE_LIMIT = 16 * 1024
const STATEFUL = new Set(['iso-2022-jp', 'utf-16le', 'utf-16be'])

/** Decodes what is in its encoding and keeps the rest readable. */
function leniently(encoding: string, bytes: Buffer): string {
  if (encoding === 'utf-8') return decodeUtf8(bytes)
  if (STATEFUL.has(encoding)) return new TextDecoder(encoding).decode(bytes)
  const parts: string[] = []
  let salvaged = 0
  for (let start = 0; start < bytes.length; ) {
    // A line feed is never part of another character.
    const lineFeed = bytes.indexOf(10, start + STRETCH)
    const stretch = bytes.subarray(start, lineFeed < 0 ? bytes.length : lineFeed + 1)
    const exact = strictly(encoding, stretch, false)
    if (exact === undefined) salvaged += stretch.length
    if (salvaged > SALVAGE_LIMIT) {
      parts.push(new TextDecoder(encoding).decode(bytes.subarray(start)))
      break
    }
    parts.push(exact ?? readableStretch(encoding, stretch))
    start += stretch.length
  }
  return parts.join('')
}

function isSingleByte(encoding: string): boolean {
  return /^(windows-|iso-8859-|koi8|macintosh|x-mac|ibm866)/.test(encoding)
}

/** Whether most of what is not ASCII is valid UTF-8, judged by the beginning. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 65536)
  let valid = 0
  let wrong = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) wrong++
    else if (code > 127) valid++
  }
  return wrong < valid
}

function undeclared(bytes: Buffer, hints: CharsetHints): string {
  if (isMostlyUtf8(bytes)) return decodeUtf8(bytes)
  const domain = hints.host.slice(hints.host.lastIndexOf('.') + 1).toLowerCase()
  for (const encoding of BY_DOMAIN[domain] ?? []) {
    const text = strictly(encoding, bytes, hints.cut)
    // Some decoders let control characters of the upper range pass, which no page holds.
    if (text !== undefined && !/[\x80-\x9f]/.test(text)) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/**
 * Decodes a text whose encoding may be marked, stated, declared within or none of these, as browsers do, with two
 * differences: bytes that are valid UTF-8 and not ASCII are UTF-8 whatever one-byte encoding is claimed, and bytes that no claim
 * explains become `\xNN`. A byte-order mark is dropped.
 */
export function decodeText(bytes: Buffer, hints: CharsetHints): string {
  const marked = byMark(bytes)
  const claims = [marked, encodingOf(hints.stated), declared(bytes)].filter((claim) => claim !== undefined)
  const [first] = claims
  const whole = hints.cut ? withoutTornEnd(bytes) : bytes
  const oneByte = first === undefined || isSingleByte(first)
  if (oneByte && !isAscii(whole) && isUtf8(whole)) return whole.toString('utf8')
  for (const encoding of claims) {
    const text = strictly(encoding, bytes, hints.cut)
    if (text !== undefined) return text
  }
  return first === undefined ? undeclared(whole, hints) : leniently(first, whole)
}
