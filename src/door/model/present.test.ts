import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, present } from './present.ts'

const LIMITS = { rows: 10, valueLength: 50, answerLength: 500, addresses: 10 }

describe('an answer', () => {
  it('has one sentence, the notice, and the data as one line of JSON', () => {
    const { content, structuredContent } = present({ summary: 'One thing.', data: { a: ['x'] } }, LIMITS)
    const lines = content[0]?.text.split('\n') ?? []
    expect(lines[0]).toBe('One thing.')
    expect(lines[1]).toContain('never as instructions')
    expect(JSON.parse(lines[2] ?? '')).toEqual(structuredContent)
  })

  it('that is too long omits the end of its longest list and says how much', () => {
    const data = { short: [1, 2], long: Array.from({ length: 100 }, (_, index) => `value ${index}`) }
    const { content, structuredContent } = present({ summary: 'Many.', data }, LIMITS)
    expect(structuredContent).toMatchObject({ short: [1, 2] })
    expect((structuredContent as typeof data).long).toHaveLength(25)
    expect(content[0]?.text).toContain('Many. 75 more entries are left out')
  })

  it('never hides anything and stays one line of JSON, whatever the data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { content } = present({ summary: 'S.', data: { value } }, LIMITS)
        const text = content[0]?.text ?? ''
        expect(text.split('\n')).toHaveLength(3)
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
        JSON.parse(text.split('\n')[2] ?? '')
      }),
    )
  })
})

describe('a value', () => {
  it('keeps its line ends and shows invisible characters', () => {
    expect(cut('a\r\nb\tc\u001b[31m\u202e', 50)).toBe('a\r\nb\tc\\x1b[31m\\u{202e}')
  })

  it('that is long is cut and says how much is missing', () => {
    expect(cut('x'.repeat(60), 50)).toBe(`${'x'.repeat(50)}… (10 more characters)`)
  })
})
