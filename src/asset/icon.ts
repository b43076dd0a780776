// Site icons: the type by the first bytes, and the size, checked before anything renders them. PNG: W3C, "PNG Specification (Third
// Edition)", 5.2 and 11.2.1. GIF: CompuServe, "GIF89a", 17 and 18. JPEG: ITU-T T.81, B.2.2. WebP: RFC 9649, 2. ICO: Microsoft,
// "Icons" (ICONDIR and ICONDIRENTRY). SVG is not supported: it can contain scripts and URLs.

/** The media type of an icon. */
export type IconType = 'image/png' | 'image/gif' | 'image/jpeg' | 'image/webp' | 'image/x-icon'

/** The largest icon in bytes, and its longest side in pixels. */
export const ICON_LIMITS = { bytes: 64 * 1024, side: 1024 } as const

interface Size {
  readonly width: number
  readonly height: number
}

type Measure = (bytes: DataView) => readonly Size[]

/** The icon type of the bytes; undefined for anything else and for pictures beyond the limits. */
export function iconType(bytes: Uint8Array): IconType | undefined {
  if (bytes.length > ICON_LIMITS.bytes) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [type, magic, measure] of KINDS)
    if (magic.test(latin(view, 0, 16))) return isSmall(view, measure) ? type : undefined
  return undefined
}

const KINDS: readonly (readonly [IconType, RegExp, Measure])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/, (view) => [pngSize(view, 0)]],
  [
    'image/gif',
    /^GIF8[79]a/,
    (view) => [{ width: view.getUint16(6, true), height: view.getUint16(8, true) }],
  ],
  ['image/jpeg', /^\xff\xd8\xff/, (view) => [jpegSize(view)]],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/, (view) => [webpSize(view)]],
  ['image/x-icon', /^\0\0\x01\0/, icoSizes],
]

function isSmall(view: DataView, measure: Measure): boolean {
  try {
    const sizes = measure(view)
    return sizes.length > 0 && sizes.every(({ width, height }) => isSide(width) && isSide(height))
  } catch (error) {
    // The bytes end before the picture's size.
    if (error instanceof RangeError) return false
    throw error
  }
}

function isSide(pixels: number): boolean {
  return pixels > 0 && pixels <= ICON_LIMITS.side
}

function pngSize(view: DataView, at: number): Size {
  return { width: view.getUint32(at + 16), height: view.getUint32(at + 20) }
}

/** Reads the first frame header; other segments are skipped by their lengths. */
function jpegSize(view: DataView): Size {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at) - 0xff00
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker < 0xc0) throw new RangeError('a marker is missing')
  }
}

function webpSize(view: DataView): Size {
  const chunk = latin(view, 12, 4)
  if (chunk === 'VP8X')
    return { width: 1 + (view.getUint32(23, true) >>> 8), height: 1 + (view.getUint32(26, true) >>> 8) }
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk !== 'VP8L') return { width: 0, height: 0 }
  const bits = view.getUint32(21, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** Every picture inside: a PNG, or a bitmap whose height counts its mask too. */
function icoSizes(view: DataView): readonly Size[] {
  return Array.from({ length: view.getUint16(4, true) }, (_, index) => {
    const at = view.getUint32(6 + 16 * index + 12, true)
    if (latin(view, at, 4) === '\x89PNG') return pngSize(view, at)
    return { width: view.getInt32(at + 4, true), height: Math.abs(view.getInt32(at + 8, true)) >> 1 }
  })
}

function latin(view: DataView, at: number, length: number): string {
  const end = Math.min(view.byteLength, at + length)
  let text = ''
  for (let index = at; index < end; index++) text += String.fromCharCode(view.getUint8(index))
  return text
}
