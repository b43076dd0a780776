import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressFile } from './address-file.ts'

function read(text: string | Uint8Array, piece = 7): readonly (readonly [number, string])[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const file = new AddressFile()
  for (let at = 0; at < bytes.length; at += piece) file.take(bytes.subarray(at, at + piece))
  return file.finish()
}

const many = (count: number, end = '\n'): string =>
  Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(end)

describe('an uploaded list of addresses', () => {
  it.each([
    ['line ends of every kind', '1.1.1.1\n2.2.2.2\r\n3.3.3.3\r4.4.4.4', [1, 2, 3, 4]],
    ['no end of the last line', '1.1.1.1', [1]],
    ['a byte order mark', '\u{feff}1.1.1.1\n', [1]],
    [
      'blank lines and comments, which keep their numbers',
      '\n# list\n  1.1.1.1 \n\t\n#2.2.2.2\n2.2.2.2',
      [3, 6],
    ],
  ])('accepts %s', (_, text, lines) => {
    expect(read(text, 1).map(([line]) => line)).toEqual(lines)
    expect(read(text, 100)).toEqual(read(text, 1))
  })

  it('accepts 10000 lines with carriage returns and a byte order mark, and no more', () => {
    expect(read(`\u{feff}# head\r\n\r\n${many(10_000, '\r\n')}\r\n`)).toHaveLength(10_000)
    expect(() => read(many(10_001))).toThrow('A single file can only upload 10000 lines of data!')
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\r\n\u{feff}'],
    ['comments', '# 1.1.1.1\n#'],
  ])('finds no address in %s', (_, text) => {
    expect(() => read(text)).toThrow('[-4] Params Error: the file holds no IP address')
  })

  it.each([
    ['a NUL', Buffer.from('1.1.1.1\n\0')],
    ['bytes that are not valid UTF-8', Buffer.from([0x31, 0xff, 0xfe])],
    ['half a character at the end', Buffer.from([0x31, 0xc3])],
    ['UTF-16', Buffer.from('1.1.1.1', 'utf16le')],
  ])('refuses %s', (_, bytes) => {
    expect(() => read(bytes)).toThrow('Please upload the TXT file!')
  })

  it('keeps the start of a line of a megabyte', () => {
    const [first, second] = read(`${' '.repeat(5000)}${'1'.repeat(1_000_000)}\n1.1.1.1`, 65_536)
    expect(first?.[1]).toBe('1'.repeat(512))
    expect(second).toEqual([2, '1.1.1.1'])
  })

  it('reads the same lines however the file is split', () => {
    const text = fc
      .array(fc.constantFrom('\n', '\r', '#', ' ', '\t', '1', '.', 'é', '😀'), { maxLength: 60 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (content, piece) => {
        const expected = content
          .split(/\r\n|\n|\r/)
          .map((line, index) => [index + 1, line.trim()] as const)
          .filter(([, line]) => line !== '' && !line.startsWith('#'))
        if (expected.length === 0) expect(() => read(content, piece)).toThrow('no IP address')
        else expect(read(content, piece)).toEqual(expected)
      }),
    )
  })
})
