import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { isAppError } from '../../error/index.ts'
import { type Field, fieldNamed } from '../../field/index.ts'
import { OPERATIONS, readInput } from '../../operation/index.ts'
import { decodeQuery } from '../server/decode-query.ts'
import { readParameters } from '../server/parameters.ts'

function textOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (isAppError(error)) return error.message
    throw error
  }
  return '(no failure)'
}

describe('qbase64', () => {
  const standard = (text: string): string => Buffer.from(text).toString('base64')
  const spellings: Readonly<Record<string, (text: string) => string>> = {
    standard,
    'without padding': (text) => standard(text).replace(/=+$/, ''),
    'URL-safe': (text) => Buffer.from(text).toString('base64url'),
    'URL-safe with padding': (text) => standard(text).replaceAll('+', '-').replaceAll('/', '_'),
    'with + that arrived as a blank': (text) => standard(text).replaceAll('+', ' '),
    'percent-escaped once more': (text) => encodeURIComponent(standard(text)),
    'in lines of 76': (text) => standard(text).replace(/.{76}/g, '$&\r\n'),
  }

  it.each(Object.entries(spellings))('is read when sent %s', (_, spell) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(decodeQuery(spell(text))).toBe(text)
      }),
    )
  })

  it('is read with blanks after the padding', () => {
    expect(decodeQuery('YWI= ')).toBe('ab')
    expect(decodeQuery('YQ== \n')).toBe('a')
    expect(decodeQuery('YWJ ')).toBe('ab~')
  })

  it('keeps a final line end and a byte-order mark', () => {
    expect(decodeQuery(standard('title="a"\n'))).toBe('title="a"\n')
    expect(decodeQuery(standard('\ufefftitle="a"'))).toBe('\ufefftitle="a"')
  })

  it.each([
    ['YWJ*', 'qbase64 is not base64: unexpected `*` at position 4'],
    ['Y=WJj', 'qbase64 is not base64: unexpected `=` at position 2'],
    ['YW\tJj', 'qbase64 is not base64: unexpected character 9 at position 3'],
    ['YWJj%ZZ', 'qbase64 is not base64: unexpected `%` at position 5'],
    ['AbCdE', 'qbase64 is not base64: 5 characters cannot be a whole number of bytes'],
    [
      Buffer.from([0x61, 0xff, 0x62]).toString('base64'),
      'qbase64 does not hold UTF-8 text: unexpected byte 0xff at offset 1',
    ],
    [
      Buffer.from([0xed, 0xa0, 0x80]).toString('base64'),
      'qbase64 does not hold UTF-8 text: unexpected byte 0xa0 at offset 1',
    ],
    [
      Buffer.from([0x61, 0xe7, 0x99]).toString('base64'),
      'qbase64 does not hold UTF-8 text: it ends inside a character',
    ],
  ])('%s is refused with its position', (value, text) => {
    expect(textOf(() => decodeQuery(value))).toBe(`[-4] Params Error: ${text}`)
  })

  it.each(['=', '%'])('is refused in linear time when it is a megabyte of %s', async (sign) => {
    const refuse = (size: number) =>
      expect(textOf(() => decodeQuery(`${sign.repeat(size)}A`))).toContain(
        `unexpected \`${sign}\` at position 1`,
      )
    expect(await growth(refuse, 125_000)).toBeLessThan(LINEAR)
  })

  it('is decoded or refused, whatever arrives', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => void textOf(() => decodeQuery(value))))
  })
})

describe('query strings', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '1' }],
    ['a', { a: '' }],
    ['', {}],
    ['a=b=c==', { a: 'b=c==' }],
    ['a=1+2', { a: '1 2' }],
    ['a=%7B%zz%', { a: '{%zz%' }],
    ['a=%ff', { a: '\ufffd' }],
    ['__proto__=1&constructor=2', { ['__proto__']: '1', constructor: '2' }],
  ])('%s', (text, expected) => {
    expect(Object.entries(readParameters(text))).toEqual(Object.entries(expected))
  })
})

describe('the parameters of a search', () => {
  const host = [fieldNamed('host')]
  const ask = (parameters: Readonly<Record<string, string>>) => {
    const all: Readonly<Record<string, string>> = { query: 'a', ...parameters }
    const { input } = OPERATIONS.find(({ name }) => name === 'searchAll') ?? { input: {} }
    return readInput(input, (name) => all[name]) as Readonly<Record<string, unknown>>
  }

  it('have defaults, also for empty parameters', () => {
    const expected = { query: 'a', page: 1, size: 100, fields: host, full: false }
    expect(ask({})).toEqual(expected)
    expect(ask({ page: '', size: ' ', fields: '', full: '' })).toEqual(expected)
  })

  it('accept names in any case, aliases, blanks and repeats, in order', () => {
    const { fields } = ask({ fields: 'IP, org ,,host,ip' })
    expect((fields as readonly Field[]).map((field) => field.name)).toEqual([
      'ip',
      'as_organization',
      'host',
      'ip',
    ])
  })

  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['False', false],
    ['0', false],
  ])('read full=%s as %s', (text, full) => expect(ask({ full: text }).full).toBe(full))

  it.each([
    [{ page: '0' }, '[-4] Params Error: page `0` must be a whole number from 1'],
    [{ page: '-1' }, '[-4] Params Error: page `-1` must be a whole number from 1'],
    [{ page: '1.5' }, '[-4] Params Error: page `1.5` must be a whole number from 1'],
    [
      { page: 'x'.repeat(100) },
      `[-4] Params Error: page \`${'x'.repeat(64)}…\` must be a whole number from 1`,
    ],
    [{ size: '0' }, '[51] The Size value `0` must be between 1 and 10000'],
    [{ size: '100001' }, '[51] The Size value `100001` must be between 1 and 10000'],
    [{ size: '-5' }, '[51] The Size value `-5` must be between 1 and 10000'],
    [{ size: 'many' }, '[51] The Size value `many` must be between 1 and 10000'],
    [{ size: '1e3' }, '[51] The Size value `1e3` must be between 1 and 10000'],
    [{ full: 'maybe' }, '[-4] Params Error: full `maybe` must be true or false'],
    [
      { fields: 'host,titel' },
      '[-4] Params Error: fields names an unknown field `titel`; did you mean `title`?',
    ],
    [
      { fields: 'after' },
      '[-4] Params Error: fields names `after`, which is a condition only and has no value to select',
    ],
    [{ fields: 'ip,'.repeat(201) }, '[-4] Params Error: fields names 201 fields; at most 200 are allowed'],
  ])('%j is refused', (parameters, text) => expect(textOf(() => ask(parameters))).toBe(text))

  it('list the fields when no name is similar', () => {
    expect(textOf(() => ask({ fields: 'qqqqqqqq' }))).toMatch(
      /unknown field `qqqqqqqq`; known are host, title, ip, /,
    )
  })

  it('accept a page number of any length', () => {
    expect(ask({ page: '9'.repeat(400) }).page).toBe(Number.POSITIVE_INFINITY)
  })
})
