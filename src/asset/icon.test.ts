import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ICON_LIMITS, iconType } from './icon.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const png = (width: number, height = width) =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [
    0,
    0,
    width >> 8,
    width & 255,
    0,
    0,
    height >> 8,
    height & 255,
  ])
const gif = (width: number) => bytes('GIF89a', [width & 255, width >> 8, 16, 0])
const jpeg = (width: number) =>
  bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0, 16, width >> 8, width & 255])
const webp = (chunk: string, rest: readonly number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], rest)
const ico = (inside: Uint8Array) =>
  bytes([0, 0, 1, 0, 1, 0], [16, 16, 0, 0, 1, 0, 32, 0, 40, 0, 0, 0, 22, 0, 0, 0], [...inside])
const bitmap = (width: number) => bytes([40, 0, 0, 0, width & 255, width >> 8, 0, 0, 32, 0, 0, 0])

describe('the type of an icon', () => {
  it.each([
    ['image/png', png(16)],
    ['image/gif', gif(16)],
    ['image/jpeg', jpeg(16)],
    ['image/webp', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 16, 0, 16, 0])],
    ['image/webp', webp('VP8L', [0x2f, 15, 0xc0, 3, 0])],
    ['image/webp', webp('VP8X', [0, 0, 0, 0, 15, 0, 0, 15, 0, 0])],
    ['image/x-icon', ico(bitmap(16))],
    ['image/x-icon', ico(png(16))],
  ])('is %s according to the first bytes', (type, picture) => {
    expect(iconType(picture)).toBe(type)
    // A view into a larger buffer, as importers pass it.
    expect(iconType(Buffer.concat([Buffer.from('xyz'), picture]).subarray(3))).toBe(type)
  })

  it.each([
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['SVG behind a declaration', bytes('<?xml version="1.0"?><svg/>')],
    ['HTML', bytes('<!doctype html>')],
    ['nothing', bytes('')],
    ['an icon without pictures', bytes([0, 0, 1, 0, 0, 0])],
    ['a cut header', png(16).subarray(0, 18)],
    ['more bytes than an icon has', Buffer.concat([png(16), Buffer.alloc(ICON_LIMITS.bytes)])],
    ['a picture of no width', png(0, 16)],
    ['a picture of many pixels', png(1025)],
    ['the same as GIF', gif(60_000)],
    ['the same as JPEG', jpeg(60_000)],
    ['the same as WebP', webp('VP8X', [0, 0, 0, 0, 15, 0, 255, 15, 0, 0])],
    ['the same inside an icon', ico(png(60_000))],
    ['the same as a bitmap inside an icon', ico(bitmap(60_000))],
  ])('is undefined for %s', (_, picture) => expect(iconType(picture)).toBeUndefined())

  it('is found or not found for any bytes after any start', () => {
    const beginnings = [png(16), gif(16), jpeg(16), webp('VP8X', []), ico(bitmap(16)), bytes('')]
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.nat(40),
        fc.uint8Array({ maxLength: 200 }),
        (head, cut, rest) => {
          const type = iconType(Buffer.concat([head.subarray(0, cut), rest]))
          expect(type === undefined || type.startsWith('image/')).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
