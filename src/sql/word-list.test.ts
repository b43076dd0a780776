import { describe, expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { mostMatches, type WordFinder } from './word-list.ts'

const KNOWN: Readonly<Record<string, number>> = {
  'title login': 5,
  'body login': 7,
  'body admin': 2,
  'words body for': 9,
  'words body the': 4,
  'word bigrams body ged by': 3,
  'character bigrams title вх': 8,
  'character bigrams title хо': 6,
  'character bigrams title од': 11,
}

const lists: WordFinder = {
  containing: (name, part) => {
    const records = KNOWN[`${name} ${part}`]
    return records === undefined ? undefined : { words: [part], records }
  },
  records: (index, name, one) => KNOWN[`${index} ${name} ${one}`],
}

describe('a bound of the number of matches', () => {
  it.each([
    ['title="login"', 5],
    ['title="LOGIN" && body="admin" && port="443"', 2],
    ['title="login" || body="login"', 12],
    ['body="logged by"', 3],
    ['body="ask for the login"', 4],
    ['title="Вход"', 6],
  ])('%s: %i', (text, most) => {
    expect(mostMatches(readQuery(text).root, lists)).toBe(most)
  })

  it.each([
    'title!="login"',
    'login',
    'title=="login"',
    'title="login" || port="443"',
    'header="login"',
    'title="x y"',
  ])('is not known of %s', (text) => {
    expect(mostMatches(readQuery(text).root, lists)).toBe(Number.POSITIVE_INFINITY)
  })
})
