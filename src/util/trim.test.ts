import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trimEnds, trimTail } from './trim.ts'

const runs = fc.string({ unit: fc.constantFrom('-', '.', 'a', 'é', '\u{1f600}') })

it('trims the characters at both ends, like the obvious regular expressions', () => {
  fc.assert(
    fc.property(runs, (text) => {
      expect(trimEnds(text, '-.')).toBe(text.replace(/^[-.]+|[-.]+$/g, ''))
      expect(trimTail(text, '-.')).toBe(text.replace(/[-.]+$/g, ''))
    }),
  )
})

it('returns an empty text when there are no other characters', () => {
  expect(trimEnds('-'.repeat(1000), '-')).toBe('')
  expect(trimEnds('', '-')).toBe('')
})
