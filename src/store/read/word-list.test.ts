import { describe, expect, it } from 'vitest'
import { type CountedWord, WordList } from './word-list.ts'

async function* piecesOf(...pieces: readonly (readonly CountedWord[])[]) {
  yield* pieces
}

const listOf = (...words: readonly CountedWord[]) => WordList.of(piecesOf(words.slice(0, 2), words.slice(2)))

describe('a list of words', () => {
  it('finds the words that contain a text, and in how many records they are', async () => {
    const list = await listOf(['login', 5], ['logins', 2], ['панельlog', 3], ['in', 7])
    expect(list.find('login')).toEqual({ words: ['login', 'logins'], records: 7 })
    expect(list.find('log')).toEqual({ words: ['login', 'logins', 'панельlog'], records: 10 })
    expect(list.find('in')).toEqual({ words: ['login', 'logins', 'in'], records: 14 })
    expect(list.find('absent')).toEqual({ words: [], records: 0 })
    expect((await listOf()).find('a')).toEqual({ words: [], records: 0 })
  })

  it('finds a word once', async () => {
    expect((await listOf(['aaaa', 1])).find('aa')).toEqual({ words: ['aaaa'], records: 1 })
  })

  it('does not find parts of two words', async () => {
    expect((await listOf(['one', 1], ['two', 1])).find('et')).toEqual({ words: [], records: 0 })
  })

  it('knows how many records have a word', async () => {
    const list = await listOf(['login', 5], ['log', 2], ['па', 3])
    expect(['login', 'log', 'па', 'ogi', ''].map((word) => list.recordsWith(word))).toEqual([5, 2, 3, 0, 0])
    expect(['login\nlog', '\uFFFD'].map((word) => list.recordsWith(word))).toEqual([undefined, undefined])
    expect((await listOf()).recordsWith('a')).toBe(0)
  })

  it('does not answer for many words, nor for invalid words', async () => {
    const many = Array.from({ length: 41 }, (_, index): CountedWord => [`word${index}`, 1])
    expect((await listOf(...many)).find('word')).toBeUndefined()
    expect((await listOf(...many.slice(1))).find('word')?.words).toHaveLength(40)
    expect((await listOf(['word\uFFFD', 1])).find('word')).toBeUndefined()
  })
})
