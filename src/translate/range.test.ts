import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, parseAddress, parseNetwork, printAddress } from '../util/index.ts'
import { addressRange } from './range.ts'

describe('a range of addresses as CIDRs', () => {
  it('covers exactly its addresses', () => {
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

  it('is refused when its ends are not addresses in order', () => {
    expect(addressRange('192.0.2.9', '192.0.2.1')).toBeUndefined()
    expect(addressRange('192.0.2.9', '2001:db8::1')).toBeUndefined()
    expect(addressRange('x', '192.0.2.1')).toBeUndefined()
  })
})
