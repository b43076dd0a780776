import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardCell, unguardCell, visible } from './visible.ts'

describe('visible text', () => {
  it.each([
    ['plain ünïcode 登录', 'plain ünïcode 登录'],
    ['\u001b[31mred\u0007', '\\x1b[31mred\\x07'],
    ['a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['\u202egpj.exe', '\\u{202e}gpj.exe'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
  ])('shows %j as %s', (text, shown) => expect(visible(text)).toBe(shown))

  it('never contains a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('spreadsheet cells', () => {
  it.each(['=1+1', '+49', '-x', '@SUM(A1)', '\tx', "'=1", '\n=1', '＝1+1', '＋1', '－1', '＠SUM'])(
    'guards %j',
    (text) => expect(guardCell(text)).toBe(`'${text}`),
  )
  it.each(['-12.5', '48', 'x=1', "it's", ''])('leaves %j', (text) => expect(guardCell(text)).toBe(text))

  it('can be reversed', () => {
    const cell = fc
      .tuple(fc.constantFrom('', "'", "''", '=', '-', "'="), fc.string())
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(cell, (text) => {
        expect(unguardCell(guardCell(text))).toBe(text)
      }),
    )
  })
})
