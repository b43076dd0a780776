import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLines } from './output.ts'

describe('visibleLines', () => {
  it('keeps lines and tabs and leaves nothing that a terminal obeys', () => {
    expect(visibleLines('a\tb\u001b[31m\r\nc\u202e\u009bd\n')).toBe('a\tb\\x1b[31m\nc\\u{202e}\\x9bd\n')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleLines(text)).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })
})
