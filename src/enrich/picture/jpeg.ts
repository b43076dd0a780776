// JPEG: ITU-T T.81, annex B, and JFIF 1.02. Kept are tables, frame and scans; every application segment and comment, thumbnails and
// what follows the end are left out. The segments that say how colours are stored are written anew.
import { decode } from 'jpeg-js'
import { greyOf, type Pixels } from './perceptual-hash.ts'
import { checkSize, PICTURE_LIMITS, PictureRefused, type ReadPicture } from './limits.ts'

const SOI = Buffer.from([0xff, 0xd8])
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP14 = 0xee
/** Tables (quantization, Huffman) and the interval of restarts. */
const TABLES: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd])
/** Frames that browsers draw: baseline, extended and progressive, Huffman coded. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** `JFIF`, version 1.02, no density, no thumbnail. */
const JFIF = Buffer.from('ffe000104a46494600010200000100010000', 'hex')
const ADOBE = Buffer.from('ffee000e41646f62650064000000000', 'hex')

/** Memory that decoding may take. */
const DECODER_MEGABYTES = 512

interface Segment {
  readonly marker: number
  /** With marker and length. */
  readonly whole: Buffer
}

/** Reads and rewrites a JPEG picture. Fails with `PictureRefused`. */
export function readJpeg(given: Buffer): ReadPicture {
  const kept: Buffer[] = [SOI]
  let frames = 0
  for (let at = 2; ; ) {
    at = markerAt(given, at)
    if (given[at + 1] === EOI) break
    const segment = segmentAt(given, at)
    at += segment.whole.length
    kept.push(rewritten(segment))
    if (FRAMES.has(segment.marker)) frames++
    if (frames > 1) throw new PictureRefused('the JPEG has several frames')
    if (segment.marker !== SOS) continue
    const end = scanEnd(given, at)
    kept.push(given.subarray(at, end))
    at = end
  }
  if (frames === 0) throw new PictureRefused('the JPEG has no frame')
  const bytes = Buffer.concat([...kept, Buffer.from([0xff, EOI])])
  return { bytes, pixels: decoded(bytes) }
}

/** The place of the marker here, without the bytes that may fill the space before it. */
function markerAt(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
  if (at + 1 >= bytes.length) throw cut()
  if (bytes[at] !== 0xff) throw new PictureRefused('the JPEG is damaged')
  return at
}

function segmentAt(bytes: Buffer, at: number): Segment {
  if (at + 4 > bytes.length) throw cut()
  const length = bytes.readUInt16BE(at + 2)
  if (length < 2) throw new PictureRefused('the JPEG is damaged')
  if (at + 2 + length > bytes.length) throw cut()
  return { marker: bytes[at + 1] ?? 0, whole: bytes.subarray(at, at + 2 + length) }
}

/** What is kept of a segment. */
function rewritten({ marker, whole }: Segment): Buffer {
  if (TABLES.has(marker) || marker === SOS) return whole
  if (FRAMES.has(marker)) return checkedFrame(whole)
  const name = whole.toString('latin1', 4, 9)
  if (marker === APP0 && name === 'JFIF\0') return JFIF
  // Its last byte says how colours are stored.
  if (marker === APP14 && name === 'Adobe' && whole.length >= 16)
    return Buffer.concat([ADOBE, whole.subarray(15, 16)])
  const isOther = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
  if (isOther) return Buffer.alloc(0)
  throw new PictureRefused('the JPEG is of a kind that browsers do not draw')
}

function checkedFrame(whole: Buffer): Buffer {
  if (whole.length < 11 || whole[4] !== 8) throw new PictureRefused('the frame of the JPEG is damaged')
  checkSize(whole.readUInt16BE(7), whole.readUInt16BE(5), PICTURE_LIMITS.jpegPixels)
  return whole
}

/** Where the coded data ends: at the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  throw cut()
}

function cut(): PictureRefused {
  return new PictureRefused('the JPEG is cut')
}

function decoded(bytes: Buffer): Pixels {
  const { width, height, data } = decodedBytes(bytes)
  const grey = (x: number, y: number): number => {
    const at = 3 * (y * width + x)
    return greyOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  }
  return { width, height, grey }
}

function decodedBytes(bytes: Buffer): {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
} {
  try {
    return decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: false,
      maxResolutionInMP: Math.ceil(PICTURE_LIMITS.jpegPixels / 1e6),
      maxMemoryUsageInMB: DECODER_MEGABYTES,
    })
  } catch {
    // Whatever the decoder complains about, there is no picture.
    throw new PictureRefused('the image data of the JPEG is damaged')
  }
}
