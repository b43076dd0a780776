import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { evaluate } from '../../../test/support/evaluate.ts'
import { readQuery } from '../../../src/query/index.ts'
import { compare } from './compare.ts'

const RECORDS = ['nginx', 'php', 'nginx php', 'other'].map((title) => asset({ title, port: 80 }))
const found = (query: string) =>
  RECORDS.filter((record) => evaluate(readQuery(query), record, 0)).map(({ title }) => title)

describe('a comparison of two searches', () => {
  it.each([
    ['title="nginx"', 'title="php"'],
    ['nginx', 'php || title="zzz"'],
    ['title="nginx" || title="none"', '!(title!="php")'],
  ])('parts what %s and %s find without loss or overlap', (first, second) => {
    const parts = compare(first, second)
    if (parts === undefined) throw new Error('no comparison')
    expect([found(parts.left), found(parts.both), found(parts.right)]).toEqual([
      ...[['nginx'], ['nginx php'], ['php']],
    ])
  })

  it.each([
    ['', 'a'],
    ['a', 'titel="x"'],
    ['(', 'a'],
  ])('needs two queries: `%s`, `%s`', (first, second) => {
    expect(compare(first, second)).toBeUndefined()
  })
})
