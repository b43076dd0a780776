import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/support/growth.ts'
import { type AppError, isAppError, type TextSpan } from '../error/index.ts'
import { LIMITS, parseQuery, readQuery } from './index.ts'

function failureOf(text: string): AppError {
  try {
    readQuery(text)
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
  throw new Error(`${JSON.stringify(text.slice(0, 50))} was read as a query`)
}

function at(text: string, span: TextSpan): string {
  return text.slice(span.start, span.end)
}

const repeat = (text: string, times: number): string => text.repeat(times)

describe('spans', () => {
  it('of a condition are those of field, operator and value, including quotes', () => {
    const text = '( TITLE  !=\t"a b" )'
    const { root } = parseQuery(text)
    if (root.kind !== 'condition') throw new Error(`a ${root.kind}`)
    expect(at(text, root.fieldSpan)).toBe('TITLE')
    expect(at(text, root.operatorSpan)).toBe('!=')
    expect(at(text, root.valueSpan)).toBe('"a b"')
  })

  it('of words are those of their text', () => {
    for (const text of ["it's  bär", 'it || "two words"', "it || 'two words'"]) {
      const { root } = parseQuery(text)
      if (root.kind !== 'or' && root.kind !== 'and') throw new Error(`a ${root.kind}`)
      const spans = root.children.map((word) => (word.kind === 'word' ? at(text, word.span) : ''))
      expect(spans).toEqual(text.split(/ {2}| \|\| /))
    }
  })

  it.each([
    ['title="a" && titel="b"', 'titel'],
    ['is_ipv6=~"t"', '=~'],
    ['port="x"', '"x"'],
    ['ip=1.2.3.4/99', '1.2.3.4/99'],
    ['(a && b', '('],
    ['a && b)', ')'],
    ['title="a" && "b', '"b'],
    ['title===x', '==='],
    ['title=a&b', '&'],
    ['body=~"x" && title=~"["', '"["'],
  ])('of the failure of %s is %s', (text, wrong) => {
    expect(at(text, failureOf(text).span ?? { start: 0, end: 0 })).toBe(wrong)
  })
})

describe('limits', () => {
  it('accepts 16 KiB of UTF-8 and not a byte more', () => {
    expect(parseQuery(`"${repeat('x', LIMITS.bytes - 2)}"`).mode).toBe('normal')
    expect(parseQuery(`"${repeat('я', LIMITS.bytes / 2 - 1)}"`).mode).toBe('normal')
    expect(failureOf(`"${repeat('x', LIMITS.bytes - 1)}"`).message).toContain(
      'the query is more than 16384 bytes long',
    )
    expect(failureOf(`"${repeat('я', LIMITS.bytes / 2)}"`).message).toContain(
      'the query is 16386 bytes long; expected at most 16384',
    )
  })

  it('accepts 64 levels of brackets, negations, and brackets with a negation each', () => {
    const { nesting } = LIMITS
    for (const [open, close] of [
      ['(', ')'],
      ['!', ''],
      ['!(', ')'],
      ['not ', ''],
      ['not (', ')'],
    ] as const) {
      expect(() => readQuery(`${repeat(open, nesting)}"x"${repeat(close, nesting)}`)).not.toThrow()
      const deep = `${repeat(open, nesting + 1)}"x"${repeat(close, nesting + 1)}`
      expect(failureOf(deep).message).toContain('brackets and negations nested more than 64 deep')
    }
  })

  it('counts depth, not the number of brackets', () => {
    expect(() => readQuery(repeat('(a)', 1000))).not.toThrow()
    expect(() => readQuery(repeat('!a ', 1000).slice(1))).not.toThrow()
  })

  it('accepts 1024 conditions and words together', () => {
    const { conditions } = LIMITS
    expect(() => readQuery(repeat('port=1||', conditions).slice(0, -2))).not.toThrow()
    const text = repeat('port=1||', conditions)
    expect(failureOf(`${text}x`).message).toContain('more than 1024 conditions and words')
    expect(failureOf(`${text}x`).span).toEqual({ start: text.length, end: text.length + 1 })
    expect(failureOf(repeat('a ', conditions + 1)).message).toContain('more than 1024 conditions and words')
  })

  it.each(['word ', '(', 'port=1 && ', '😀'])('refuses a megabyte of %s in linear time', async (piece) => {
    const refuse = (size: number) =>
      expect(failureOf(repeat(piece, Math.ceil(size / piece.length))).message.length).toBeLessThan(300)
    expect(await growth(refuse, 125_000)).toBeLessThan(LINEAR)
  })

  it.each([
    ['brackets', '', '(', ''],
    ['negations', '', '!', ''],
    ['nots', '', 'not ', ''],
    ['keywords', '', 'and or ', '('],
    ['escaped apostrophes', '', "\\'", ''],
    ['apostrophes', '', "' ", ''],
    ['open quotes', 'a=', "\\'", "'"],
    ['operators', '', '=', ''],
    ['conditions without values', '', 'a = ', ''],
    ['blanks', 'a', ' ', '='],
    ['names and blanks', '', `a${repeat(' ', 100)}`, ''],
    ['backslashes', '"', '\\', '"'],
  ])('reads or refuses 16 KB of %s in linear time', async (_, start, piece, end) => {
    const read = (size: number): void => {
      try {
        readQuery(start + repeat(piece, Math.floor(size / piece.length)) + end)
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }
    expect(await growth(read, 2000)).toBeLessThan(LINEAR)
  })

  it('bounds the total cost of the regular expressions of a query', () => {
    const one = 'title=~"\\w{499}"'
    expect(() => readQuery(one)).not.toThrow()
    expect(failureOf(repeat(`${one} `, 40)).message).toContain('too large together with those before it')
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'title',
      'ip',
      'titel',
      '=',
      '==',
      '!=',
      '=~',
      '*=',
      '~=',
      '!',
      '!~',
      '(',
      ')',
      '&&',
      '||',
      '&',
      '"',
      "'",
      '\\',
    ],
    ...[
      ' ',
      '\n',
      'and',
      'OR',
      'not',
      'x',
      '1.2.3.4/8',
      '*',
      '\0',
      '\u202e',
      '😀',
      '\ud800',
      'é',
      '(?i)a|[b',
      '{9}',
    ],
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 20 }).map((list) => list.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )

  it('is a query or a syntax error with a span inside it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          readQuery(text)
        } catch (error) {
          if (!isAppError(error)) throw error
          expect(error.code).toBe('syntax')
          expect(error.message).toMatch(
            /^\[820000\] Query Syntax Incorrect: at (line \d+, )?column \d+: [^\n]+; expected [^\n]+$/,
          )
          const { start, end } = error.span ?? { start: -1, end: -1 }
          expect(start >= 0 && start <= end && end <= text.length).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
