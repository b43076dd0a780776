// Text that other programs wrote in another way, as everything after here reads it: UTF-8 with line feeds.
import { asUtf8, isGb18030 } from '../../util/index.ts'
import type { Bytes } from './stream.ts'

/** What is changed: the encoding of a table, or the ends of all lines. */
type Spelling = 'gb18030' | 'carriage returns' | 'separators'

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
  return isGb18030Table(head, whole) ? 'gb18030' : undefined
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

/** A table in GB18030, as spreadsheets in Chinese save CSV: its first line names columns, and holds neither JSON, XML nor an address. */
function isGb18030Table(head: Uint8Array, whole: boolean): boolean {
  const end = head.indexOf(LF)
  const first = Buffer.from(head.subarray(0, end < 0 ? head.length : end)).toString('latin1')
  const cells = first.trim().split(/[,;\t]/)
  const names = cells.every((cell) => cell.length <= 60 && !/:\/\/|\d\.\d|^\s*[[{<]/.test(cell))
  return cells.length > 1 && names && isGb18030(head, whole)
}

/** The bytes with the spelling undone. */
export function respell(source: Bytes, spelling: Spelling): Bytes {
  switch (spelling) {
    case 'gb18030':
      return asUtf8(source, () => 'gb18030')
    case 'carriage returns':
      return withLineFeeds(source)
    case 'separators':
      return withoutSeparators(source)
  }
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
