import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/support/growth.ts'
import { isAppError } from '../error/index.ts'
import { caret, checkQuery } from './index.ts'

/** The two lines printed for a text in which `‹` and `›` mark the span. */
function under(marked: string, width?: number): string[] {
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  return caret(marked.replace(/[‹›]/g, ''), { start, end }, width).split('\n')
}

describe('carets', () => {
  it.each([
    ['of a word', '‹titel›="x"', ['titel="x"', '^^^^^']],
    ['of a later word', 'a && ‹titel›="x"', ['a && titel="x"', '     ^^^^^']],
    ['of the end', 'title=‹›', ['title=', '      ^']],
    ['of an empty text', '‹›', ['', '^']],
    ['after a tab', '\ta ‹b›', ['    a b', '      ^']],
    ['of a tab', 'a‹\t›b', ['a    b', ' ^^^^']],
    ['after wide characters', '登录 ‹x›', ['登录 x', '     ^']],
    ['of wide characters', 'a ‹登录› x', ['a 登录 x', '  ^^^^']],
    ['after emoji', '😀 ‹x›', ['😀 x', '   ^']],
    ['after half-width katakana', 'ｱ ‹x›', ['ｱ x', '  ^']],
    ['after combining marks', 'e\u0301e\u0301 ‹x›', ['e\u0301e\u0301 x', '   ^']],
    ['after an escape sequence', '\u001b[31m ‹x›', ['\\x1b[31m x', '         ^']],
    ['of a control character', 'a‹\u0000›b', ['a\\x00b', ' ^^^^']],
    ['after a change of direction', '\u202e ‹x›', ['\\u{202e} x', '         ^']],
    ['of half a character', 'a‹\ud800›b', ['a\\u{d800}b', ' ^^^^^^^^']],
    ['in a later line', 'title=x\n\t‹titel›=y\nz', ['    titel=y', '    ^^^^^']],
    ['after a carriage return', 'title=x\r\n‹titel›=y\r\n', ['titel=y', '^^^^^']],
    ['over several lines', 'a ‹"b\nc›', ['a "b', '  ^^']],
    ['of a line end', 'ab‹\n›c', ['ab', '  ^']],
  ])('are under the span: %s', (_, marked, wanted) => {
    expect(under(marked)).toEqual(wanted)
  })

  it('of a long line show the part around the span', () => {
    const long = `${'a'.repeat(300)} ‹titel›=x ${'b'.repeat(300)}`
    expect(under(long, 40)).toEqual(['…aaaaaaaaaaa titel=x bbbbbbbbbbbbbbbbbb…', `${' '.repeat(13)}^^^^^`])
    expect(under(`‹titel›=${'b'.repeat(300)}`, 40)).toEqual([`titel=${'b'.repeat(32)}…`, '^^^^^'])
    expect(under(`${'a'.repeat(300)}=‹›`, 40)).toEqual([`…${'a'.repeat(36)}=`, `${' '.repeat(38)}^`])
  })

  it('of a megabyte without a line end take linear time', async () => {
    const show = (size: number): void => {
      caret('x'.repeat(size), { start: 0, end: size })
      caret('x'.repeat(size), { start: size - 1, end: size })
    }
    expect(await growth(show, 125_000)).toBeLessThan(LINEAR)
  })

  it('are two lines without control characters and within the width, for any text and span', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.nat(200),
        fc.nat(20),
        (text, from, length) => {
          const start = Math.min(from, text.length)
          const lines = caret(text, { start, end: Math.min(start + length, text.length) }, 60).split('\n')
          expect(lines).toHaveLength(2)
          expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u)
          expect(lines[1]).toMatch(/^ *\^+$/)
          expect(lines[1]?.length).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('are under the mistake that a check finds', () => {
    const text = 'title="x" && ip="300.1.1.1"'
    const error = checkQuery(text)
    expect(isAppError(error)).toBe(true)
    expect(caret(text, error?.span ?? { start: 0, end: 0 })).toBe(`${text}\n                ^^^^^^^^^^^`)
    expect(checkQuery('title="x"')).toBeUndefined()
  })
})
