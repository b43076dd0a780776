// What the language takes from the engine: lower-casing, and regular expressions that are checked here and run there.
import { query } from 'chdb'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../src/error/index.ts'
import { quote, readQuery } from '../../src/query/index.ts'
import { expressionPattern } from '../../src/sql/pattern.ts'
import { expressionSamples } from '../support/generate-expression.ts'
import { inShortOrLong } from '../support/long.ts'
import { lowerUtf8 } from '../support/lower-utf8.ts'

function literal(text: string): string {
  return `unhex('${Buffer.from(text).toString('hex')}')`
}

function ask(sql: string): unknown {
  return (
    JSON.parse(query(`${sql} settings max_query_size = 100000000`, 'JSONEachRow')) as { answer: unknown }
  ).answer
}

/** Code points whose lower case differs, that decide about `Σ`, and their neighbours. */
function* telling(): Generator<string> {
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    if (code % 997 === 0 || /\p{Cased}|\p{Changes_When_Casemapped}/u.test(character)) yield character
    if (!/\p{Case_Ignorable}|\p{Cased}/u.test(character)) continue
    if (code > 0x600 && code % 7 !== 0) continue
    yield* [`A${character}Σ`, `AΣ${character}`, `AΣ${character}A`, `${character}Σ`]
  }
}

describe('lower case', () => {
  it('is the same in the engine and here, for every letter and every neighbourhood of Σ', () => {
    const texts = [...telling(), 'ΟΔΟΣ ΜΟΥ', 'İstanbul', 'STRASSE ẞ', "O'ΣΑΣ", 'Σ', '']
    const list = texts.map((text) => `'${Buffer.from(text).toString('hex')}'`).join(',')
    const answers = ask(`select arrayMap(x -> hex(lowerUTF8(unhex(x))), [${list}]) answer`) as string[]
    const wrong = texts.filter(
      (text, index) => Buffer.from(lowerUtf8(text)).toString('hex').toUpperCase() !== answers[index],
    )
    expect(texts.length).toBeGreaterThan(5000)
    expect(wrong).toEqual([])
  })
})

function isOffered(expression: string): boolean {
  try {
    readQuery(`title=~${quote(expression)}`)
    return true
  } catch (error) {
    if (!isAppError(error)) throw error
    return false
  }
}

const TEXTS = [
  'a',
  'b',
  'abc',
  'ABC',
  'a\nb',
  'é',
  'É',
  'K',
  'ſ',
  'a.b',
  '',
  '\n',
  '41',
  'ab1',
  'a b',
  'caab\nabc',
  '-',
  '/',
  '{',
  '\\',
  'Ωω',
  '登录',
  '\u0000',
]

/** Which of the texts the engine finds an expression in; undefined when it refuses it. */
function found(expression: string, texts: readonly string[] = TEXTS): string | undefined {
  try {
    const list = texts.map(literal).join(',')
    return (
      ask(
        `select arrayMap(t -> match(t, ${literal(expressionPattern(expression))}), [${list}]) answer`,
      ) as number[]
    ).join('')
  } catch {
    return undefined
  }
}

function foundHere(expression: string, texts: readonly string[] = TEXTS): string {
  const compiled = RE2JS.compile(expression)
  return texts.map((text) => (compiled.matcher(text).find() ? 1 : 0)).join('')
}

const ATOMS = [
  ...[
    'a',
    'b',
    'A',
    'é',
    'ſ',
    '登',
    '录',
    '.',
    '\\d',
    '\\W',
    '\\x41',
    '\\x{e9}',
    '[a-c]',
    '[^a]',
    '[[:alpha:]]',
    '\\pL',
    '\\PN',
    '\\p{Greek}',
  ],
  ...[
    '\\b',
    '\\B',
    '^',
    '$',
    '\\A',
    '\\z',
    '\\Qa.b\\E',
    '\\.',
    '\\n',
    '\\101',
    '(?i)',
    '(?s)',
    '(?m)',
    '(?U)',
    '(?i:b)',
    '\n',
    '{',
    '}',
    '\\x00',
  ],
]

const expressions: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...ATOMS),
    tie('node').map((inner) => `(${inner})`),
    fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '*?'))
      .map((parts) => parts.join('')),
    fc.tuple(tie('node'), tie('node')).map((parts) => parts.join('|')),
    fc.tuple(tie('node'), tie('node'), tie('node')).map((parts) => parts.join('')),
  ),
})).node

describe('regular expressions', () => {
  it('that are offered are taken by the engine and find the same', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        fc.pre(isOffered(expression))
        expect(found(expression)).toBe(foundHere(expression))
      }),
      {
        numRuns: 500,
        examples: [
          ['(é)ſ*a*'],
          ['登录页?'],
          ['登录页{0,2}'],
          ['[登]录页*'],
          ['录\\Q页\\E?'],
          ['\\Q登录页\\E?'],
          ['[]b录]'],
          ['[^]abc]'],
          ['[[]b|abc]caa'],
          ['abc(?m)*'],
          ['{(ab)c(\n)'],
        ],
      },
    )
  })

  it('find texts that were made with them', () => {
    let matched = 0
    fc.assert(
      fc.property(expressionSamples, ({ expression, text }) => {
        fc.pre(isOffered(expression))
        const texts = [text, `a${text}`, [...text].slice(0, -1).join(''), text.toUpperCase()]
        const wanted = foundHere(expression, texts)
        if (wanted.startsWith('1')) matched++
        expect(found(expression, texts)).toBe(wanted)
      }),
      { numRuns: inShortOrLong(400, 4000) },
    )
    expect(matched).toBeGreaterThan(200)
  })

  it('name only the classes of characters that the engine knows', () => {
    const names = `L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Cs Co Cn LC Lc Any Ascii
      Assigned Unknown Latin Greek Cyrillic Han Hiragana Katakana Hangul Arabic Hebrew Thai Kawi Garay Todhri Emoji Alphabetic
      Uppercase White_Space Extended_Pictographic Common Inherited`
    for (const name of names.split(/\s+/)) {
      for (const expression of [`\\p{${name}}`, `[\\P{${name}}]`, `\\p{^${name}}`]) {
        expect([expression, isOffered(expression)]).toEqual([expression, found(expression) !== undefined])
      }
    }
  })

  it.each([
    '.',
    '\\pL',
    '[^\\pL\\d]',
    '\\w',
    '\\W',
    '(?i:é)',
    '[a-é]',
    '(a|b)',
    '[\\x{0}-\\x{10ffff}]',
    '(?:.|\\pL)',
  ])('of repeated %s are refused here before they are too large there', (atom) => {
    // Pieces of the largest repetition RE2 takes, as many as are offered.
    const repeated = (count: number): string =>
      [`${atom}{1000}`.repeat(Math.floor(count / 1000)), `${atom}{0,${count % 1000}}`].join('')
    let largest = 1
    while (largest < 100_000 && isOffered(repeated(largest * 2))) largest *= 2
    expect(largest).toBeLessThan(100_000)
    expect(found(repeated(largest))).toBeDefined()
  })
})
