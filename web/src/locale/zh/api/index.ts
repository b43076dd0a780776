// What the API reference says about parameters and answers, in Chinese. Only its page loads it.
import { account } from './account.ts'
import { administration } from './administration.ts'
import { search } from './search.ts'

/** By the English sentence; lists of fields apart. */
export const sentences: Readonly<Record<string, string>> = { ...search, ...account, ...administration }

const LISTS = [
  [
    /^Comma-separated names of fields, in the order of the values: (.+)\.$/,
    '字段名，以逗号分隔，顺序即返回值的顺序：',
  ],
  [
    /^Comma-separated names of fields: (.+)\. Times are counted by year\.$/,
    '字段名，以逗号分隔；时间按年统计：',
  ],
] as const

/** A sentence of the API reference in Chinese; in English where there is none. */
export function apiSentenceInChinese(english: string): string {
  for (const [list, chinese] of LISTS) {
    const names = list.exec(english)?.[1]
    if (names !== undefined) return `${chinese}${names}。`
  }
  return sentences[english] ?? english
}
