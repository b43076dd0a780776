// PNG: W3C, "PNG Specification (Third Edition)", 5, 9, 10 and 11. Kept are the chunks that draw the picture; texts, times, profiles,
// animations and what follows the end are left out.
import { crc32, inflateSync } from 'node:zlib'
import { greyOf, type Pixels } from './perceptual-hash.ts'
import { checkSize, PICTURE_LIMITS, PictureRefused, type ReadPicture } from './limits.ts'

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** With length, type and checksum. */
  readonly whole: Buffer
}

interface Header {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  readonly colour: keyof typeof CHANNELS
}

const SIGNATURE = 8
/** Samples of a pixel by the type of colour: grey, colours, palette, both with transparency. */
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
const DEPTHS: Readonly<Record<keyof typeof CHANNELS, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** The order of what is kept. */
const ORDER = /^IHDR(?: PLTE)?(?: tRNS)?(?: IDAT)+ IEND$/

/** Reads and rewrites a PNG picture. Fails with `PictureRefused`. */
export function readPng(bytes: Buffer): ReadPicture {
  const chunks = keptChunks(bytes)
  if (!ORDER.test(chunks.map(({ type }) => type).join(' ')))
    throw new PictureRefused('the chunks of the PNG are not in order')
  const header = headerOf(chunks[0]?.data ?? Buffer.alloc(0))
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  const lines = unfiltered(inflated(data, header), header)
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  if (header.colour === 3 && palette === undefined) throw new PictureRefused('the PNG has no palette')
  const whole = [bytes.subarray(0, SIGNATURE), ...chunks.map((chunk) => chunk.whole)]
  return { bytes: Buffer.concat(whole), pixels: pixelsOf(lines, header, palette) }
}

function keptChunks(bytes: Buffer): readonly Chunk[] {
  const kept: Chunk[] = []
  for (let at = SIGNATURE; kept.at(-1)?.type !== 'IEND'; ) {
    const chunk = chunkAt(bytes, at)
    at += chunk.whole.length
    if (KEPT.has(chunk.type)) kept.push(checked(chunk))
    // A lower-case first letter means that the picture can be drawn without it.
    else if (!/^[a-z]/.test(chunk.type)) throw new PictureRefused('the PNG has a chunk of an unknown kind')
  }
  return kept
}

function chunkAt(bytes: Buffer, at: number): Chunk {
  const length = at + 12 <= bytes.length ? bytes.readUInt32BE(at) : bytes.length
  if (at + 12 + length > bytes.length) throw new PictureRefused('the PNG is cut')
  const whole = bytes.subarray(at, at + 12 + length)
  return { type: whole.toString('latin1', 4, 8), data: whole.subarray(8, 8 + length), whole }
}

function checked(chunk: Chunk): Chunk {
  const { whole } = chunk
  if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4))
    throw new PictureRefused('a checksum of the PNG is wrong')
  return chunk
}

function headerOf(data: Buffer): Header {
  if (data.length !== 13) throw new PictureRefused('the header of the PNG is damaged')
  const [depth = 0, colour = 0, compression, filter, interlace] = data.subarray(8)
  checkSize(data.readUInt32BE(0), data.readUInt32BE(4), PICTURE_LIMITS.pngPixels)
  if (interlace !== 0) throw new PictureRefused('the PNG is interlaced')
  if (!isColour(colour) || !DEPTHS[colour].includes(depth) || compression !== 0 || filter !== 0)
    throw new PictureRefused('the header of the PNG is damaged')
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colour }
}

function isColour(type: number): type is keyof typeof CHANNELS {
  return Object.hasOwn(CHANNELS, type)
}

/** Bytes of a line without the byte that names its filter. */
function lineLength({ width, depth, colour }: Header): number {
  return Math.ceil((width * depth * CHANNELS[colour]) / 8)
}

/** The lines with their filters: exactly as many bytes as the size says. */
function inflated(data: Buffer, header: Header): Buffer {
  const length = (lineLength(header) + 1) * header.height
  try {
    const lines = inflateSync(data, { maxOutputLength: length })
    if (lines.length === length) return lines
  } catch {
    // Whatever is wrong with the stream, there is no picture.
  }
  throw new PictureRefused('the image data of the PNG is damaged')
}

/** Undoes the filters in place (chapter 9). */
function unfiltered(lines: Buffer, header: Header): Buffer {
  const length = lineLength(header)
  const step = Math.max(1, (header.depth * CHANNELS[header.colour]) >> 3)
  for (let row = 0; row < header.height; row++) {
    const start = row * (length + 1) + 1
    const undo = FILTERS[lines[start - 1] ?? 0]
    if (undo === undefined) throw new PictureRefused('the image data of the PNG is damaged')
    undo(lines, { start, end: start + length, step, above: row === 0 ? 0 : length + 1 })
  }
  return lines
}

interface Line {
  readonly start: number
  readonly end: number
  /** Bytes to the same sample of the pixel before. */
  readonly step: number
  /** Bytes to the same place of the line above; 0 for the first line. */
  readonly above: number
}

const FILTERS: readonly ((bytes: Buffer, line: Line) => void)[] = [
  () => undefined,
  (bytes, { start, end, step }) => {
    for (let at = start + step; at < end; at++) bytes[at] = (bytes[at] ?? 0) + (bytes[at - step] ?? 0)
  },
  (bytes, { start, end, above }) => {
    if (above === 0) return
    for (let at = start; at < end; at++) bytes[at] = (bytes[at] ?? 0) + (bytes[at - above] ?? 0)
  },
  (bytes, { start, end, step, above }) => {
    for (let at = start; at < end; at++) {
      const left = at - step < start ? 0 : (bytes[at - step] ?? 0)
      const up = above === 0 ? 0 : (bytes[at - above] ?? 0)
      bytes[at] = (bytes[at] ?? 0) + ((left + up) >> 1)
    }
  },
  (bytes, { start, end, step, above }) => {
    for (let at = start; at < end; at++) {
      const isFirst = at - step < start
      const left = isFirst ? 0 : (bytes[at - step] ?? 0)
      const up = above === 0 ? 0 : (bytes[at - above] ?? 0)
      const corner = isFirst || above === 0 ? 0 : (bytes[at - above - step] ?? 0)
      bytes[at] = (bytes[at] ?? 0) + paeth(left, up, corner)
    }
  },
]

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function pixelsOf(lines: Buffer, header: Header, palette: Buffer | undefined): Pixels {
  const { width, height, depth, colour } = header
  const length = lineLength(header) + 1
  const channels = CHANNELS[colour]
  const sample = (x: number, y: number, channel: number): number => {
    const bit = (x * channels + channel) * depth
    const byte = lines[y * length + 1 + (bit >> 3)] ?? 0
    // Of 16 bits the upper 8.
    return depth >= 8 ? byte : (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
  }
  const scale = depth >= 8 ? 1 : 255 / ((1 << depth) - 1)
  const grey = (x: number, y: number): number => {
    if (colour === 3) return paletteGrey(palette, sample(x, y, 0))
    if (channels < 3) return sample(x, y, 0) * scale
    return greyOf(sample(x, y, 0), sample(x, y, 1), sample(x, y, 2))
  }
  return { width, height, grey }
}

function paletteGrey(palette: Buffer | undefined, index: number): number {
  const [red = 0, green = 0, blue = 0] = palette?.subarray(index * 3, index * 3 + 3) ?? []
  return greyOf(red, green, blue)
}
