import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress, printAddress } from '../../util/index.ts'
import { readWords } from './words.ts'

function read(text: string, width: 1 | 4): string | undefined {
  const bytes = Buffer.from(`<${text}>`)
  const words = new Uint32Array(width + 2)
  if (!readWords(bytes, 1, bytes.length - 1, words, 1, width)) return undefined
  return [...words.subarray(1, 1 + width)].map((word) => word.toString(16)).join(' ')
}

describe('words of an address', () => {
  test.each([
    ['192.0.2.1', 1, 'c0000201'],
    ['255.255.255.255', 1, 'ffffffff'],
    ['3221225985', 1, 'c0000201'],
    ['2001:db8::1', 4, '20010db8 0 0 1'],
    ['::', 4, '0 0 0 0'],
    ['1:2:3:4:5:6:7:8', 4, '10002 30004 50006 70008'],
    ['2001:200::', 4, '20010200 0 0 0'],
    ['42540488161975842760550356425300246528', 4, '20010000 0 0 0'],
    ['340282366920938463463374607431768211455', 4, 'ffffffff ffffffff ffffffff ffffffff'],
  ] as const)('%s', (text, width, words) => {
    expect(read(text, width)?.replace(/\b0+(?=[0-9a-f])/g, '')).toBe(words.replace(/\b0+(?=[0-9a-f])/g, ''))
  })

  test.each([
    ['', 1],
    ['1.2.3', 1],
    ['1.2.3.256', 1],
    ['256.2.3.4', 1],
    ['1.2.3.4.5', 1],
    ['4294967296', 1],
    ['1.2.3.x', 1],
    ['', 4],
    ['1::2::3', 4],
    ['1:2:3:4:5:6:7', 4],
    ['1:2:3:4:5:6:7:8:9', 4],
    ['12345::', 4],
    ['g::', 4],
    ['340282366920938463463374607431768211456', 4],
  ] as const)('%j is not a valid address of %i words', (text, width) => {
    expect(read(text, width)).toBeUndefined()
  })

  test('of any IPv6 address equal those of the strict parser', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        if (value >> 32n === 0xffffn) return
        const text = printAddress({ version: 6, value })
        const hex = read(text, 4)
          ?.split(' ')
          .map((word) => word.padStart(8, '0'))
          .join('')
        expect(BigInt(`0x${hex}`)).toBe(parseAddress(text)?.value)
      }),
    )
  })
})
