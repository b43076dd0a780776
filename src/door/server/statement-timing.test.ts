import { describe, expect, it } from 'vitest'
import { statementTiming } from './statement-timing.ts'

describe('statements in Server-Timing', () => {
  it('are listed in order, as texts that a header can hold', () => {
    const spans = [
      { text: 'SELECT count() FROM records\n  WHERE title = {p0:String}', milliseconds: 1.26 },
      { text: 'SELECT "a\\b" — é', milliseconds: 20 },
    ]
    expect(statementTiming(spans)).toBe(
      ', s1;dur=1.3;desc="SELECT count() FROM records WHERE title = {p0:String}", s2;dur=20.0;desc="SELECT ab  "',
    )
    expect(statementTiming([])).toBe('')
  })

  it('are bounded', () => {
    const many = Array.from({ length: 50 }, () => ({ text: 'x'.repeat(1000), milliseconds: 1 }))
    expect(statementTiming(many).length).toBeLessThan(3000)
  })
})
