// Icons of the demonstration's sites, drawn in code: a symmetric pattern of squares in the colour of the company, as PNG.
// PNG: W3C, "PNG Specification (Third Edition)". Data is stored without compression, so that bytes and hash are the same everywhere.
import { crc32, deflateSync } from 'node:zlib'
import { Random } from '../random.ts'

const SQUARES = 5
const SQUARE = 6
const MARGIN = 1
const SIDE = SQUARES * SQUARE + 2 * MARGIN

const COLOURS = [0x1d4ed8, 0x047857, 0xb91c1c, 0x7c3aed, 0xc2410c, 0x0e7490, 0xa16207, 0xbe185d, 0x334155]

/** The icon of this name: 32 by 32 pixels of two colours. */
export function iconOf(name: string): Uint8Array {
  const random = new Random(crc32(name), 0x69636f6e)
  const colour = random.pick(COLOURS)
  const pattern = Array.from({ length: SQUARES }, () => rowOf(random))
  const palette = Buffer.from([255, 255, 255, colour >> 16, (colour >> 8) & 255, colour & 255])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', headerOf()),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixelsOf(pattern), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One row of squares, the same from the left and from the right. */
function rowOf(random: Random): readonly boolean[] {
  const [first, second, middle] = [random.chance(0.5), random.chance(0.5), random.chance(0.6)]
  return [first, second, middle, second, first]
}

/** Size, eight bits per pixel, colours from the palette. */
function headerOf(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return header
}

/** Rows of pixels, each behind the number of its filter. */
function pixelsOf(pattern: readonly (readonly boolean[])[]): Buffer {
  const square = (at: number): number => Math.floor((at - MARGIN) / SQUARE)
  const pixels = Buffer.alloc(SIDE * (SIDE + 1))
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      pixels[y * (SIDE + 1) + 1 + x] = pattern[square(y)]?.[square(x)] === true ? 1 : 0
  return pixels
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), whole.length - 4)
  return whole
}
