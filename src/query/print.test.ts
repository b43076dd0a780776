import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTree } from '../../test/support/generate-query.ts'
import { withoutSpans } from '../../test/support/tree.ts'
import { parseQuery, printQuery, quote } from './index.ts'

describe('printing', () => {
  it('then parsing returns the same tree, for every tree', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = printQuery(tree)
        expect(withoutSpans(parseQuery(text).root)).toEqual(withoutSpans(tree))
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the mode', () => {
    for (const text of ['a b', 'title=x', 'a title=x', "it's", '!(a || b)']) {
      const query = parseQuery(text)
      expect(parseQuery(printQuery(query.root)).mode).toBe(query.mode)
    }
  })

  it.each([
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ["it's", '"it\'s"'],
    ['^\\d+\\.\\w$', '"^\\d+\\.\\w$"'],
    ['C:\\', '"C:\\\\"'],
    ['\\\\server', '"\\\\\\server"'],
    ['\\"', '"\\\\\\""'],
    ['', '""'],
  ])('quotes %s as %s', (text, quoted) => {
    expect(quote(text)).toBe(quoted)
    expect(parseQuery(quoted).root).toMatchObject({ kind: 'word', word: text })
  })
})
