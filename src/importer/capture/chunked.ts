import { Buffer } from 'node:buffer'

const SIZE_LINE = /^([0-9a-f]{1,13})[ \t]*(?:;[^\r\n]*)?\r?\n/i
/** Longest size line with its extensions. */
const SIZE_LINE_LIMIT = 4096

interface Size {
  readonly size: number
  readonly dataStart: number
}

function sizeAt(bytes: Buffer, at: number): Size | undefined {
  const match = SIZE_LINE.exec(bytes.toString('latin1', at, at + SIZE_LINE_LIMIT))
  if (match === null) return undefined
  return { size: Number.parseInt(match[1] ?? '', 16), dataStart: at + match[0].length }
}

function pastLineEnd(bytes: Buffer, at: number): number {
  const past = bytes[at] === 13 ? at + 1 : at
  return bytes[past] === 10 ? past + 1 : at
}

/**
 * A body in chunked transfer coding (RFC 9112 §7.1) put together. A body that is not in this coding, whatever its header says,
 * is undefined; one whose chunks break off or turn wrong keeps what stands there as it is.
 */
export function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const found = sizeAt(bytes, at)
    if (found === undefined) {
      if (parts.length === 0) return undefined
      parts.push(bytes.subarray(at))
      break
    }
    const { size, dataStart } = found
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(dataStart, dataStart + size))
    at = pastLineEnd(bytes, dataStart + size)
  }
  return Buffer.concat(parts)
}
