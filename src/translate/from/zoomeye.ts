// ZoomEye has two syntaxes: the first, `app:"x" +country:"CN" -port:80`, where a blank means or, and the current one, `app="x" &&
// country="CN"`. The sign after the first field shows which one a text uses.
import { readInfix } from '../grammar/infix.ts'
import { readTerms, type Term } from '../grammar/terms.ts'
import type { InfixSyntax } from '../grammar/token.ts'
import type { Language } from '../language.ts'
import { joinSource, type Reading, type SourceNode } from '../source.ts'
import { ZOOMEYE_FIELDS } from './zoomeye-fields.ts'

/** The language of ZoomEye. */
export const ZOOMEYE: Language = {
  id: 'zoomeye',
  name: 'ZoomEye',
  sources: ['https://www.zoomeye.ai/doc', 'https://github.com/zoomeye-ai/ZoomEye-python'],
  fields: ZOOMEYE_FIELDS,
  find: (field) => ZOOMEYE_FIELDS.get(field.toLowerCase()),
  wordFields: ['*', 'banner', 'cert'],
  read: (text) => (isFirst(text) ? readFirst(text) : readInfix(text, PRESENT)),
}

const PRESENT: InfixSyntax = {
  operators: [
    ['==', { comparison: 'exact' }],
    ['!=', { comparison: 'match', negated: true }],
    ['=', { comparison: 'match' }],
  ],
  words: false,
  compound: false,
  wildcards: 'none',
}

function isFirst(text: string): boolean {
  const match = /(?:^|[\s+(-])([a-z][\w.]*)\s*(:|=|!=)/i.exec(text)
  return match?.[2] === ':' && ZOOMEYE_FIELDS.has((match[1] ?? '').toLowerCase())
}

// `a b +c -d`: any of a and b, and c, and not d. If there is a `+`, a term without a sign counts like one with it.
function readFirst(text: string): Reading {
  const { terms, notes } = readTerms(text, (name) => ZOOMEYE_FIELDS.has(name.toLowerCase()), false)
  const of = (sign: Term['sign']): readonly SourceNode[] =>
    terms.flatMap((term) => (term.sign === sign ? [term.node] : []))
  const any = joinSource('or', of(''))
  const parts: SourceNode[] = [
    ...(any === undefined ? [] : [any]),
    ...of('+'),
    ...of('-').map((child): SourceNode => ({ kind: 'not', child })),
  ]
  return { root: joinSource('and', parts), notes }
}
