import { expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { addressesIn } from './addresses-in.ts'

it.each([
  ['192.0.2.1 - - [21/Nov/2026] "GET / HTTP/1.1"', ['192.0.2.1']],
  ['from 192.0.2.1:443 to [2001:DB8::1]:53, again 192.0.2.1', ['192.0.2.1', '2001:db8::1']],
  [
    '192(.)0(.)2(.)1, 192[dot]0[DOT]2[.]2 and 192{.}0{.}2{.}3 or 192\\.0\\.2\\.4',
    ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'],
  ],
  ['http://198[.]51[.]100[.]7/x?y=10.0.0.1.', ['198.51.100.7', '10.0.0.1']],
  ['version 1.2.3.4.5, 300.1.1.1, 01.2.3.4, 12:30:45, a::b::c', []],
  ['::ffff:192.0.2.9,fe80::1%eth0', ['192.0.2.9', 'fe80::1']],
  ['refused 2001:db8::1: gone', ['2001:db8::1']],
  ['client:2001:db8::2 addr:192.0.2.3, at 10:20:30', ['2001:db8::2', '192.0.2.3']],
  ['no address here', []],
])('finds the addresses in %j', (text, expected) => {
  expect(addressesIn(text)).toEqual(expected)
})

it.each(['1.', ':', 'a:', '1[.]', '1[dot]', '::1'])('takes linear time for a text of %s', async (piece) => {
  expect(await growth((size) => addressesIn(piece.repeat(size)), 12_500)).toBeLessThan(LINEAR)
})
