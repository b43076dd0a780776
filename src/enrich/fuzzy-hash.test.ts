import { describe, expect, it } from 'vitest'
import { fuzzyHash } from './fuzzy-hash.ts'

const NAMES = 'river stone lamp garden winter copper signal meadow harbor violin'.split(' ')
/** A page of sentences from a seed; the same seed makes the same page. */
const page = (seed: number, sentences = 40): string[] =>
  Array.from({ length: sentences }, (_, at) =>
    [0, 1, 2, 3, 4]
      .map((word) => NAMES[(seed * 7 + at * (word + 3) + word * seed) % 10] + 'abcdefgh'.charAt(at % 8))
      .join(' '),
  )
const html = (...parts: readonly string[]) => `<html><body>${parts.join('</p><p>')}</body></html>`

describe('the fuzzy hash of a body', () => {
  const base = page(1)

  it.each([
    ['a date and a time', '2026-11-23 09:15:00', '2026-11-24 18:44:09'],
    ['a token', 'value="a81Hq2mZpX9"', 'value="q0Zr7TTbX1"'],
    ['an address', '192.0.2.1', '198.51.100.250'],
    ['letter case and white space', 'Sign In', 'sign    in'],
  ])('is the same for pages that differ in %s', (_, one, other) => {
    expect(fuzzyHash(html(...base, one))).toBe(fuzzyHash(html(...base, other)))
    expect(fuzzyHash(html(...base, one))).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is the same for most pages with one other sentence, and differs for other pages', () => {
    const hash = fuzzyHash(html(...base))
    const changed = base.map((_, at) => fuzzyHash(html(...base.with(at, 'entirely new words stand here'))))
    expect(changed.filter((one) => one === hash).length).toBeGreaterThan(base.length / 2)
    const others = Array.from({ length: 8 }, (_, seed) => fuzzyHash(html(...page(seed + 2))))
    expect(others).not.toContain(hash)
  })

  it('of short bodies covers all of their words, and is empty without words', () => {
    expect(fuzzyHash('not found')).not.toBe(fuzzyHash('not here'))
    expect(fuzzyHash('not found')).not.toBe(fuzzyHash('found not'))
    expect(fuzzyHash('found')).toBe(fuzzyHash('Found.'))
    expect(['', '  ', '404', '{"1":2}'].map(fuzzyHash)).toEqual(['', '', '', ''])
  })

  it('covers letters beyond ASCII', () => {
    expect(fuzzyHash('<p>登录系统</p>')).not.toBe(fuzzyHash('<p>管理系统</p>'))
  })

  it('reads no more than the first 65,536 characters', () => {
    const long = 'one two three '.repeat(5000)
    expect(fuzzyHash(`${long} and more words`)).toBe(fuzzyHash(`${long} something else`))
  })

  it('stays as it is stored', () => {
    expect(fuzzyHash('<h1>It works!</h1><p>This is the default page.</p>')).toBe('cfd47a1fc5f772c5')
  })
})
