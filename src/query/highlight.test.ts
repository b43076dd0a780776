import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokens } from './index.ts'

function classed(text: string): string {
  return tokens(text)
    .map(({ class: name, span }) => `${name}:${text.slice(span.start, span.end)}`)
    .join(' ')
}

describe('the classes of the pieces of a text', () => {
  it.each([
    ["it's not a query", "word:it's word:not word:a word:query"],
    ['title="a b"', 'field:title operator:= value:"a b"'],
    ['titel = x', 'unknown-field:titel operator:= value:x'],
    ['!(a || b) && c', 'keyword:! bracket:( word:a keyword:|| word:b bracket:) keyword:&& word:c'],
    [
      'title=a AND NOT body=b',
      'field:title operator:= value:a keyword:AND keyword:NOT field:body operator:= value:b',
    ],
    ['title=a and b', 'field:title operator:= value:a word:and word:b'],
    ['"two words" title=x', 'word:"two words" field:title operator:= value:x'],
    ['title="a', 'field:title operator:= error:"a'],
    ['title=', 'field:title operator:='],
    ['title===x', 'field:title error:===  word:x'.replace('  ', ' ')],
    ['title=a & b', 'field:title operator:= value:a error:& word:b'],
  ])('%s is %s', (text, wanted) => {
    expect(classed(text)).toBe(wanted)
  })

  it('cover any text except blanks, in order and without overlap', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab=!~*"\'\\()&| \n', 'title', 'and', 'é', '😀') })
    fc.assert(
      fc.property(text, (written) => {
        let end = 0
        for (const { span } of tokens(written)) {
          expect(written.slice(end, span.start).trim()).toBe('')
          expect(span.end).toBeGreaterThan(span.start)
          end = span.end
        }
        expect(written.slice(end).trim()).toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('are one error for a text that is too long', () => {
    expect(tokens('x '.repeat(500_000))).toEqual([{ class: 'error', span: { start: 0, end: 1_000_000 } }])
  })
})
