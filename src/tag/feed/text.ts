// Bytes of a feed as text: gzip undone, sizes bounded, encodings undone, binary refused.
import { gunzipSync } from 'node:zlib'
import { textEncodingOf } from '../../util/index.ts'
import { FeedError, type FeedText } from './feed.ts'
import { refuseTooDeep } from './json.ts'
import { withPlainMarks, withPlainPorts } from './plain-mark.ts'

/** Bytes a feed may have after decompression. */
const MOST_BYTES = 256 * 1024 * 1024

const HEAD = 65_536

/** Decodes a feed. Throws `FeedError` where it is corrupt, too large or no text. */
export function feedText(bytes: Uint8Array): FeedText {
  const plain = unpack(bytes)
  const encoding = textEncodingOf(plain.subarray(0, HEAD), plain.length <= HEAD)
  if (!encoding.startsWith('utf-16')) refuseBinary(plain)
  const decoded = withNewlines(withoutUnseen(new TextDecoder(encoding).decode(plain)))
  const marked = isJsonLike(decoded) ? decoded : withPlainMarks(withPlainPorts(decoded))
  const whole = withoutFrames(withoutComments(withoutMark(marked)))
  return { whole, head: whole.slice(0, HEAD), ...lazyJson(whole) }
}

function refuseBinary(plain: Uint8Array): void {
  const at = plain.indexOf(0)
  if (at < 0) return
  if (plain.subarray(0, HEAD).includes(0)) throw new FeedError('the file is binary, not text or JSON')
  let line = 1
  for (let end = plain.indexOf(10); end >= 0 && end < at; end = plain.indexOf(10, end + 1)) line++
  throw new FeedError(`line ${line}: a NUL byte, which no text has; the file may be damaged`)
}

/** Every end of a line as `\n`: old files end lines with `\r` alone, some editors with the separators of Unicode. */
function withNewlines(whole: string): string {
  const text = whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole
  // Within the texts of JSON they are characters like others.
  return SEPARATORS.test(text) && !isJsonLike(text) ? text.replace(/[\u0085\u2028\u2029]/g, '\n') : text
}

/** Characters without a glyph, which come along when text is copied from a page. */
const withoutUnseen = (whole: string): string =>
  UNSEEN.test(whole) ? whole.replace(new RegExp(UNSEEN, 'g'), '') : whole

const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/

const COMMENT_MARKS = [
  { from: '/*', to: '*/' },
  { from: '<!--', to: '-->' },
]

/** Without comments of one or several lines; their line ends stay, so that lines keep their numbers. */
function withoutComments(whole: string): string {
  if (isJsonLike(whole) || /^\s*<(?!!--)/.test(whole)) return whole
  return COMMENT_MARKS.reduce((text, { from, to }) => withoutBlocks(text, from, to), whole)
}

/** Only behind a blank or a mark, and over several lines only at the start of one: `/*` may be a path and `*` + `/*` any type. */
function withoutBlocks(text: string, from: string, to: string): string {
  const parts: string[] = []
  let kept = 0
  let end = -1
  let newline = -1
  for (let at = text.indexOf(from); at >= 0; ) {
    if (end < at + from.length) end = text.indexOf(to, at + from.length)
    if (end < 0) break
    if (newline < at) newline = nextNewline(text, at)
    const isComment = beginsComment(text, at, end < newline)
    if (isComment) {
      parts.push(text.slice(kept, at), text.slice(at, end).replace(/[^\n]+/g, ' '))
      kept = end + to.length
    }
    at = text.indexOf(from, isComment ? kept : at + from.length)
  }
  return kept === 0 ? text : parts.join('') + text.slice(kept)
}

function nextNewline(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** Characters of a line before a mark that are looked at. */
const BEFORE = 256

function beginsComment(text: string, at: number, endsInLine: boolean): boolean {
  const near = text.slice(Math.max(0, at - BEFORE), at)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  if (before.trim() === '') return before.length < BEFORE
  return endsInLine && !/^\s*(?:#|;|\/\/)/.test(before) && /[\s;,{}()[\]]/.test(before.at(-1) ?? '')
}

/** Lines of nothing but the frame of a table that a program drew; the bars between its cells are made plain. */
const withoutFrames = (whole: string): string =>
  FRAME.test(whole) ? whole.replace(new RegExp(FRAME, 'gm'), '').replace(/[\u2502\u2503\u2551]/g, '|') : whole

const FRAME = /^[ \t]*[+\u2500-\u257f][+=\u2500-\u257f-]{2,}[ \t]*$/m

const SEPARATORS = /[\u0085\u2028\u2029]/

/** Without the line `sep=;` that spreadsheets put before a table; an empty line keeps the numbers of the others. */
const withoutMark = (whole: string): string => whole.replace(/^sep=[,;\t|](?=\n)/i, '')

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
  let value: unknown
  try {
    value = JSON.parse(whole)
  } catch (error) {
    const [reason = ''] = String((error as Error).message).split('\n')
    return { value: undefined, problem: `the JSON is broken or cut short: ${reason.slice(0, 160)}` }
  }
  refuseTooDeep(value)
  return { value, problem: '' }
}

const JSON_START = /^\s*(?:\{|\[\s*(?:[[{"\]]|-?\d+(?:\.\d+)?\s*[,\]]|(?:true|false|null)\b))/

/** Whether a text begins like JSON; `[section]` and `[2001:db8::1]:80` do not. */
export const isJsonLike = (text: string): boolean => JSON_START.test(text)

/** Where a comment begins: `#` anywhere but between two numbers (`12#13` of nginx), `;` at the start or after a blank, because within a line it parts addresses. */
const COMMENT = /(?<!\s\d{1,10})#|#(?!\d)|^;|\s;/

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
    if (/^\s*(?:\/\/|(?:%|--|REM)\s)/i.test(line)) continue
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
