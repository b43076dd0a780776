import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../util/index.ts'
import { explainInvalid } from './invalid.ts'

describe('a line that is not a valid address says why', () => {
  it.each([
    ['300.1.1.1', '`300` is not a number from 0 to 255'],
    ['1.2.3', 'an IPv4 address has four numbers, this has 3'],
    ['1.2.3.4.5', 'an IPv4 address has four numbers, this has 5'],
    ['1.2..4', 'a number is missing between two dots or at an end'],
    ['1.2.3.', 'a number is missing between two dots or at an end'],
    ['010.2.3.4', '`010` has a leading zero, which some read as octal; write it without'],
    ['1.2.3.00', '`00` has a leading zero, which some read as octal; write it without'],
    ['0x7f.0.0.1', '`0x7f` is hexadecimal; write the number in decimal'],
    ['0x7f000001', '`0x7f000001` is one hexadecimal number; write four decimal numbers with dots between'],
    ['3232235777', '`3232235777` is a single number; write four numbers with dots between'],
    ['1.2.3.-4', '`-4` is not a number from 0 to 255'],
    ['1.2.3.4:80', 'the address has a port (`:80`); write it without one'],
    ['[2001:db8::1]:443', 'the address has a port (`:443`); write it without one'],
    ['[2001:db8::1]', 'the address is in brackets; write it without them'],
    ['10.0.0.0/8', '`10.0.0.0/8` is a range (CIDR), not one address'],
    ['2001:db8::/32', '`2001:db8::/32` is a range (CIDR), not one address'],
    ['1.2.3.4-1.2.3.9', '`1.2.3.4-1.2.3.9` is a range, not one address'],
    ['fe80::1%eth0', '`%eth0` is a zone id; write the address without it'],
    ['https://192.0.2.1/', '`https://192.0.2.1/` is a URL; write the address alone'],
    ['example.com', '`example.com` is a name, not an address'],
    ['192[.]0[.]2[.]1', 'the address is defanged; write its dots and colons without brackets'],
    ['192(dot)0[.]2{.}1', 'the address is defanged; write its dots and colons without brackets'],
    ['2001[:]db8::1', 'the address is defanged; write its dots and colons without brackets'],
    ['"192.0.2.1",', 'signs stand around the address; write `192.0.2.1` alone'],
    ['192.0.2.1;', 'signs stand around the address; write `192.0.2.1` alone'],
    ['192.0.2.1,192.0.2.2', 'the line holds more than one address; write one address per line'],
    ['192.0.2.1–192.0.2.9', '`192.0.2.1–192.0.2.9` is a range, not one address'],
    ['192.0.2.*', '`192.0.2.*` is a range, not one address'],
    ['AS64500', '`AS64500` is the number of a system, not an address'],
    ['bücher.example', '`bücher.example` is a name, not an address'],
    ['localhost', '`localhost` is a name, not an address'],
    ['example.com:443', '`example.com:443` is a name, not an address'],
    ['192.0.2.1 192.0.2.2', 'the line holds more than one word; write one address per line'],
    ['192.0.2.1\u0000', 'the character `\\x00` at position 10 is not allowed in an address'],
    ['192.0.2\u200b.1', 'the character `\\u{200b}` at position 8 is not allowed in an address'],
    ['192.0.2.１', '`１` is not an ASCII character'],
    ['1::2::3', 'an IPv6 address may hold `::` once'],
    [':::', 'an IPv6 address may hold `::` once'],
    ['1:2:3:4:5:6:7', 'an IPv6 address has eight groups, this has 7'],
    ['1:2:3:4:5:6:7:8:9', 'an IPv6 address has eight groups, this has 9'],
    ['1:2:3:4:5:6:7::8', 'an IPv6 address with `::` has at most seven groups, this has 8'],
    ['12345::', '`12345` is not a group of one to four hexadecimal digits'],
    ['2001:db8::xyz', '`xyz` is not a group of one to four hexadecimal digits'],
    ['1:2:3:4:5:6:7:', 'a group is missing beside a colon'],
    ['::ffff:192.0.2.300', '`300` is not a number from 0 to 255'],
    ['!', '`!` is not an IPv4 or IPv6 address'],
    ['x'.repeat(1_000_000), 'the line has 1000000 characters; an address has at most 45'],
  ])('%.40s', (text, reason) => expect(explainInvalid(text)).toBe(reason))

  it('has a short printable reason for every text that is none', () => {
    const piece = fc.constantFrom(
      '1',
      '255',
      '256',
      '.',
      ':',
      '::',
      '/',
      '%',
      'a',
      'g',
      '[',
      ']',
      '-',
      '0x',
      'é',
      ' ',
      '\t',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          fc.pre(parseAddress(text) === undefined)
          const reason = explainInvalid(text)
          expect(reason).not.toMatch(/\p{Cc}/u)
          expect(reason.length).toBeGreaterThan(10)
          expect(reason.length).toBeLessThan(900)
        },
      ),
    )
  })
})
