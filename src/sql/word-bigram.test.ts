import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordBigramsOf, wordsOf } from './word-bigram.ts'

describe('word bigrams of a needle', () => {
  it.each([
    ['powered by', ['red by']],
    ['themes/wp-content', ['mes wp', 'wp co']],
    ['wp-content/themes', ['ent th']],
    ['sign in to continue', ['ign in', 'in to', 'to co']],
    ['"server": "nginx"', ['ver ng']],
    // The ends may be parts of longer words, so two letters before or one letter after exclude nothing.
    ['ed by', []],
    ['powered b', []],
    // Next to a separator they are whole words.
    [' ed b ', ['ed b']],
    ['v1/api/v2', ['api v2']],
    // Bytes of non-ASCII characters are not cut.
    ['café bar', []],
    ['bar éclair', []],
    ['naïve bar', []],
    ['the the the', ['the th']],
    ['word', []],
    ['', []],
  ])('of `%s`', (needle, expected) => {
    expect(wordBigramsOf(wordsOf(needle))).toEqual(expected)
  })

  it('are word bigrams of every text that contains the needle', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab1 .-é漢'), maxLength: 12 })
    const bytesOf = (word: string) => Buffer.from(word)
    const whole = (given: string): string[] => {
      const words = wordsOf(given).filter((word) => word !== '')
      return words.slice(1).map(
        (word, index) =>
          `${bytesOf(words[index] ?? '')
            .subarray(-3)
            .toString('latin1')} ${bytesOf(word).subarray(0, 2).toString('latin1')}`,
      )
    }
    fc.assert(
      fc.property(text, text, text, (before, needle, after) => {
        expect(whole(before + needle + after)).toEqual(
          expect.arrayContaining([...wordBigramsOf(wordsOf(needle))]),
        )
      }),
    )
  })
})
