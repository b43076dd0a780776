import { describe, expect, it } from 'vitest'
import { printBytes, printMinute } from './figure.ts'

describe('figures', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [20 * 1024 ** 2, '20 MB'],
    [16 * 1024 ** 3, '16 GB'],
    [3000 * 1024 ** 4, '3000 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(printBytes(bytes)).toBe(text)
  })

  it('a time is shown to the minute, in UTC', () => {
    expect(printMinute(Date.UTC(2026, 10, 21, 20, 5, 59))).toBe('2026-11-21 20:05')
  })
})
