import { expect, it } from 'vitest'
import { checkQuery } from '../../../src/query/index.ts'
import { meantQuery } from './meant-query.ts'

it.each([
  ['titel="x"', 'title="x"'],
  ['port="443" && titel="x"', 'port="443" && title="x"'],
  ['qqqqqqqq="x"', undefined],
  ['title="x"', undefined],
])('of `%s` is `%s`', (query, meant) => {
  expect(meantQuery(query, checkQuery(query))).toBe(meant)
})

it('is not offered where another mistake is left', () => {
  const query = 'titel="x" && ("'
  expect(meantQuery(query, checkQuery(query))).toBeUndefined()
})
