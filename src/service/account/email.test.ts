import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEmail, checkUsername, foldEmail } from './email.ts'

const long = (length: number) => `${'a'.repeat(60)}@${'b.'.repeat((length - 63) / 2)}cd`

describe('e-mails', () => {
  it.each([
    ['a@b', 'a@b'],
    [' Ann.Lee+tag@Mail.Example.com\n', 'Ann.Lee+tag@Mail.Example.com'],
    ['admin@localhost', 'admin@localhost'],
    ["o'neil_{x}!#$%&*/=?^`|~-@xn--e1afmkfd.xn--p1ai", "o'neil_{x}!#$%&*/=?^`|~-@xn--e1afmkfd.xn--p1ai"],
    ['1@2.3', '1@2.3'],
  ])('%j is accepted', (text, email) => {
    expect(checkEmail(text)).toBe(email)
  })

  it.each([
    ['', 'is empty'],
    ['   ', 'is empty'],
    ['ann', 'before one @'],
    ['@example.com', 'before one @'],
    ['ann@', 'a domain'],
    ['ann@@example.com', 'before one @'],
    ['.ann@example.com', 'before one @'],
    ['ann.@example.com', 'before one @'],
    ['a..b@example.com', 'before one @'],
    ['"ann lee"@example.com', 'contains a blank'],
    ['"ann"@example.com', 'before one @'],
    ['ann(x)@example.com', 'before one @'],
    ['ann@exa_mple.com', 'a domain'],
    ['ann@-example.com', 'a domain'],
    ['ann@example-.com', 'a domain'],
    ['ann@example..com', 'a domain'],
    ['ann@.com', 'a domain'],
    ['ann@[192.0.2.1]', 'a domain'],
    [`ann@${'x'.repeat(64)}.com`, 'a domain'],
    [`${'x'.repeat(65)}@example.com`, 'before one @'],
    ['аnn@example.com', 'contains `а` (U+0430)'],
    ['ann@еxample.com', 'contains `е` (U+0435)'],
    ['ann@example。com', 'contains `。` (U+3002)'],
    ['ann\u200b@example.com', 'contains U+200B'],
    ['ann\u0000@example.com', 'contains U+0000'],
    ['ann\u202e@example.com', 'contains U+202E'],
    ['ａnn@example.com', 'contains `ａ` (U+FF41)'],
    ['ann,lee@example.com', 'before one @'],
    ['ann@example.com, lee@example.com', 'contains a blank'],
  ])('%j is refused, with the reason', (text, reason) => {
    expect(() => checkEmail(text)).toThrow(reason)
  })

  it('may have 254 characters and no more', () => {
    expect(checkEmail(long(253))).toHaveLength(253)
    expect(() => checkEmail(long(255))).toThrow('the e-mail has 255 characters, at most 254 are allowed')
  })

  it('always give a checked e-mail or an error of at most 500 characters', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
        try {
          const email = checkEmail(text)
          expect(email).toMatch(/^[\x21-\x7e]+@[\x21-\x7e]+$/)
          expect(checkEmail(email)).toBe(email)
          expect(foldEmail(email)).toBe(foldEmail(email.toUpperCase()))
        } catch (error) {
          expect(error).toMatchObject({ code: 'params' })
          expect(String(error).length).toBeLessThan(500)
        }
      }),
    )
  })
})

describe('user names', () => {
  it.each([
    [' Ann Lee ', 'Ann Lee'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['Анна', 'Анна'],
    ['山田-1', '山田-1'],
    ["o'neil@home", "o'neil@home"],
  ])('%j is accepted', (text, name) => {
    expect(checkUsername(text)).toBe(name)
  })

  it.each([
    ['', '0 characters'],
    ['x'.repeat(65), '65 characters'],
    ['x'.repeat(1_000_000), '1000000 characters'],
    ['a\nb', 'U+000A'],
    ['<b>', '`<` (U+003C)'],
    ['a\u202eb', 'U+202E'],
    ['a\u200db', 'U+200D'],
    ['аdmin', 'mixes Latin letters'],
    ['Οmega', 'mixes Latin letters'],
  ])('%.20j is refused, with the reason', (text, reason) => {
    expect(() => checkUsername(text)).toThrow(reason)
  })
})
