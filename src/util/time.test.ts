import { describe, expect, it } from 'vitest'
import { oneYearBefore, parseSpan, printTime } from './time.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('spans', () => {
  it.each([
    ['2025', '2025-01-01T00:00:00', '2026-01-01T00:00:00'],
    ['2025-12', '2025-12-01T00:00:00', '2026-01-01T00:00:00'],
    ['2024-02-29', '2024-02-29T00:00:00', '2024-03-01T00:00:00'],
    ['2025-03-09 14:05', '2025-03-09T14:05:00', '2025-03-09T14:06:00'],
    ['2025-03-09T14:05:06Z', '2025-03-09T14:05:06', '2025-03-09T14:05:07'],
    ['2025-03-09T14:05:06+02:00', '2025-03-09T12:05:06', '2025-03-09T12:05:07'],
  ])('reads %s', (text, first, next) =>
    expect(parseSpan(text)).toEqual({ first: utc(first), next: utc(next) }),
  )

  it.each([
    '',
    '25',
    '2025-13',
    '2025-02-29',
    '2025-00',
    '2025-03-09 24:00',
    '2025Z',
    'yesterday',
    '2025-03-09 14:05:61',
  ])('refuses %j', (text) => expect(parseSpan(text)).toBeUndefined())
})

describe('one year before', () => {
  it.each([
    ['2026-11-21T07:38:00', '2025-11-21T07:38:00'],
    ['2024-02-29T12:00:00', '2023-02-28T12:00:00'],
    ['2025-02-28T12:00:00', '2024-02-28T12:00:00'],
  ])('%s is %s', (now, then) => expect(printTime(oneYearBefore(utc(now)))).toBe(printTime(utc(then))))
})
