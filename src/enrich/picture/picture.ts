import { createHash } from 'node:crypto'
import { readJpeg } from './jpeg.ts'
import { PICTURE_LIMITS, PictureRefused, type ReadPicture } from './limits.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { readPng } from './png.ts'

/** The media type of a screenshot that is kept. */
export type PictureType = 'image/png' | 'image/jpeg'

/** A screenshot that was rewritten: it holds what draws it and nothing else. */
export interface Picture {
  readonly type: PictureType
  /** In memory of its own. */
  readonly bytes: Uint8Array
  /** SHA-256 of these bytes as hexadecimal digits. */
  readonly sha256: string
  /** 64 bits as hexadecimal digits; equal for pictures that look alike. */
  readonly hash: string
}

const READERS: readonly (readonly [PictureType, RegExp, (bytes: Buffer) => ReadPicture])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/, readPng],
  ['image/jpeg', /^\xff\xd8\xff/, readJpeg],
]

/** The type by the first bytes; undefined for everything that is not kept. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  return readerOf(bufferOf(bytes))?.[0]
}

/** The screenshot as it is kept, or why it is refused. */
export function cleanPicture(given: Uint8Array): Picture | { readonly reason: string } {
  const bytes = bufferOf(given)
  if (bytes.length > PICTURE_LIMITS.bytes)
    return { reason: `the picture is larger than ${PICTURE_LIMITS.bytes} bytes` }
  const reader = readerOf(bytes)
  if (reader === undefined) return { reason: reasonOf(bytes) }
  try {
    return keep(reader[0], reader[2](bytes))
  } catch (error) {
    if (error instanceof PictureRefused) return { reason: error.message }
    throw error
  }
}

function keep(type: PictureType, { bytes, pixels }: ReadPicture): Picture {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { type, bytes: new Uint8Array(bytes), sha256, hash: perceptualHash(pixels) }
}

/** WebP is named: it is the one other format that tools write for screenshots. */
function reasonOf(bytes: Buffer): string {
  return /^RIFF[\s\S]{4}WEBP/.test(bytes.toString('latin1', 0, 12))
    ? 'a WebP picture; convert it to PNG or JPEG first'
    : 'neither a PNG nor a JPEG picture'
}

function readerOf(bytes: Buffer): (typeof READERS)[number] | undefined {
  const start = bytes.toString('latin1', 0, 8)
  return READERS.find(([, magic]) => magic.test(start))
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
