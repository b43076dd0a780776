// Reads the records of a web archive line by line and block by block, also where stated lengths are wrong.
import { Buffer } from 'node:buffer'
import type { ByteReader } from './byte-reader.ts'

/** Whether a line (without its line end) certainly starts a record; such lines are searched for where lengths are wrong. */
type StartsRecord = (line: string) => boolean

/** The content of one record, or bytes that belong to none. */
export interface Block {
  /** Its beginning, at most `BLOCK_LIMIT` bytes. */
  readonly bytes: Buffer
  /** Length of the whole block in bytes, as found. */
  readonly length: number
  /** Whether the stated length was right; otherwise the block ends elsewhere, or the input ends in it. */
  readonly fit: 'right' | 'wrong' | 'cut'
}

/** Maximum number of bytes of a block that are kept: 8 MiB. */
const BLOCK_LIMIT = 8 * 1024 * 1024
/** Longest line that is read as a whole where a record may start. */
export const LINE_LIMIT = 16 * 1024
const LF = 10
const CR = 13

/** A line's text, one character per byte, without its line end (LF, CRLF or, from careless writers, CRCRLF). */
export function lineText(line: Buffer): string {
  let end = line.length
  if (line[end - 1] === LF) end--
  while (line[end - 1] === CR) end--
  return line.toString('latin1', 0, end)
}

/** The line ends at `at`, and the position after them. */
function gapAt(bytes: Buffer, at: number): { readonly lineEnds: number; readonly end: number } {
  let lineEnds = 0
  let end = at
  const limit = Math.min(bytes.length, at + LINE_LIMIT)
  for (let next = at; next < limit && (bytes[next] === CR || bytes[next] === LF); next++) {
    if (bytes[next] !== LF) continue
    lineEnds++
    end = next + 1
  }
  return { lineEnds, end }
}

function startsAt(bytes: Buffer, at: number, starts: StartsRecord): boolean {
  const end = bytes.indexOf(LF, at)
  return starts(lineText(bytes.subarray(at, end < 0 ? bytes.length : end + 1)))
}

/** Whether a block is at most the start of an HTTP message, whose header would end with two line ends. */
function endsInHeader(block: Buffer): boolean {
  return block.toString('latin1', 0, 5) === 'HTTP/' && !/\n\r*\n/.test(block.toString('latin1', 0, 65536))
}

/** Whether a record starts within a block. */
function holdsRecord(block: Buffer, starts: StartsRecord): boolean {
  for (let at = block.indexOf(LF); at >= 0; at = block.indexOf(LF, at + 1))
    if (startsAt(block, at + 1, starts)) return true
  return false
}

/** The length of the line ends after a block of `length` bytes, if records could follow there; otherwise undefined. */
function gapAfter(ahead: Buffer, length: number, starts: StartsRecord): number | undefined {
  const { lineEnds, end } = gapAt(ahead, length)
  if (end >= ahead.length || startsAt(ahead, end, starts)) return end - length
  const block = ahead.subarray(0, length)
  // Two line ends close a block, and the following bytes are junk, unless the block itself has a wrong length.
  return lineEnds >= 2 && !endsInHeader(block) && !holdsRecord(block, starts) ? end - length : undefined
}

/** Skips everything before the next line that starts a record, and keeps the first `BLOCK_LIMIT` bytes of it. */
export async function passToRecord(reader: ByteReader, starts: StartsRecord): Promise<Block> {
  const parts: Buffer[] = []
  let length = 0
  let lineStart = true
  while (true) {
    const line = await reader.peekLine(LINE_LIMIT)
    if (line.length === 0 || (lineStart && starts(lineText(line)))) break
    lineStart = line.at(-1) === LF
    if (length < BLOCK_LIMIT) parts.push(line.subarray(0, BLOCK_LIMIT - length))
    length += await reader.pass(line.length)
  }
  return { bytes: Buffer.concat(parts), length, fit: 'wrong' }
}

/** Without the (at most two) line ends that separate it from the next record. */
function withoutGap(block: Block): Block {
  if (block.length !== block.bytes.length) return block
  const gap = /\r{0,2}\n(?:\r{0,2}\n)?$/.exec(block.bytes.subarray(-6).toString('latin1'))?.[0].length ?? 0
  const length = block.length - gap
  return { ...block, bytes: block.bytes.subarray(0, length), length }
}

async function readLong(reader: ByteReader, length: number, starts: StartsRecord): Promise<Block> {
  const bytes = await reader.peek(BLOCK_LIMIT)
  const passed = await reader.pass(length)
  if (passed < length) return { bytes, length: passed, fit: 'cut' }
  const gap = gapAfter(await reader.peek(LINE_LIMIT), 0, starts)
  if (gap === undefined) {
    const rest = await passToRecord(reader, starts)
    return { bytes, length: length + rest.length, fit: 'wrong' }
  }
  await reader.pass(gap)
  return { bytes, length, fit: 'right' }
}

/**
 * Reads the block of a record whose header stated `length` (undefined: no usable length), and the line ends after it. A length that
 * leads neither to an empty line nor to a record is wrong: the block then ends where the next record starts.
 */
export async function readBlock(
  reader: ByteReader,
  length: number | undefined,
  starts: StartsRecord,
): Promise<Block> {
  if (length === undefined) return withoutGap(await passToRecord(reader, starts))
  const ahead = await reader.peek(Math.min(length, BLOCK_LIMIT) + LINE_LIMIT)
  if (length > BLOCK_LIMIT && ahead.length > BLOCK_LIMIT) return readLong(reader, length, starts)
  const gap = ahead.length < length ? undefined : gapAfter(ahead, length, starts)
  if (gap !== undefined) {
    await reader.pass(length + gap)
    return { bytes: ahead.subarray(0, length), length, fit: 'right' }
  }
  const found = await passToRecord(reader, starts)
  const cut = ahead.length < length && (await reader.peek(1)).length === 0
  return cut ? { ...found, fit: 'cut' } : withoutGap(found)
}
