import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prose } from './html.ts'

describe('prose', () => {
  it('marks what stands between grave accents as code', () => {
    expect(prose('Like `search/all`, `<b>` too.').text).toBe(
      'Like <code>search/all</code>, <code>&lt;b&gt;</code> too.',
    )
    expect(prose('one ` alone').text).toBe('one ` alone')
  })

  it('lets no markup through', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(prose(text).text.replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })
})
