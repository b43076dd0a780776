import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('a result that is used again stays cached; others are dropped', () => {
  const asked: string[] = []
  const find = memoize(2, (key) => {
    asked.push(key)
    return key.toUpperCase()
  })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'e', 'a']) expect(find(key)).toBe(key.toUpperCase())
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(find('b')).toBe('B')
  expect(asked.at(-1)).toBe('b')
})
