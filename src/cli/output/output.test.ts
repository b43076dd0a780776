import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLines, visibleNotice, visibleOutput } from './output.ts'

it('keeps the colours of the output and no other command to a terminal', () => {
  const json = JSON.stringify({ title: 'a\u009b2Jb\u202ec' })
  expect(visibleOutput(`\u001b[1mhost\u001b[22m\n\u001b]0;x\u0007\u001b[2J\n${json}\n`)).toBe(
    '\u001b[1mhost\u001b[22m\n\\x1b]0;x\\x07\\x1b[2J\n{"title":"a\\x9b2Jb\\u{202e}c"}\n',
  )
})

it('shows notices as output, and lets progress draw over its own line', () => {
  expect(visibleNotice('waiting for a\u001b]0;x\u0007\rb\u202e.json\n')).toBe(
    'waiting for a\\x1b]0;x\\x07\\rb\\u{202e}.json\n',
  )
  expect(['\r', '\r7 records', '\r  \r'].map(visibleNotice)).toEqual(['\r', '\r7 records', '\r  \r'])
})

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
