import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../error/index.ts'
import { type Cursor, printCursor, readCursor } from './cursor.ts'

const key = randomBytes(32)
const scope = { account: 1, text: 'port=22', full: false }
const NOW = Date.UTC(2026, 10, 21)
const HOUR = 3_600_000

const cursors: fc.Arbitrary<Cursor> = fc.record({
  started: fc.integer({ min: NOW - 23 * HOUR, max: NOW }),
  snapshot: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  total: fc.nat(),
  page: fc.integer({ min: 2 }),
  from: fc.record({
    lastupdatetime: fc.nat(),
    host: fc.string({ unit: 'grapheme' }),
    base_protocol: fc.constantFrom('tcp', 'udp'),
  }),
})

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'taken'
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.code
  }
}

describe('the cursor of search/next', () => {
  it('can be parsed after printing', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(readCursor(key, scope, printCursor(key, scope, cursor), NOW)).toEqual(cursor)
      }),
    )
  })

  it('is refused when anything in it changes', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.string({ minLength: 1, maxLength: 2 }), (cursor, at, put) => {
        const printed = printCursor(key, scope, cursor)
        const place = at % printed.length
        const altered = printed.slice(0, place) + put + printed.slice(place + put.length)
        fc.pre(altered !== printed)
        expect(codeOf(() => readCursor(key, scope, altered, NOW))).toBe('cursor')
      }),
    )
  })

  it('is refused for another account, query, value of full, or key, and when it is not a cursor', () => {
    const cursor = {
      started: NOW,
      snapshot: '1',
      total: 5,
      page: 2,
      from: { lastupdatetime: 1, host: 'h', base_protocol: 'tcp' },
    }
    const printed = printCursor(key, scope, cursor)
    for (const other of [{ account: 2 }, { text: 'port=23' }, { full: true }])
      expect(codeOf(() => readCursor(key, { ...scope, ...other }, printed, NOW))).toBe('cursor')
    expect(codeOf(() => readCursor(randomBytes(32), scope, printed, NOW))).toBe('cursor')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(codeOf(() => readCursor(key, scope, text, NOW))).toBe('cursor')
      }),
    )
  })

  it('is valid for a day', () => {
    const cursor = {
      started: NOW,
      snapshot: '1',
      total: 5,
      page: 2,
      from: { lastupdatetime: 1, host: 'h', base_protocol: 'tcp' },
    }
    const printed = printCursor(key, scope, cursor)
    expect(codeOf(() => readCursor(key, scope, printed, NOW + 24 * HOUR))).toBe('taken')
    expect(codeOf(() => readCursor(key, scope, printed, NOW + 24 * HOUR + 1))).toBe('cursor')
  })
})
