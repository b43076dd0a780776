import { describe, expect, it } from 'vitest'
import { checkQuery } from '../../../src/query/index.ts'
import { readResults, refine, visibleLines } from './record.ts'

describe('refining a query', () => {
  it.each([
    ['', 'port', '443', false, 'port="443"'],
    ['title="login"', 'country', 'DE', false, 'title="login" && country="DE"'],
    ['title="a" || title="b"', 'country', 'DE', true, '(title="a" || title="b") && country!="DE"'],
    ['nginx', 'title', 'say "hi" \\ bye', false, 'nginx && title=="say \\"hi\\" \\ bye"'],
    ['nginx', 'server', 'x', true, 'nginx && server!=="x"'],
  ])('%s and %s %s', (query, field, value, exclude, wanted) => {
    const refined = refine(query, field, value, exclude)
    expect(refined).toBe(wanted)
    expect(checkQuery(refined)).toBeUndefined()
  })
})

describe('records', () => {
  it('are read by the names of their fields', () => {
    const answer = { mode: 'normal', total: 1, cost: 0, milliseconds: 1, fields: ['host', 'ip'] } as const
    const [result] = readResults({ ...answer, results: [['a.test', '192.0.2.1']] })
    expect([result?.('ip'), result?.('host'), result?.('title')]).toEqual(['192.0.2.1', 'a.test', ''])
  })

  it('hide and reorder nothing when they are shown', () => {
    expect(visibleLines('a\r\nb\tc\u202ed\u0000')).toBe('a\nb\tc\\u{202e}d\\u{0}')
  })
})
