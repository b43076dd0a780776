import type { Pixels } from './perceptual-hash.ts'

/** Largest screenshot: bytes of its file, pixels of each side and of the whole. */
export const PICTURE_LIMITS = {
  bytes: 4 * 1024 * 1024,
  width: 4096,
  height: 16_384,
  pngPixels: 16 * 1024 * 1024,
  /** Decoding a JPEG takes 50 bytes of memory for a pixel. */
  jpegPixels: 8 * 1024 * 1024,
} as const

/** A picture that was read: the bytes that are kept, and what it shows. */
export interface ReadPicture {
  readonly bytes: Uint8Array
  readonly pixels: Pixels
}

/** Why a picture is refused. */
export class PictureRefused extends Error {}

/** Fails for a picture that is empty or larger than the limits. */
export function checkSize(width: number, height: number, most: number): void {
  if (width === 0 || height === 0) throw new PictureRefused('the picture is empty')
  if (width > PICTURE_LIMITS.width || height > PICTURE_LIMITS.height || width * height > most)
    throw new PictureRefused(
      `the picture has more than ${PICTURE_LIMITS.width} × ${PICTURE_LIMITS.height} or ${most} pixels`,
    )
}
