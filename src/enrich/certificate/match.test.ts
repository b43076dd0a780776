import { describe, expect, test } from 'vitest'
import { coversName, matchesName } from './match.ts'

describe('a presented name', () => {
  test.each([
    ['example.com', 'example.com', true],
    ['EXAMPLE.com.', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['*.example.com', 'www.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'a.b.example.com', false],
    ['*.com', 'example.com', false],
    ['*', 'example', false],
    ['w*.example.com', 'www.example.com', false],
    ['www.*.com', 'www.example.com', false],
    ['*.xn--mnchen-3ya.example', 'a.xn--mnchen-3ya.example', true],
    ['*.münchen.example', 'a.xn--mnchen-3ya.example', true],
    ['', '', false],
  ])('%s covers %s: %s', (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected)
  })
})

describe('a certificate', () => {
  const none = { commonName: 'example.com', hasAlternativeNames: false, dnsNames: [], addresses: [] }
  const some = {
    ...none,
    hasAlternativeNames: true,
    dnsNames: ['a.example'],
    addresses: ['192.0.2.1', '2001:db8::1'],
  }

  test.each([
    ['the common name without alternative names', none, 'example.com', false, true],
    ['an address as common name', { ...none, commonName: '192.0.2.1' }, '192.0.2.1', true, true],
    ['not the common name with alternative names', some, 'example.com', false, false],
    ['an alternative name', some, 'a.example', false, true],
    ['an alternative IPv4 address', some, '192.0.2.1', true, true],
    ['an alternative IPv6 address', some, '2001:db8::1', true, true],
    ['no other address', some, '192.0.2.2', true, false],
    [
      'no address that is listed among the names',
      { ...some, dnsNames: ['192.0.2.9'] },
      '192.0.2.9',
      true,
      false,
    ],
  ] as const)('covers %s', (_, presented, reached, isAddress, expected) => {
    expect(coversName(presented, reached, isAddress)).toBe(expected)
  })
})
