import { Buffer } from 'node:buffer'

const SIZE_LINE = /^([0-9a-f]{1,13})[ \t]*(?:;.*?)?(\r?\n?)$/i
/** Longest size line with its extensions. */
const SIZE_LINE_LIMIT = 4096

interface Size {
  readonly size: number
  readonly dataStart: number
  readonly lineEnd: string
}

function sizeAt(bytes: Buffer, at: number): Size | undefined {
  const lineFeed = bytes.subarray(at, at + SIZE_LINE_LIMIT).indexOf(10)
  // The last line may be cut.
  const dataStart = lineFeed < 0 ? Math.min(at + SIZE_LINE_LIMIT, bytes.length) : at + lineFeed + 1
  const match = SIZE_LINE.exec(bytes.toString('latin1', at, dataStart))
  if (match === null || (lineFeed < 0 && dataStart < bytes.length)) return undefined
  return { size: Number.parseInt(match[1] ?? '', 16), dataStart, lineEnd: match[2] ?? '' }
}

/** Length of the line end at `at`, or 0. */
function lineEndAt(bytes: Buffer, at: number): number {
  if (bytes[at] === 10) return 1
  return bytes[at] === 13 && bytes[at + 1] === 10 ? 2 : 0
}

/** Whether a body begins with a chunk. Text that happens to begin with a line of hexadecimal digits does not. */
function beginsWithChunk(bytes: Buffer): boolean {
  const first = sizeAt(bytes, 0)
  if (first === undefined) return false
  return first.lineEnd === '\r\n' || lineEndAt(bytes, first.dataStart + first.size) > 0
}

/**
 * A body in chunked transfer coding (RFC 9112 §7.1) put together. A body that is not in this coding, whatever its header says,
 * is undefined; one whose chunks break off or turn wrong keeps what is there as it is.
 */
export function joinChunks(bytes: Buffer): Buffer | undefined {
  if (!beginsWithChunk(bytes)) return undefined
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const found = sizeAt(bytes, at)
    if (found === undefined) {
      parts.push(bytes.subarray(at))
      break
    }
    const end = found.dataStart + found.size
    if (found.size === 0) break
    parts.push(bytes.subarray(found.dataStart, end))
    at = end + lineEndAt(bytes, end)
  }
  return Buffer.concat(parts)
}
