import { describe, expect, it } from 'vitest'
import { parseAddress, printNetwork } from './address.ts'
import { cidrCount, cidrsOf } from './cidr.ts'

const numberOf = (text: string): bigint => parseAddress(text)?.value ?? -1n

function printed(first: string, last: string): readonly string[] {
  const version = first.includes(':') ? 6 : 4
  return [...cidrsOf({ first: numberOf(first), last: numberOf(last) })].map(({ start, length }) =>
    printNetwork({ version, first: start, last: start, prefix: version === 4 ? length - 96 : length }),
  )
}

describe('the CIDRs of a range', () => {
  it('are the fewest that cover it', () => {
    expect(printed('192.0.2.0', '192.0.2.255')).toEqual(['192.0.2.0/24'])
    expect(printed('192.0.2.1', '192.0.2.6')).toEqual([
      '192.0.2.1/32',
      '192.0.2.2/31',
      '192.0.2.4/31',
      '192.0.2.6/32',
    ])
    expect(printed('::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toEqual(['::/0'])
    expect(printed('2001:db8::1', '2001:db8::1')).toEqual(['2001:db8::1/128'])
  })

  it('are counted', () => {
    expect(cidrCount({ first: 1n, last: (1n << 128n) - 2n })).toBe(254)
  })
})
