// Reads the records of a WARC file.
import { Buffer } from 'node:buffer'
import {
  type Block,
  ByteReader,
  fieldValue,
  type HeaderField,
  LINE_LIMIT,
  lineText,
  parseFields,
  passToRecord,
  readBlock,
} from '../capture/index.ts'
import { splitHeaderLines } from '../text/index.ts'

/** One record of a WARC file. */
export interface WarcRecord {
  readonly kind: 'record'
  /** From 1. */
  readonly number: number
  /** In lower case; empty when the record names none. */
  readonly type: string
  /** The named fields; the first of a name counts. */
  readonly fields: readonly HeaderField[]
  /** The record's header as it is. */
  readonly header: Buffer
  readonly block: Block
  /** Whether the input or another record begins before the header is closed. */
  readonly torn: boolean
}

/** Bytes that belong to no record. */
interface WarcJunk {
  readonly kind: 'junk'
  /** The record they come before or would be. */
  readonly number: number
  readonly block: Block
}

/** Longest record header in bytes. */
const HEADER_LIMIT = 1024 * 1024

/** Whether a line is the version line that begins a record. */
function startsRecord(line: string): boolean {
  return /^WARC\/\d{1,2}\.\d{1,2}[ \t]*$/i.test(line)
}

/** Version lines no standard knows (`WARC/1`, `WARC/x.x`) count where a record is due. */
function mayStartRecord(line: string): boolean {
  return /^WARC\//i.test(line)
}

interface Header {
  readonly bytes: Buffer
  readonly torn: boolean
}

async function readHeader(reader: ByteReader): Promise<Header> {
  const lines: Buffer[] = []
  let size = 0
  while (size < HEADER_LIMIT) {
    const line = await reader.peekLine(LINE_LIMIT)
    const text = lineText(line)
    const closed = line.at(-1) === 10 && text === ''
    if (line.length === 0 || (lines.length > 0 && startsRecord(text))) break
    await reader.pass(line.length)
    if (closed) return { bytes: Buffer.concat(lines), torn: false }
    lines.push(line)
    size += line.length
  }
  return { bytes: Buffer.concat(lines), torn: true }
}

function statedLength(fields: readonly HeaderField[]): number | undefined {
  const text = fieldValue(fields, 'content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function readRecord(reader: ByteReader, number: number): Promise<WarcRecord> {
  const { bytes: header, torn } = await readHeader(reader)
  const [, ...lines] = splitHeaderLines(header.toString('utf8'))
  const fields = parseFields(lines)
  const type = (fieldValue(fields, 'warc-type') ?? '').toLowerCase()
  const block = torn ? NO_BLOCK : await readBlock(reader, statedLength(fields), startsRecord)
  return { kind: 'record', number, type, fields, header, block, torn }
}

const NO_BLOCK: Block = { bytes: Buffer.alloc(0), length: 0, fit: 'cut' }

async function passBlankLines(reader: ByteReader): Promise<void> {
  while (true) {
    const line = await reader.peekLine(LINE_LIMIT)
    if (line.length === 0 || lineText(line).trim() !== '') return
    await reader.pass(line.length)
  }
}

/**
 * Reads the records of WARC 0.17 to 1.1 (ISO 28500) and whatever is between them, one at a time. Lengths that are absent,
 * negative or wrong are repaired by looking for the next record.
 */
export async function* readWarc(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<WarcRecord | WarcJunk> {
  const reader = new ByteReader(bytes)
  try {
    for (let number = 1; ; number++) {
      await passBlankLines(reader)
      const line = await reader.peekLine(LINE_LIMIT)
      if (line.length === 0) return
      if (mayStartRecord(lineText(line))) yield await readRecord(reader, number)
      else yield { kind: 'junk', number: number--, block: await passToRecord(reader, startsRecord) }
    }
  } finally {
    await reader.close()
  }
}
