// Bytes of a feed as text: gzip undone, sizes bounded, binary refused.
import { gunzipSync } from 'node:zlib'
import { FeedError, type FeedText } from './feed.ts'

/** Bytes a feed may have after decompression. */
export const MOST_BYTES = 256 * 1024 * 1024

const HEAD = 65_536

/** Decodes a feed. Throws `FeedError` where it is corrupt, too large or no text. */
export function feedText(bytes: Uint8Array): FeedText {
  const plain = unpack(bytes)
  if (plain.length > MOST_BYTES) throw new FeedError(tooLarge)
  if (encodingOf(plain) === 'utf-8' && plain.subarray(0, HEAD).includes(0))
    throw new FeedError('the file is binary, not text or JSON')
  const whole = withNewlines(new TextDecoder(encodingOf(plain)).decode(plain))
  return { whole, head: whole.slice(0, HEAD), ...lazyJson(whole) }
}

/** What Windows saves as Unicode text says so in its first two bytes. */
const encodingOf = (plain: Uint8Array): string =>
  plain[0] === 0xff && plain[1] === 0xfe
    ? 'utf-16le'
    : plain[0] === 0xfe && plain[1] === 0xff
      ? 'utf-16be'
      : 'utf-8'

/** Every end of a line as `\n`; old files end lines with `\r` alone. */
const withNewlines = (whole: string): string => (whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole)

const tooLarge = `the file is larger than ${MOST_BYTES / 1024 / 1024} MiB`

function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw new FeedError(tooLarge)
    throw new FeedError('the gzip data is corrupt or cut short')
  }
}

function lazyJson(whole: string): Pick<FeedText, 'json' | 'jsonProblem'> {
  let read: { readonly value: unknown; readonly problem: string } | undefined
  const once = () => (read ??= parse(whole))
  return { json: () => once().value, jsonProblem: () => once().problem }
}

function parse(whole: string): { value: unknown; problem: string } {
  if (!isJsonLike(whole)) return { value: undefined, problem: 'the file is not JSON' }
  try {
    return { value: JSON.parse(whole), problem: '' }
  } catch (error) {
    const [reason = ''] = String((error as Error).message).split('\n')
    return { value: undefined, problem: `the JSON is broken or cut short: ${reason.slice(0, 160)}` }
  }
}

const JSON_START = /^\s*(?:\{|\[\s*(?:[[{"\]]|-?\d+(?:\.\d+)?\s*[,\]]|(?:true|false|null)\b))/

/** Whether a text begins like JSON; `[section]` and `[2001:db8::1]:80` do not. */
export const isJsonLike = (text: string): boolean => JSON_START.test(text)

/** Where a comment begins: `#` anywhere, `;` at the start or after a blank, because within a line it parts addresses. */
const COMMENT = /#|^;|\s;/

/** Calls `take` with every line, trimmed and without its comment (`#` or ` ;`), that then holds anything, and its number from 1. */
export function eachLine(
  text: FeedText,
  take: (line: string, number: number, comment: string) => void,
): void {
  const { whole } = text
  let number = 0
  for (let from = 0; from < whole.length; ) {
    const found = whole.indexOf('\n', from)
    const to = found < 0 ? whole.length : found
    const line = whole.slice(from, to)
    number++
    from = to + 1
    if (line.startsWith('//')) continue
    const cut = line.search(COMMENT)
    const content = (cut < 0 ? line : line.slice(0, cut)).trim()
    if (content !== '') take(content, number, cut < 0 ? '' : line.slice(cut).trim().slice(1).trim())
  }
}

/** The comment lines (`#` or `;`) of the beginning of the file, without their mark. */
export function headComments(text: FeedText): string[] {
  return text.head
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[#;]/.test(line))
    .map((line) => line.replace(/^[#;\s]+/, ''))
}

/** Seconds since 1970 UTC of a date in any common writing; undefined where it is none or lies outside 1990–2100. */
export function readDate(text: string): number | undefined {
  const spelled = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/.test(text)
    ? `${text.replace(' ', 'T')}Z`
    : text
  const seconds = Math.floor(Date.parse(spelled) / 1000)
  return seconds > 631_152_000 && seconds < 4_102_444_800 ? seconds : undefined
}
