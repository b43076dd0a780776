// Reads the records of an ARC file.
import type { Buffer } from 'node:buffer'
import { type Block, ByteReader, LINE_LIMIT, lineText, passToRecord, readBlock } from '../capture/index.ts'

/** The line that begins a record, taken apart. */
interface RecordLine {
  readonly url: string
  readonly ip: string
  /** Digits, year first; another text where the writer knew none. */
  readonly date: string
  /** Undefined when the line states no usable length. */
  readonly length: number | undefined
  /** Whether scheme, address and date are what they should be: such a line begins a record wherever it is. */
  readonly sure: boolean
}

/** One record of an ARC file. */
export interface ArcRecord {
  readonly kind: 'record'
  /** From 1. */
  readonly number: number
  readonly line: RecordLine
  /** The line as it is. */
  readonly header: Buffer
  readonly block: Block
}

/** Bytes that belong to no record, and the record they come before. */
interface ArcJunk {
  readonly kind: 'junk'
  readonly number: number
  readonly block: Block
}

const URL_START = /^[a-z][a-z0-9+.-]*:/i
const KNOWN_SCHEME =
  /^(?:https?|ftps?|dns|filedesc|gopher|news|nntp|rtsp|mms|whois|urn|metadata|screenshot):/i
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i
const DATE = /^(?:\d{8,18}|-|null)$/

/** Where in `URL address date type … length` the date is: URLs and media types may hold blanks, addresses and dates do not. */
function datePosition(parts: readonly string[]): number | undefined {
  for (let at = parts.length - 3; at >= 2; at--) {
    if (DATE.test(parts[at] ?? '') && ADDRESS.test(parts[at - 1] ?? '')) return at
  }
  return undefined
}

/**
 * Reads the line that begins a record of version 1 (`URL IP-address Archive-date Content-type Archive-length`) or 2 (five more
 * fields before the length); undefined when it is none.
 */
export function readRecordLine(text: string): RecordLine | undefined {
  if (!URL_START.test(text)) return undefined
  const parts = text.split(' ')
  if (parts.length < 5) return undefined
  const found = datePosition(parts)
  const at = found ?? 2
  const length = parts.at(-1) ?? ''
  return {
    url: parts.slice(0, at - 1).join(' '),
    ip: parts[at - 1] ?? '',
    date: parts[at] ?? '',
    length: /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    sure: found !== undefined && KNOWN_SCHEME.test(text),
  }
}

function startsRecord(line: string): boolean {
  return readRecordLine(line)?.sure === true
}

async function passBlankLines(reader: ByteReader): Promise<Buffer> {
  while (true) {
    const line = await reader.peekLine(LINE_LIMIT)
    if (line.length === 0 || lineText(line).trim() !== '') return line
    await reader.pass(line.length)
  }
}

/**
 * Reads the records of ARC 1.0, 1.1 and 2.0 and whatever is between them, one at a time. Lengths that are absent or wrong
 * are repaired by looking for the next record.
 */
export async function* readArc(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArcRecord | ArcJunk> {
  const reader = new ByteReader(bytes)
  try {
    for (let number = 1; ; ) {
      const header = await passBlankLines(reader)
      if (header.length === 0) return
      const line = readRecordLine(lineText(header))
      if (line === undefined) {
        yield { kind: 'junk', number, block: await passToRecord(reader, startsRecord) }
        continue
      }
      await reader.pass(header.length)
      const block = await readBlock(reader, line.length, startsRecord)
      yield { kind: 'record', number: number++, line, header, block }
    }
  } finally {
    await reader.close()
  }
}
