import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, parseAddress, parseNetwork, printAddress } from '../util/index.ts'
import { addressRange, numberRange } from './range.ts'

describe('a range of numbers as an expression', () => {
  it('matches exactly the numbers in it', () => {
    const port = fc.integer({ min: 0, max: 65_535 })
    fc.assert(
      fc.property(port, port, fc.array(port, { minLength: 20 }), (one, other, tried) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const expression = new RegExp(numberRange(from, to))
        for (const number of [from, to, from - 1, to + 1, ...tried]) {
          if (number >= 0) expect(expression.test(String(number))).toBe(number >= from && number <= to)
        }
      }),
    )
  })

  it('of two digits is short', () => {
    expect(numberRange(80, 89)).toBe('^(?:8\\d)$')
    expect(numberRange(0, 65_535)).toBe(
      '^(?:\\d|[1-9]\\d|[1-9]\\d{2}|[1-9]\\d{3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$',
    )
  })
})

describe('a range of addresses as CIDRs', () => {
  it('covers the addresses in it and no other', () => {
    const address = fc
      .integer({ min: 0xc000_0200, max: 0xc000_04ff })
      .map((value) => 0xffff_0000_0000n + BigInt(value))
    fc.assert(
      fc.property(address, address, address, (one, other, tried) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const print = (value: bigint): string => printAddress({ version: 4, value })
        const networks = (addressRange(print(from), print(to)) ?? []).map(parseNetwork)
        const asked = parseAddress(print(tried))
        const inside = networks.some((network) => network && asked && isInside(asked, network))
        expect(inside).toBe(tried >= from && tried <= to)
      }),
    )
  })

  it('is refused when its ends are no addresses in order', () => {
    expect(addressRange('192.0.2.9', '192.0.2.1')).toBeUndefined()
    expect(addressRange('192.0.2.9', '2001:db8::1')).toBeUndefined()
    expect(addressRange('x', '192.0.2.1')).toBeUndefined()
  })
})
