import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesOf } from './matches.ts'
import { load } from './re2.ts'

const marked = (query: string, field: string, text: string) =>
  matchesOf(query)(field, text).map(({ start, end }) => text.slice(start, end))

describe('matches', () => {
  it.each([
    ['title="login"', 'title', 'Please LOGIN or login', ['LOGIN', 'login']],
    ['title="login"', 'server', 'login', []],
    ['!title="login"', 'title', 'login', []],
    ['nginx "index of"', 'body', 'Index of / on nginx', ['Index of', 'nginx']],
    ['title="log" && title="login"', 'title', 'login', ['login']],
    ['server=="nginx"', 'header', 'Server: nginx', ['nginx']],
    ['cert.issuer.org="let"', 'cert', "Issuer: Let's Encrypt", ['Let']],
    ['title="x" || banner="ssh"', 'banner', 'SSH-2.0', ['SSH']],
    ['titel="x"', 'title', 'x', []],
    ['', 'title', 'x', []],
  ])('of %j in %s of %j are %j', (query, field, text, wanted) => {
    expect(marked(query, field, text)).toEqual(wanted)
  })

  it('of a regular expression are found once its library is there', async () => {
    expect(marked('title=~"l.g"', 'title', 'a log, a lag')).toEqual([])
    await load()
    expect(marked('title=~"l.g"', 'title', 'a log, a lag')).toEqual(['log', 'lag'])
    expect(marked('title=~"x*"', 'title', 'abc')).toEqual([])
  })

  it('stay at their places where lower case is longer', () => {
    expect(marked('title="i"', 'title', 'İİ i')).toEqual(['i'])
  })

  it('are in order, apart and inside the text, whatever it is', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'İ', '😀', ' ') })
    fc.assert(
      fc.property(texts, (text) => {
        let before = -1
        for (const { start, end } of matchesOf('title="a" && title="ab" && title="😀"')('title', text)) {
          expect(start).toBeGreaterThan(before)
          expect(end).toBeGreaterThan(start)
          before = end
        }
        expect(before).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
