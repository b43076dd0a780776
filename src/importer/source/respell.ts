// Text that other programs wrote in another way, as everything after here reads it: UTF-8 with line feeds.
import { isUtf8 } from 'node:buffer'
import { asUtf8, isGb18030, isLatin } from '../../util/index.ts'
import type { Bytes } from './stream.ts'

/** What is changed: the encoding of a table, or the ends of all lines. */
type Spelling = 'gb18030' | 'windows-1252 lines' | 'carriage returns' | 'separators'

const LF = 10
const CR = 13

/** How the text is spelled by its start; undefined where nothing is to change. `whole`: whether the start is all of it. */
export function spellingOf(head: Uint8Array, whole: boolean): Spelling | undefined {
  const hasLines = head.includes(LF)
  if (!hasLines && !head.includes(0)) {
    if (head.includes(CR)) return 'carriage returns'
    const text = textOf(head, whole)
    if (text !== undefined && !/^\s*[[{<]/.test(text) && SEPARATOR.test(text)) return 'separators'
  }
  if (head.includes(0) || !isTable(head)) return undefined
  return isGb18030(head, whole) ? 'gb18030' : 'windows-1252 lines'
}

const SEPARATOR = /[\u0085\u2028\u2029]/
const SEPARATORS = new RegExp(SEPARATOR, 'g')

/** The bytes as UTF-8, perhaps cut within a character; undefined where they are none. */
function textOf(bytes: Uint8Array, whole: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    return undefined
  }
}

/** Whether the first line names columns, and holds neither JSON, XML nor an address. */
function isTable(head: Uint8Array): boolean {
  const end = head.indexOf(LF)
  const first = Buffer.from(head.subarray(0, end < 0 ? head.length : end)).toString('latin1')
  const cells = first.trim().split(/[,;\t]/)
  return cells.length > 1 && cells.every((cell) => cell.length <= 60 && !/:\/\/|\d\.\d|^\s*[[{<]/.test(cell))
}

/** The bytes with the spelling undone. */
export function respell(source: Bytes, spelling: Spelling): Bytes {
  switch (spelling) {
    case 'gb18030':
      return asUtf8(source, () => spelling)
    case 'windows-1252 lines':
      return withoutLatin(source)
    case 'carriage returns':
      return withLineFeeds(source)
    case 'separators':
      return withoutSeparators(source)
  }
}

/** Bytes of a line that are kept for its end; longer ones are passed as they are. */
const LONGEST_LINE = 1024 * 1024

/** Lines in Windows-1252, as spreadsheets of Europe save them, as UTF-8; other programs write raw bytes between lines in UTF-8. */
async function* withoutLatin(source: Bytes): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const last = bytes.lastIndexOf(LF) + 1
    const end = bytes.length - last > LONGEST_LINE ? bytes.length : last
    rest = bytes.subarray(end)
    if (end > 0) yield linesAsUtf8(bytes.subarray(0, end))
  }
  if (rest.length > 0) yield linesAsUtf8(rest)
}

function linesAsUtf8(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(LF, from)
    const line = bytes.subarray(from, found < 0 ? bytes.length : found + 1)
    lines.push(
      isUtf8(line) || !isLatin(line, true) ? line : Buffer.from(new TextDecoder('windows-1252').decode(line)),
    )
    from += line.length
  }
  return Buffer.concat(lines)
}

async function* withLineFeeds(source: Bytes): AsyncGenerator<Uint8Array> {
  let before = 0
  for await (const chunk of source) {
    const copy = new Uint8Array(chunk.length)
    let to = 0
    for (const byte of chunk) {
      // Lines further down may end in both.
      if (!(byte === LF && before === CR)) copy[to++] = byte === CR ? LF : byte
      before = byte
    }
    yield copy.subarray(0, to)
  }
}

async function* withoutSeparators(source: Bytes): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of source)
    yield Buffer.from(decoder.decode(chunk, { stream: true }).replace(SEPARATORS, '\n'))
  yield Buffer.from(decoder.decode())
}
