import { expect, it } from 'vitest'
import { type Command, fitting } from './palette.ts'

const command = (text: string, words?: string): Command => ({
  ...{ id: text, kind: 'page', text, run: () => {} },
  ...(words !== undefined && { words }),
})
const COMMANDS = [
  command('Help: query language'),
  command('Language: 中文', 'chinese'),
  command('title', 'page title'),
]
const found = (written: string) => fitting(COMMANDS, written).map(({ text }) => text)

it('offers what holds every word, in any order and case', () => {
  expect(found('LANGUAGE query')).toEqual(['Help: query language'])
  expect(found('chinese')).toEqual(['Language: 中文'])
  expect(found('nothing')).toEqual([])
})

it('puts what starts with the text first, and offers everything for none', () => {
  expect(found('lang')).toEqual(['Language: 中文', 'Help: query language'])
  expect(found('')).toHaveLength(3)
})
