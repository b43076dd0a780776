// Regular expressions with letters of several bytes, each with a text that it nearly always matches.
import fc from 'fast-check'

/** An expression and a text made with it. */
interface Sample {
  readonly expression: string
  readonly text: string
}

const LETTERS = [...'aKs1 -{}登录页面éßẞſKİıΣςΩжЁ한😀👍🏽عשन\u0301\u200d\u2028ﬁＡ']

const letter = fc.constantFrom(...LETTERS)
const sample = (expression: string, text: string): Sample => ({ expression, text })
const escaped = (text: string): string => text.replace(/[{}]/g, '\\$&')

const literal = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => {
  return sample(escaped(letters.join('')), letters.join(''))
})

const set = fc
  .tuple(fc.constantFrom('[', '[]', '[[', '[^]', '[^[', '[[:digit:]', '[\\pL'), letter, letter)
  .map(([start, one, text]) =>
    sample(
      `${start}${escaped(one).replace('-', '\\-')}${start.includes('^') ? '' : escaped(text).replace('-', '\\-')}]`,
      text,
    ),
  )

const OTHERS = [
  ['.', '页'],
  ['\\x41bc', 'Abc'],
  ['\\x{9875}b', '页b'],
  ['\\101bc', 'Abc'],
  ['\\pLab', 'éab'],
  ['\\p{Han}', '录'],
  ['\\Q{登|\\E', '{登|'],
  ['{', '{'],
  ['a{,2}', 'a{,2}'],
  ['(?m)', ''],
  ['(?i)', ''],
  ['^', ''],
  ['$', ''],
  ['\\b', ''],
  ['', ''],
] as const

/** Without the last letter, once and twice, as a repeated literal matches; and nothing or twice, as a group. */
function repeated({ expression, text }: Sample, mark: string, times: number, isGroup: boolean): Sample {
  if (isGroup) return sample(`(?:${expression})${mark}`, text.repeat(times))
  const letters = [...text]
  return sample(`${expression}${mark}`, letters.slice(0, -1).join('') + (letters.at(-1) ?? '').repeat(times))
}

/** Expressions, of which the engine takes nearly all. */
export const expressionSamples: fc.Arbitrary<Sample> = fc.letrec<{ node: Sample }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    { arbitrary: literal, weight: 3 },
    set,
    fc.constantFrom(...OTHERS).map(([expression, text]) => sample(expression, text)),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?s:', '(?i:', '(?U:'), tie('node'))
      .map(([start, { expression, text }]) => sample(`${start}${expression})`, text)),
    fc
      .tuple(tie('node'), fc.constantFrom('?', '*', '??', '{0,2}', '{0,}'), fc.nat(2), fc.boolean())
      .map(([node, mark, times, isGroup]) => repeated(node, mark, times % 2, isGroup || times === 2)),
    fc
      .tuple(tie('node'), fc.constantFrom('+', '{2}', '{1,}'), fc.boolean())
      .map(([node, mark, isGroup]) => repeated(node, mark, 2, isGroup)),
    fc
      .tuple(tie('node'), tie('node'))
      .map(([one, other]) => sample(`(?:${one.expression}|${other.expression})`, other.text)),
    fc
      .tuple(tie('node'), tie('node'), tie('node'))
      .map((nodes) =>
        sample(nodes.map(({ expression }) => expression).join(''), nodes.map(({ text }) => text).join('')),
      ),
  ),
})).node
