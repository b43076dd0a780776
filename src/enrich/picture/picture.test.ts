import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pageJpeg, pagePng, pngChunk, pngHeader, pngOf } from '../../../test/support/picture.ts'
import { PICTURE_LIMITS } from './limits.ts'
import { cleanPicture, type Picture } from './picture.ts'

const SCRIPT = '<script>window.hurt=1</script>'
const HTML = Buffer.from(`<html>${SCRIPT}</html>`)

function kept(bytes: Uint8Array): Picture {
  const picture = cleanPicture(bytes)
  if ('reason' in picture) throw new Error(picture.reason)
  return picture
}

const reasonOf = (bytes: Uint8Array): string | undefined => {
  const picture = cleanPicture(bytes)
  return 'reason' in picture ? picture.reason : undefined
}

/** A JPEG with segments behind its first marker. */
function withSegments(...segments: readonly (readonly [number, string])[]): Buffer {
  const all = segments.map(([marker, text]) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]),
  )
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...all, pageJpeg().subarray(2)])
}

describe('a PNG', () => {
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(31 * 10)))

  it('that holds only a picture stays as it is', () => {
    const picture = kept(pagePng())
    expect(Buffer.from(picture.bytes)).toEqual(pagePng())
    expect(picture.type).toBe('image/png')
    expect(picture.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('loses texts, times, profiles, animations and what follows its end', () => {
    const hostile = Buffer.concat([
      pngOf(
        pngHeader(10, 10),
        pngChunk('tEXt', `Comment\0${SCRIPT}`),
        pngChunk('iCCP', 'x'),
        pngChunk('eXIf', SCRIPT),
        pngChunk('acTL', Buffer.alloc(8)),
        data,
        pngChunk('zTXt', SCRIPT),
      ),
      HTML,
    ])
    const { bytes, sha256 } = kept(hostile)
    expect(Buffer.from(bytes)).toEqual(pngOf(pngHeader(10, 10), data))
    expect(sha256).toBe(kept(pngOf(pngHeader(10, 10), data)).sha256)
  })

  it.each([
    ['a dimension bomb', pngOf(pngHeader(2 ** 31 - 1, 2 ** 31 - 1), data), 'pixels'],
    ['more pixels than allowed', pngOf(pngHeader(4096, 16_384), data), 'pixels'],
    ['no pixels', pngOf(pngHeader(0, 10), data), 'empty'],
    [
      'more data than its size',
      pngOf(pngHeader(10, 10), pngChunk('IDAT', deflateSync(Buffer.alloc(1e7)))),
      'damaged',
    ],
    [
      'less data than its size',
      pngOf(pngHeader(10, 10), pngChunk('IDAT', deflateSync(Buffer.alloc(7)))),
      'damaged',
    ],
    ['no data', pngOf(pngHeader(10, 10)), 'order'],
    ['two headers', pngOf(pngHeader(10, 10), pngHeader(9, 9), data), 'order'],
    [
      'an unknown filter',
      pngOf(pngHeader(10, 10), pngChunk('IDAT', deflateSync(Buffer.alloc(310, 9)))),
      'damaged',
    ],
    ['no palette', pngOf(pngHeader(10, 10, 3), pngChunk('IDAT', deflateSync(Buffer.alloc(110)))), 'palette'],
    ['an unknown colour', pngOf(pngHeader(10, 10, 5), data), 'damaged'],
    ['an unknown critical chunk', pngOf(pngHeader(10, 10), pngChunk('EVIL', SCRIPT), data), 'unknown kind'],
    ['a length beyond the end', Buffer.concat([pagePng().subarray(0, 40), HTML]), 'cut'],
  ])('with %s is refused', (_, bytes, reason) => expect(reasonOf(bytes)).toContain(reason))

  it('with a wrong checksum is refused', () => {
    const bytes = pagePng()
    bytes[60] = (bytes[60] ?? 0) ^ 1
    expect(reasonOf(bytes)).toContain('checksum')
  })

  it('that is cut anywhere is refused', () => {
    const whole = pagePng()
    for (let end = 8; end < whole.length; end += 7) expect(reasonOf(whole.subarray(0, end))).toContain('cut')
  })
})

describe('a JPEG', () => {
  it('loses comments, application segments and what follows its end', () => {
    const clean = kept(pageJpeg())
    const hostile = Buffer.concat([
      withSegments([0xfe, SCRIPT], [0xe1, `Exif\0\0${SCRIPT}`], [0xe2, SCRIPT]),
      HTML,
    ])
    expect(kept(hostile)).toEqual(clean)
    expect(clean.type).toBe('image/jpeg')
    expect(Buffer.from(clean.bytes).includes('script')).toBe(false)
    expect(Buffer.from(clean.bytes.subarray(-2))).toEqual(Buffer.from([0xff, 0xd9]))
  })

  it('keeps how its colours are stored, and nothing else that such a segment holds', () => {
    const { bytes } = kept(withSegments([0xee, `Adobe\0d\0\0\0\0\x01${SCRIPT}`]))
    const text = Buffer.from(bytes).toString('latin1')
    expect([text.includes('Adobe\0d\0\0\0\0\x01'), text.includes('script')]).toEqual([true, false])
  })

  it('that is cut anywhere is refused', () => {
    const whole = pageJpeg(50, 40, 24)
    for (let end = 3; end < whole.length; end += 23) expect(reasonOf(whole.subarray(0, end))).toBeDefined()
  })

  it('whose frame is too large is refused before it is decoded', () => {
    const bytes = pageJpeg()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(65_535, frame + 5)
    bytes.writeUInt16BE(65_535, frame + 7)
    expect(reasonOf(bytes)).toContain('pixels')
  })

  it('of a kind that browsers do not draw, or with several frames, is refused', () => {
    const bytes = pageJpeg()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    const twice = Buffer.concat([bytes.subarray(0, frame + 19), bytes.subarray(frame)])
    expect(reasonOf(twice)).toContain('several frames')
    bytes[frame + 1] = 0xc9
    expect(reasonOf(bytes)).toContain('do not draw')
  })

  it('whose data is noise does no harm', () => {
    const whole = pageJpeg(50, 40, 24)
    for (let at = 2; at < whole.length; at += 23) {
      const noisy = Buffer.from(whole)
      noisy.fill(0xa5, at, at + 3)
      const picture = cleanPicture(noisy)
      expect('reason' in picture || picture.type === 'image/jpeg').toBe(true)
    }
  })
})

describe('anything else', () => {
  it.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1">${SCRIPT}</svg>`],
    ['HTML', HTML.toString()],
    ['GIF', 'GIF89a'],
    ['nothing', ''],
  ])('such as %s is refused', (_, text) =>
    expect(reasonOf(Buffer.from(text))).toBe('neither a PNG nor a JPEG picture'),
  )

  it('such as WebP is refused with a remedy', () =>
    expect(reasonOf(Buffer.from('RIFF\0\0\n\0WEBPVP8 '))).toBe(
      'a WebP picture; convert it to PNG or JPEG first',
    ))

  it('that is too long is refused unread', () =>
    expect(reasonOf(Buffer.concat([pagePng(), Buffer.alloc(PICTURE_LIMITS.bytes)]))).toContain('larger'))
})

describe('the perceptual hash', () => {
  it('is the same for the same page in other sizes and compressions', () => {
    const { hash } = kept(pagePng())
    expect(hash).toMatch(/^[0-9a-f]{16}$/)
    expect(hash).not.toBe('0'.repeat(16))
    for (const other of [pagePng(360, 240), pageJpeg(90), pageJpeg(60), pageJpeg(75, 360, 240)])
      expect(kept(other).hash).toBe(hash)
  })

  it('is another for another page', () =>
    expect(kept(pagePng(180, 120, 0.3)).hash).not.toBe(kept(pagePng()).hash))

  it('of a picture smaller than its cells is one', () =>
    expect(kept(pagePng(1, 1)).hash).toBe('0'.repeat(16)))

  it.each([
    ['grey', 0, 1],
    ['grey with transparency', 4, 2],
    ['colours with transparency', 6, 4],
  ])('reads %s', (_, colour, channels) => {
    const line = Buffer.from([
      0,
      ...Array.from({ length: 20 * channels }, (_, at) => 255 - 10 * Math.floor(at / channels)),
    ])
    const data_ = deflateSync(Buffer.concat(Array.from({ length: 16 }, () => line)))
    // From bright to dark everywhere.
    expect(kept(pngOf(pngHeader(20, 16, colour), pngChunk('IDAT', data_))).hash).toBe('f'.repeat(16))
  })

  it('reads palettes', () => {
    const palette = Buffer.from(
      Array.from({ length: 20 }, (_, at) => [255 - 10 * at, 255 - 10 * at, 255 - 10 * at]).flat(),
    )
    const line = Buffer.from([0, ...Array.from({ length: 20 }, (_, at) => at)])
    const data_ = pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: 16 }, () => line))))
    expect(kept(pngOf(pngHeader(20, 16, 3), pngChunk('PLTE', palette), data_)).hash).toBe('f'.repeat(16))
  })
})
