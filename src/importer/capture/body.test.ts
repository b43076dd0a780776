import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './body.ts'
import type { HeaderField } from './http-response.ts'

const PAGE = '<!doctype html><title>Причал — pier</title><p>bollards and cleats</p>'.repeat(20)

async function decode(bytes: Buffer, ...fields: HeaderField[]): Promise<string> {
  return (await decodeBody({ bytes, length: bytes.length, fields, host: 'pier.example' })).text
}

const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

describe('content codings', () => {
  const page = Buffer.from(PAGE)
  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['identity', page],
    ['none', page],
  ])('%s is undone', async (coding, bytes) =>
    expect(await decode(bytes, ['Content-Encoding', coding])).toBe(PAGE),
  )

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, deflate, br', 'made-up'])(
    '%s that the recorder has undone already is left alone',
    async (coding) => expect(await decode(page, ['content-encoding', coding])).toBe(PAGE),
  )

  it('is undone after chunks, also where both are transfer codings', async () => {
    const bytes = chunked(gzipSync(page))
    expect(await decode(bytes, ['Transfer-Encoding', 'chunked'], ['Content-Encoding', 'gzip'])).toBe(PAGE)
    expect(await decode(bytes, ['Transfer-Encoding', 'gzip, chunked'])).toBe(PAGE)
    expect(await decode(page, ['Transfer-Encoding', 'chunked'], ['Content-Encoding', 'gzip'])).toBe(PAGE)
  })

  it.each([
    ['gzip', gzipSync(Buffer.from(noise()))],
    ['deflate', deflateSync(Buffer.from(noise()))],
  ])('%s that is cut gives the beginning', async (coding, bytes) => {
    const text = await decode(bytes.subarray(0, bytes.length / 2), ['Content-Encoding', coding])
    expect(text.length).toBeGreaterThan(1000)
    expect(noise().startsWith(text)).toBe(true)
  })

  it('is given up on a bomb, with what is known of its length', async () => {
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024, 'a'))
    const bytes = Buffer.concat(Array.from({ length: 20 }, () => member))
    const body = await decodeBody({
      bytes,
      length: bytes.length,
      fields: [['content-encoding', 'gzip']],
      host: '',
    })
    expect(body.text.length).toBe(8 * 1024 * 1024)
    expect(body.fullLength).toBeGreaterThan(256 * 1024 * 1024)
  })
})

/** Text that does not compress well, the same on every call. */
function noise(): string {
  let state = 1
  return Array.from({ length: 20000 }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8).toString(36)
  }).join('')
}

describe('bodies that are not text', () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0xff])
  it('are kept readable', async () =>
    expect(await decode(image, ['Content-Type', 'image/png'])).toBe('\\x89PNG\r\n\\x1a\n\\x00\\xff'))

  it('are found out where the header calls them text', async () =>
    expect(await decode(image, ['Content-Type', 'text/html; charset=windows-1251'])).toContain('\\x89PNG'))

  it('are cut earlier than texts', async () => {
    const bytes = Buffer.alloc(1024 * 1024, 0xff)
    const body = await decodeBody({
      bytes,
      length: bytes.length,
      fields: [['content-type', 'image/x']],
      host: '',
    })
    expect(body).toEqual({ text: '\\xff'.repeat(256 * 1024), fullLength: 1024 * 1024 })
  })
})
