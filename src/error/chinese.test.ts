import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkQuery } from '../query/index.ts'
import { inChinese } from './index.ts'

const corpus = JSON.parse(
  readFileSync(new URL('../../test/corpus/query.json', import.meta.url), 'utf8'),
) as readonly { readonly in?: string }[]
const mistakes = corpus.flatMap(({ in: text }) =>
  text === undefined ? [] : (checkQuery(text)?.message ?? []),
)

/** The rest of a sentence without its code and its quotations; `true` and `false` are values. */
const wordsOf = (sentence: string): string =>
  sentence.replace(/^\[\d+\] Query Syntax Incorrect: /, '').replace(/`[^`]*`|\b(?:true|false)\b/g, '')

describe('a sentence in Chinese', () => {
  it('exists for every mistake of the corpus, except messages of the engine about expressions', () => {
    expect(mistakes.length).toBeGreaterThan(150)
    const english = mistakes.filter(
      (message) => !message.includes('regular expression') && /[a-z]{4,}/.test(wordsOf(inChinese(message))),
    )
    expect(english).toEqual([])
  })

  it.each([
    [
      '[820000] Query Syntax Incorrect: at line 2, column 3: unknown field `titel`; expected the name of a field, or the text in double quotes; did you mean `title`?',
      '[820000] Query Syntax Incorrect: 第 2 行，第 3 列：未知字段 `titel`；应为：字段名，或把文本放入双引号；您是否想写 `title`？',
    ],
    [
      '[820000] Query Syntax Incorrect: at column 1: the quoted text `a` before the operator `=`; expected the name of a field without quotes',
      '[820000] Query Syntax Incorrect: 第 1 列：运算符 `=` 之前是带引号的文本 `a`；应为：不带引号的字段名',
    ],
    ['[51] The Size value `0` must be between 1 and 10000', '[51] Size 的值 `0` 必须在 1 到 10000 之间'],
    ['The service coin is not enough!', '点数不足！'],
    ['[-4] Params Error: the list `x` does not exist', '[-4] Params Error: 列表 `x` 不存在'],
    ['a sentence without a translation', 'a sentence without a translation'],
    [
      '401 Unauthorized: nobody is signed in, or the session has ended; sign in again',
      '401 Unauthorized: nobody is signed in, or the session has ended; sign in again',
    ],
  ])('exists for %s', (english, chinese) => {
    expect(inChinese(english)).toBe(chinese)
  })

  it('keeps the text of the user, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const message = `[-4] Params Error: the list \`${text}\` does not exist`
        expect(inChinese(message)).toBe(`[-4] Params Error: 列表 \`${text}\` 不存在`)
      }),
    )
  })
})
