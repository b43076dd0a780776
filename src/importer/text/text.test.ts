import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { inShortOrLong } from '../../../test/support/long.ts'
import {
  asNumber,
  bytesOfEscaped,
  bytesOfLatin1,
  cutText,
  decodeUtf8,
  dig,
  headerName,
  printHeader,
  readableBytes,
  readLines,
  readPort,
  readRows,
  readTime,
  readWebAddress,
  wellFormed,
} from './index.ts'

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('bytes', () => {
  it.each([
    ['SSH-2.0\r\n', 'SSH-2.0\r\n'],
    ['\xc3\xbc', 'ü'],
    ['\xfc\x00\x01', '\\xfc\\x00\\x01'],
    ['a\xe2\x82', 'a\\xe2\\x82'],
    ['\xed\xa0\x80', '\\xed\\xa0\\x80'],
    ['\xef\xbf\xbd', '\ufffd'],
    ['\xf4\x90\x80\x80\xc0\x80', '\\xf4\\x90\\x80\\x80\\xc0\\x80'],
    ['tab\tdel\x7f', 'tab\tdel\\x7f'],
  ])('%j read as %j', (bytes, text) => expect(readableBytes(Buffer.from(bytes, 'latin1'))).toBe(text))

  it('that are UTF-8 stay what they are, and any bytes give well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (text, bytes) => {
        expect(decodeUtf8(Buffer.from(text))).toBe(text)
        expect(decodeUtf8(bytes).isWellFormed()).toBe(true)
        // Undone byte by byte, nothing is lost, unless the bytes themselves spelt an escape.
        if (!Buffer.from(bytes).includes('\\x'))
          expect(bytesOfEscaped(decodeUtf8(bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    ['Z\\xc3\\xbcrich', 'Zürich'],
    ['\\x4', '\\x4'],
    ['\\\\n \\r', '\\\\n \\r'],
    ['\\xC3\\xBC', 'ü'],
  ])('escaped as %j are %j', (text, expected) =>
    expect(Buffer.from(bytesOfEscaped(text)).toString()).toBe(expected),
  )

  it('written as one character each are taken as such only below U+0100', () => {
    expect(bytesOfLatin1('Z\u00c3\u00bc')).toEqual(Buffer.from([0x5a, 0xc3, 0xbc]))
    expect(bytesOfLatin1('€')).toBeUndefined()
  })

  it('texts are cut between characters and repaired where they are broken', () => {
    expect(cutText('a😀b', 2)).toBe('a')
    expect(cutText('a😀b', 3)).toBe('a😀')
    expect(cutText('ab', 5)).toBe('ab')
    expect(wellFormed('a\ud800')).toBe('a\ufffd')
  })
})

describe('moments', () => {
  const at = Date.UTC(2025, 5, 4, 15, 21, 16)
  it.each<[string | number, number]>([
    ['2025-06-04T17:21:16+02:00', at],
    ['2025-06-04T15:21:16.180863895Z', at + 180],
    ['2025-06-04T15:21:16.354282', at + 354],
    ['2025-06-04T15:21:16', at],
    ['2025-06-04 15:21:16', at],
    ['2025-06-04 15:21:16.5 +0000 UTC', at + 500],
    ['2025-06-04 15:21:16 UTC', at],
    ['2025-06-04T15:21:16.978+0000', at + 978],
    ['20250604152116Z', at],
    ['20250604152116', at],
    ['Wed, 04 Jun 2025 15:21:16 GMT', at],
    ['04-Jun-2025 15:21:16 GMT', at],
    ['Wed Jun  4 15:21:16 2025', at],
    ['Jun  4 15:21:16 2025 GMT', at],
    ['1749050476', at],
    [1749050476, at],
    ['1749050476.25', at + 250],
    [1749050476123, at + 123],
    ['1749050476123456', at + 123],
    ['1749050476123456789', at + 123],
    ['2025-06-04', Date.UTC(2025, 5, 4)],
    [' 2025-6-4 9:05 ', Date.UTC(2025, 5, 4, 9, 5)],
  ])('%j', (text, moment) => expect(readTime(text)).toBe(moment))

  it.each([
    0,
    '0',
    -5,
    '',
    'soon',
    '2025-02-30',
    '2025-13-01',
    '2025-06-04T25:00:00',
    '1969-12-31',
    Number.NaN,
    null,
    {},
    '12345678901234567890123',
  ])('%j is none', (value) => expect(readTime(value)).toBeUndefined())

  it('are the same whatever way JavaScript writes them', () => {
    const moments = fc.date({ min: new Date(1000), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (date) => {
        expect(readTime(date.toISOString())).toBe(date.getTime())
        expect(readTime(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000)
      }),
    )
  })
})

describe('ports and addresses', () => {
  it.each<[string | number | null, number | undefined]>([
    [443, 443],
    ['443', 443],
    [0, undefined],
    [65536, undefined],
    ['65536', undefined],
    ['', undefined],
    [' 80', undefined],
    ['0x50', undefined],
    [80.5, undefined],
    [null, undefined],
  ])('port %j is %j', (value, port) => expect(readPort(value)).toBe(port))

  it.each([
    ['https://Example.com', 'https', 'example.com', 443, '/'],
    ['http://example.com:8080/a b?q#f', 'http', 'example.com', 8080, '/a b'],
    ['https://[2001:DB8::1]:8443/x', 'https', '2001:db8::1', 8443, '/x'],
    ['http://user:pass@example.com?q', 'http', 'example.com', 80, '/'],
    ['HTTP://192.0.2.1:/', 'http', '192.0.2.1', 80, '/'],
  ])('%s', (text, scheme, reached, port, path) =>
    expect(readWebAddress(text)).toEqual({ scheme, reached, port, path }),
  )

  it.each([
    'example.com',
    'ftp://example.com',
    'https://',
    'http://a:99999/',
    'http://[::1',
    'javascript:alert(1)',
  ])('%s is not a valid address of a page', (text) => expect(readWebAddress(text)).toBeUndefined())
})

describe('headers', () => {
  it('are lines joined by CRLF without the blank one', () =>
    expect(
      printHeader('HTTP/1.1 200 OK', [
        ['Server', 'x'],
        [headerName('x_frame_options'), 'DENY'],
      ]),
    ).toBe('HTTP/1.1 200 OK\r\nServer: x\r\nX-Frame-Options: DENY'))
})

describe('looking into JSON', () => {
  it('follows own keys and positions only', () => {
    const value = { a: [{ b: 1 }], '0': 'zero' }
    expect(dig(value, 'a', 0, 'b')).toBe(1)
    expect(dig(value, 'constructor')).toBeUndefined()
    expect(dig(value, 'a', '0')).toBeUndefined()
    expect(dig(value, 0)).toBeUndefined()
  })

  it.each<[unknown, number | undefined]>([
    ['12.5', 12.5],
    [' 7 ', 7],
    ['1e3', 1000],
    ['', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    [true, undefined],
  ])('the number in %j is %j', (value, number) => expect(asNumber(value as string)).toBe(number))
})

describe('lines', () => {
  const read = async (text: string, size: number, lineLimit?: number): Promise<unknown[]> => {
    const lines: unknown[] = []
    for await (const line of readLines(chunksOf(text, size), { lineLimit }))
      lines.push(
        line.kind === 'line'
          ? [line.line, line.text, line.end]
          : [line.reject.line, line.reject.reason.slice(0, 30)],
      )
    return lines
  }

  it.each([1, 2, 1000])('end at LF and CRLF, in chunks of %d', async (size) =>
    expect(await read('\ufeffa\r\n\nb\rc\nd', size)).toEqual([
      [1, 'a', '\r\n'],
      [2, '', '\n'],
      [3, 'b\rc', '\n'],
      [4, 'd', ''],
    ]),
  )

  it('beyond the limit are counted and left out', async () =>
    expect(await read(`a\n${'x'.repeat(50)}\nb\n${'y'.repeat(50)}`, 7, 20)).toEqual([
      [1, 'a', '\n'],
      [2, 'longer than the limit of 20 by'],
      [3, 'b', '\n'],
      [4, 'longer than the limit of 20 by'],
    ]))
})

describe('rows', () => {
  const read = async (text: string, size = 1000, lineLimit?: number): Promise<unknown[]> => {
    const rows: unknown[] = []
    for await (const row of readRows(chunksOf(text, size), { lineLimit }))
      rows.push(row.kind === 'row' ? [row.line, ...row.cells] : `${row.reject.line}: ${row.reject.reason}`)
    return rows
  }

  it('gives up a quote that is not closed within 100,000 lines, and holds no more of them', async () => {
    let read = 0
    async function* lines(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('"x\n')
      for (; read < 150; read++) yield Buffer.from('a\n'.repeat(1000))
    }
    for await (const row of readRows(lines())) {
      expect(row).toMatchObject({
        reject: { line: 1, reason: 'a quote is opened and not closed within 100,000 lines' },
      })
      break
    }
    expect(read).toBeLessThanOrEqual(100)
  })

  it.each<[string, string, unknown[]]>([
    [
      'plain',
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'with quotes, commas and line ends',
      '"a ""b""","c,d","e\r\nf"\r\n1,2,3',
      [
        [1, 'a "b"', 'c,d', 'e\r\nf'],
        [3, '1', '2', '3'],
      ],
    ],
    ['with empty cells', ',"",\n', [[1, '', '', '']]],
    ['with quotes that are not doubled', '"say "hi" now",x\n', [[1, 'say "hi" now', 'x']]],
    [
      'with blanks behind a closing quote',
      '"a, b" ,c\n"d" \n',
      [
        [1, 'a, b', 'c'],
        [2, 'd'],
      ],
    ],
    ['with a quote within', 'a"b,c\n', [[1, 'a"b', 'c']]],
    [
      'with a quote never closed',
      '1,"a\n2,b\n3,"c""\n',
      ['1: a quote is opened and never closed', [2, '2', 'b'], '3: a quote is opened and never closed'],
    ],
  ])('%s', async (_, text, expected) => {
    for (const size of [1, 1000]) expect(await read(text, size)).toEqual(expected)
  })

  it('behind a quote that is never closed are not lost beyond the limit', async () =>
    expect(await read(`"a\n${'b\n'.repeat(30)}`, 10, 20)).toHaveLength(31))

  it('of quotes without end are read in linear time', async () => {
    // Chunks are smaller with the text, so that a row is as many of them.
    const rows = inShortOrLong(5000, 25_000)
    const chunk = Math.round((65_536 * rows) / 25_000)
    const work = (size: number) => read('"a""\n'.repeat(size), chunk, 5 * size)
    expect(await growth(work, rows)).toBeLessThan(LINEAR)
  })

  it('come back as they were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r\n', ' ', 'ü') })
    const row = fc.array(cell, { minLength: 2, maxLength: 4 })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const text = rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')
          expect((await read(text, size)).map((found) => (found as unknown[]).slice(1))).toEqual(rows)
        },
      ),
    )
  })
})
