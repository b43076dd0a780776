import { describe, expect, it } from 'vitest'
import { isGb18030 } from './gb18030.ts'

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('text in GB18030 is recognised among other encodings', () => {
  it.each([
    ['a header and a place', 'b5d8d6b7 2c b9fabcd2 0a 312e322e332e34 2c d6d0b9fa', true],
    ['a rare character of four bytes', 'b5d8d6b7 2c 8130d230 2c b9fabcd2 c7e5b5a5 cfb5cdb3 b1eacce2', true],
    ['UTF-8', 'e59cb0e59d80 2c e59bbd', false],
    ['ASCII', '69702c6e616d65', false],
    ['German in windows-1252', '537472 df 65 2c 4d fc 6e63 68 656e 2c 4b f6 6c 6e', false],
    ['two accents behind each other', '636f e9 e9 2c 41 e9 42', false],
    ['Korean in EUC-KR', 'c1d6bcd2 2c b1b9b0a1 2c b4ebc7d1b9ceb1b9', false],
    ['Japanese in EUC-JP', 'a5a2a5c9a5eca5b9 2c b9f1 a4c8 a4ab', false],
    ['controls', 'b5d8d6b700b9fabcd2', false],
    ['one character', 'b5d8', false],
  ])('%s', (_, bytes, expected) => {
    expect(isGb18030(hex(bytes), true)).toBe(expected)
  })

  it('takes a character that the end of the bytes cuts', () => {
    expect(isGb18030(hex('b5d8d6b7 2c b9fabcd2 b1'), false)).toBe(true)
    expect(isGb18030(hex('b5d8d6b7 2c b9fabcd2 b1'), true)).toBe(false)
  })
})
