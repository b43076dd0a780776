// Hunter: conditions `field="value"` joined by `&&`, `||` and brackets.
import { readInfix } from '../grammar/infix.ts'
import type { InfixSyntax } from '../grammar/token.ts'
import type { Language } from '../language.ts'
import { HUNTER_FIELDS } from './hunter-fields.ts'

const SYNTAX: InfixSyntax = {
  operators: [
    ['!==', { comparison: 'exact', negated: true }],
    ['==', { comparison: 'exact' }],
    ['!=', { comparison: 'match', negated: true }],
    ['<=', { comparison: 'match', bound: '<=' }],
    ['>=', { comparison: 'match', bound: '>=' }],
    ['<', { comparison: 'match', bound: '<' }],
    ['>', { comparison: 'match', bound: '>' }],
    ['=', { comparison: 'match' }],
  ],
  words: true,
  compound: false,
  wildcards: 'none',
}

/** The language of Hunter. */
export const HUNTER: Language = {
  id: 'hunter',
  name: 'Hunter',
  sources: ['https://hunter.qianxin.com/home/helpCenter?r=2-2'],
  fields: HUNTER_FIELDS,
  find: (field) => HUNTER_FIELDS.get(field.toLowerCase()),
  wordFields: ['*', 'banner'],
  read: (text) => readInfix(text, SYNTAX),
}
