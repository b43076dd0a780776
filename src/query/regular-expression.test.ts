import { describe, expect, it } from 'vitest'
import { growth, LINEAR, processorTime } from '../../test/support/growth.ts'
import { expressionCost, expressionWidth } from './expression-cost.ts'
import { checkExpression, MAXIMUM_EXPRESSION_COST, MAXIMUM_OPEN_NAMES } from './regular-expression.ts'

function faultOf(expression: string): string | undefined {
  return checkExpression(expression, 0).fault
}

describe('a regular expression', () => {
  it.each([
    '',
    '^nginx/1\\.(2[0-4]|18)\\.',
    '(?i)панель|登录',
    '(?s)<title>.*</title>',
    '[[:alpha:]_]\\w{2,30}',
    '\\p{Greek}+\\PL',
    '\\Q(not a group\\E',
    '(?P<name>a)(?<other>b)',
    '\\x15\\x{1F600}\\077',
    '(x+x+)+y',
    'a{,5}',
    '.{0,500}',
    '[]a]',
  ])('%s is accepted', (expression) => {
    expect(faultOf(expression)).toBeUndefined()
  })

  it.each([
    ['(', 'missing closing ): `(`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['a\\', 'trailing backslash at end of expression'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['a{2,1}', 'invalid repeat count: `{2,1}`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(a{100}){100}', 'invalid repeat count: `{100}`'],
    ['a++', 'invalid nested repetition operator: `++`'],
    ['(?<=a)b', 'invalid named capture: `(?<=a)b`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['\\1', 'invalid escape sequence: `\\1`'],
    ['\\p{Klingon}', 'invalid character class range: `\\p{Klingon}`'],
    ['\\p{Emoji}', 'invalid character class range: `\\p{Emoji}`'],
    ['a\0', 'a NUL character must be written `\\x00`'],
    ['\\pL{500}', 'too large once its repetitions are written out'],
    ['.{1000}', 'too large once its repetitions are written out'],
    ['[^0-9]'.repeat(600), 'too large once its repetitions are written out'],
    ['(ab?){400}', 'too large once its repetitions are written out'],
    ['.{1000}'.repeat(30), 'too large once its repetitions are written out'],
  ])('%s is refused: %s', (expression, fault) => {
    expect(faultOf(expression)).toBe(fault)
  })

  it('may be half as wide for bodies, whose blocks are the longest', () => {
    expect(checkExpression('.{0,250}', 0, 'long').fault).toBeUndefined()
    expect(checkExpression('.{0,300}', 0, 'long').fault).toBe(
      'too large once its repetitions are written out',
    )
    expect(checkExpression('.{0,300}', 0, 'short').fault).toBeUndefined()
  })

  it('counts towards the limit of the query', () => {
    const { cost = 0 } = checkExpression('\\w{300}', 0) as { readonly cost?: number }
    expect(cost).toBeGreaterThan(300)
    expect(checkExpression('\\w{300}', MAXIMUM_EXPRESSION_COST - cost).fault).toBeUndefined()
    expect(checkExpression('\\w{300}', MAXIMUM_EXPRESSION_COST - cost + 1).fault).toBe(
      'too large together with those before it',
    )
  })

  it.each([
    '[',
    '[:',
    '[[:',
    '[\\',
    '(',
    '{1',
    '{1,',
    '\\p{',
    '\\x{',
    '\\Q',
    '|',
    'a*',
    '(a{0}){1000}',
    '\\',
    '[^',
    '(?:',
    '.{1000}',
  ])('made of 16 KB of %s is checked within two seconds of processor time', async (piece) => {
    const expression = piece.repeat(16_000 / piece.length)
    expect(await processorTime(() => checkExpression(expression, 0))).toBeLessThan(2000)
  })

  it('is checked in linear time when it opens many names of classes and closes none', async () => {
    const check = (size: number) => checkExpression(`[${'[:'.repeat(size)}x]`, 0)
    expect(await growth(check, 1000)).toBeLessThan(LINEAR)
  })

  it('may open a bounded number of names of classes without closing one', () => {
    const opened = (times: number) => faultOf(`[${'[:'.repeat(times)}x]`)
    expect(opened(MAXIMUM_OPEN_NAMES)).toBeUndefined()
    expect(opened(MAXIMUM_OPEN_NAMES + 1)).toBe('more than 1000 times `[:` without a `:]` after them')
    expect(faultOf('[[:alpha:]]'.repeat(MAXIMUM_OPEN_NAMES + 1))).not.toContain('`[:`')
  })
})

describe('the cost of an expression', () => {
  it.each([
    ['abc', 24],
    ['.', 12],
    ['\\d\\D', 24],
    ['\\pL', 900],
    ['[ab]', 28],
    ['[\\pLx]', 920],
    ['[]]', 20],
    ['[[:alpha:]x]', 32],
    ['\\Qabc\\E', 56],
    ['a{10}', 90],
    ['(ab){3}', 57],
    ['(a{2}){2}', 42],
    ['{', 8],
    ['a{,2}', 40],
    ['(((', 6],
    [')))', 0],
  ])('%s is %i', (expression, cost) => {
    expect(expressionCost(expression)).toBe(cost)
  })
})

describe('the width of an expression', () => {
  it.each([
    ['abcd'.repeat(8), 1],
    ['.{0,500}', 501],
    ['[0-9a-f]{64}', 64],
    ['\\d+\\.\\d+', 2],
    ['a{100}', 100],
    ['(ab?){10}', 20],
    ['(a|b)', 0],
    [`(${'wordpress|'.repeat(100)}x)`, 53],
  ])('%s is about %i', (expression, width) => {
    expect(Math.floor(expressionWidth(expression))).toBe(width)
  })
})
