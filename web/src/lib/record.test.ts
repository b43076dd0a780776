import { describe, expect, it } from 'vitest'
import { listed, readResults, visibleLines } from './record.ts'

describe('records', () => {
  it('are read by the names of their fields', () => {
    const answer = { mode: 'normal', total: 1, cost: 0, milliseconds: 1, fields: ['host', 'ip'] } as const
    const [result] = readResults({ ...answer, results: [['a.test', '192.0.2.1']] })
    expect([result?.('ip'), result?.('host'), result?.('title')]).toEqual(['192.0.2.1', 'a.test', ''])
  })

  it('have no value twice that differs in case alone', () => {
    expect(listed('Nginx,nginx,,PHP')).toEqual(['Nginx', 'PHP'])
    expect(listed('')).toEqual([])
  })

  it('hide and reorder nothing when they are shown', () => {
    expect(visibleLines('a\r\nb\tc\u202ed\u0000')).toBe('a\nb\tc\\u{202e}d\\u{0}')
  })
})
