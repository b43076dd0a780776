import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { requiredLiterals } from './required-literal.ts'

describe('texts that a regular expression requires', () => {
  it.each([
    ['(?i)log.?in', ['log', 'in']],
    ['(?i)power[a-z]+ by', ['power', ' by']],
    ['nginx/1\\.2[0-9]', ['nginx/1.2']],
    ['Apache.*OpenSSL', ['apache', 'openssl']],
    ['(?i)swagger', ['wagger']],
    ['^Server: .+$', ['server: ']],
    ['ab*cd', ['a', 'cd']],
    ['ab+cd', ['ab', 'cd']],
    ['ab{2,3}c', ['ab', 'c']],
    ['ab{0,3}c', ['a', 'c']],
    ['a{,3}', ['a{,3}']],
    ['x(?:abc)?y(def)', ['x', 'y']],
    ['[]x]abc[^\\]]def[[:alpha:]]', ['abc', 'def']],
    ['\\p{Greek}abc\\pNdef', ['abc', 'def']],
    ['abc|def', []],
    ['(abc|def)ghi', ['ghi']],
    ['\\Qa.b\\E', []],
    ['\\x41bc', []],
    ['ab(?i)cd', []],
    ['панель1', ['1']],
    ['', []],
  ])('%s', (expression, literals) => {
    expect(requiredLiterals(expression)).toEqual(literals)
  })

  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'B',
      's',
      'K',
      'ſ',
      '.',
      '1',
      ' ',
      '\\.',
      '\\-',
      '\\d',
      '[ab]',
      '[^]a]',
      '(ab)',
      '(?:b|c)',
      '(?:a)?',
      '^',
      '\\b',
      'é',
      '\\pL',
      '{',
    ),
    fc.constantFrom('a', 'b', 'ab', 'ba'),
  )
  const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{0,2}', '{1,2}', '{2}')
  const sequence = fc
    .array(fc.tuple(piece, repeat), { maxLength: 6 })
    .map((pieces) =>
      pieces
        .map(([text, times]) =>
          /[\^b]$/.test(text) && text !== 'b' && text.length < 3 && text !== 'ab' ? text : text + times,
        )
        .join(''),
    )
  const expression = fc
    .tuple(
      fc.constantFrom('', '', '(?i)', '(?s)', '(?-i)'),
      fc.array(sequence, { minLength: 1, maxLength: 2 }),
    )
    .map(([flags, sides]) => flags + sides.join('|'))
  const subject = fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        'b',
        'B',
        'ab',
        's',
        'S',
        'ſ',
        'k',
        'K',
        '\u212a',
        '1',
        '.',
        '-',
        ' ',
        'é',
        '{',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  it('are in everything that it matches', () => {
    let matched = 0
    const property = fc.property(expression, subject, (pattern, text) => {
      let compiled: RE2JS
      try {
        compiled = RE2JS.compile(pattern)
      } catch {
        return
      }
      if (!compiled.matcher(text).find()) return
      matched++
      for (const literal of requiredLiterals(pattern)) expect(text.toLowerCase()).toContain(literal)
    })
    fc.assert(property, { numRuns: 20_000 })
    expect(matched).toBeGreaterThan(1000)
  })
})
