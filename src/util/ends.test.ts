import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trimEnds, trimTail } from './ends.ts'

const runs = fc.string({ unit: fc.constantFrom('-', '.', 'a', 'é', '\u{1f600}') })

it('takes the characters off both ends, as the obvious expressions do', () => {
  fc.assert(
    fc.property(runs, (text) => {
      expect(trimEnds(text, '-.')).toBe(text.replace(/^[-.]+|[-.]+$/g, ''))
      expect(trimTail(text, '-.')).toBe(text.replace(/[-.]+$/g, ''))
    }),
  )
})

it('takes a text of nothing else away', () => {
  expect(trimEnds('-'.repeat(1000), '-')).toBe('')
  expect(trimEnds('', '-')).toBe('')
})
