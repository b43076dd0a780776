import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPort, readAddress, readReached } from './identity.ts'

describe('what was reached', () => {
  test.each([
    ['example.com', 'example.com', false],
    [' Example.COM ', 'example.com', false],
    ['example.com.', 'example.com', false],
    ['_dmarc.example.com', '_dmarc.example.com', false],
    ['-odd-.example', '-odd-.example', false],
    ['localhost', 'localhost', false],
    ['BÜCHER.example', 'xn--bcher-kva.example', false],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah', false],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', false],
    ['0x7f.1.example', '0x7f.1.example', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['１９２.0.2.1', '192.0.2.1', true],
    ['[2001:DB8::1]', '2001:db8::1', true],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1', true],
    ['fe80::1%eth0', 'fe80::1', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
  ])('as %j becomes %s', (text, reached, isAddress) => {
    expect(readReached(text)).toEqual({ reached, isAddress })
  })

  test.each([
    ['', 'neither a name nor an address'],
    ['.', 'neither a name nor an address'],
    ['ä b.example', 'neither a name nor an address'],
    ['a b.example', 'it holds the character " "'],
    ['a..example', 'it has an empty label'],
    ['.example', 'it has an empty label'],
    ['http://example.com', 'it holds the character ":"'],
    ['example.com/path', 'it holds the character "/"'],
    ['*.example.com', 'it holds the character "*"'],
    ['192.0.2', 'it ends in a number and is not a valid address'],
    ['256.0.2.1', 'it ends in a number and is not a valid address'],
    ['a\u0000.example', 'it holds the character "\\u0000"'],
    [`${'a'.repeat(64)}.example`, 'a label is longer than 63'],
    [`${'abcdefg.'.repeat(32)}example`, 'it is longer than 253 characters'],
  ])('as %j is refused: %s', (text, reason) => {
    expect(readReached(text)).toEqual({ reason: expect.stringContaining(reason) })
  })

  test('is quoted shortened in the reason', () => {
    const found = readReached('x'.repeat(5000))
    expect('reason' in found && found.reason.length).toBeLessThan(150)
  })

  test('once canonical stays as it is', () => {
    const text = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string())
    fc.assert(
      fc.property(text, (any) => {
        const found = readReached(any)
        if ('reached' in found) expect(readReached(found.reached)).toEqual(found)
      }),
    )
  })
})

test('addresses come with blanks, brackets and zones', () => {
  expect(readAddress(' [2001:db8::1%3] ')).toBe('2001:db8::1')
  expect(readAddress('[example.com]')).toBeUndefined()
})

test.each([
  [1, true],
  [65535, true],
  [0, false],
  [65536, false],
  [80.5, false],
  [Number.NaN, false],
])('%d is a port: %s', (port, expected) => {
  expect(isPort(port)).toBe(expected)
})
