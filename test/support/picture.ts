// Pictures made in code.
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'jpeg-js'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The header of a PNG with 8 bits per sample. */
export function pngHeader(width: number, height: number, colour = 2): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, colour, 0, 0, 0], 8)
  return pngChunk('IHDR', data)
}

/** A PNG of chunks; the end is added. */
export function pngOf(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', '')])
}

/** A page: dark on the left with a bright box, so that it has a look of its own. `shift` moves the box. */
function paint(x: number, y: number, shift: number): number {
  const inBox = x > 0.1 + shift && x < 0.5 + shift && y > 0.2 && y < 0.6
  return inBox ? 250 : Math.floor(40 + 150 * x)
}

/** A PNG of a page; all filters of lines occur. */
export function pagePng(width = 180, height = 120, shift = 0): Buffer {
  const lines = Array.from({ length: height }, (_, y) =>
    Uint8Array.from({ length: 3 * width }, (__, at) => paint(Math.floor(at / 3) / width, y / height, shift)),
  )
  const filtered = lines.map((line, y) => filter(y % 5, line, lines[y - 1] ?? new Uint8Array(line.length)))
  return pngOf(pngHeader(width, height), pngChunk('IDAT', deflateSync(Buffer.concat(filtered))))
}

/** A line behind the number of its filter. */
function filter(kind: number, line: Uint8Array, above: Uint8Array): Uint8Array {
  const guess = (at: number): number => {
    const [left, up, corner] = [line[at - 3] ?? 0, above[at] ?? 0, above[at - 3] ?? 0]
    const paeth = [left, up, corner].toSorted(
      (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
    )
    return [0, left, up, (left + up) >> 1, paeth[0] ?? 0][kind] ?? 0
  }
  return Uint8Array.of(kind, ...line.map((byte, at) => byte - guess(at)))
}

/** A JPEG of the same page. */
export function pageJpeg(quality = 80, width = 180, height = 120, shift = 0): Buffer {
  const data = Buffer.alloc(4 * width * height, 255)
  for (let at = 0; at < width * height; at++)
    data.fill(paint((at % width) / width, Math.floor(at / width) / height, shift), 4 * at, 4 * at + 3)
  return Buffer.from(encode({ width, height, data }, quality).data)
}
