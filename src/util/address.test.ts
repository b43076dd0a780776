import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalAddress,
  isInside,
  parseAddress,
  parseNetwork,
  printAddress,
  printNetwork,
} from './address.ts'

describe('addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ])('prints %s as %s', (text, canonical) => expect(canonicalAddress(text)).toBe(canonical))

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0x1.2.3.4',
    '256.1.1.1',
    '1.2.3.4:80',
    '1.2.3.4/8',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'fe80::1%eth0',
    '[::1]',
    '1:2:3:4:5:6:7::8',
    ' 1.2.3.4',
    '::1.2.3.400',
  ])('refuses %j', (text) => expect(parseAddress(text)).toBeUndefined())

  it('reads back what it prints, for every address', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (value) => {
        const version = value >> 32n === 0xffffn ? 4 : 6
        expect(parseAddress(printAddress({ version, value }))).toEqual({ version, value })
      }),
    )
  })
})

describe('networks', () => {
  it.each([
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::ffff:192.0.2.1/120', '192.0.2.0/24'],
  ])('clears the host bits of %s', (text, printed) => {
    const network = parseNetwork(text)
    expect(network && printNetwork(network)).toBe(printed)
  })

  it.each(['1.2.3.4', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/08', '::/129', 'x/8', '::ffff:1.2.3.4/64'])(
    'refuses %j',
    (text) => expect(parseNetwork(text)).toBeUndefined(),
  )

  it('separates the two families', () => {
    const everything = parseNetwork('::/0')
    const v4 = parseAddress('192.0.2.1')
    expect(everything && v4 && isInside(v4, everything)).toBe(false)
  })
})
