import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinChunks } from './chunked.ts'

const join = (text: string): string | undefined => joinChunks(Buffer.from(text, 'latin1'))?.toString('latin1')

describe('chunked bodies', () => {
  it.each([
    ['chunks', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n', 'abcde'],
    ['an empty body', '0\r\n\r\n', ''],
    ['trailer fields', '3\r\nabc\r\n0\r\nExpires: never\r\n\r\n', 'abc'],
    ['extensions and blanks', '3 ;name="a;b"\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['leading zeros and capitals', '0000A\r\n0123456789\r\n0\r\n', '0123456789'],
    ['bare line feeds', '3\nabc\n0\n\n', 'abc'],
    ['no last chunk', '3\r\nabc\r\n', 'abc'],
    ['a cut chunk', '5\r\nab', 'ab'],
    ['a cut size line', '3\r\nabc\r\n1', 'abc'],
    ['no line end after the data', '3\r\nabc2\r\nde\r\n0\r\n', 'abcde'],
    ['wrong sizes', '3\r\nabc\r\nnot a size\r\nrest', 'abcnot a size\r\nrest'],
  ])('with %s are put together', (_, coded, plain) => expect(join(coded)).toBe(plain))

  it.each([
    ['markup', '<html>'],
    ['nothing', ''],
    ['one word of hexadecimal digits', 'fade'],
    ['lines of numbers', '12\n34\n56\n'],
    ['a number and a line end', '1\n'],
    ['an endless size', `${'1'.repeat(5000)}\r\nabc`],
  ])('that are %s are in no such coding', (_, body) => expect(join(body)).toBeUndefined())

  it('come out as they went in, however they were cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1 }), (parts) => {
        const coded = parts.flatMap((part) => [
          Buffer.from(`${part.length.toString(16)}\r\n`),
          part,
          Buffer.from('\r\n'),
        ])
        const joined = joinChunks(Buffer.concat([...coded, Buffer.from('0\r\n\r\n')]))
        expect(joined?.equals(Buffer.concat(parts))).toBe(true)
      }),
    )
  })
})
