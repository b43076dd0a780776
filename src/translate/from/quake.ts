// Quake: conditions `field:value` joined by AND, OR, NOT and brackets, similar to Lucene; one document is one service.
import { readInfix } from '../grammar/infix.ts'
import type { InfixSyntax } from '../grammar/token.ts'
import type { Language } from '../language.ts'
import { QUAKE_FIELDS } from './quake-fields.ts'

const SYNTAX: InfixSyntax = {
  operators: [[':', { comparison: 'match' }]],
  words: true,
  compound: true,
  wildcards: 'all',
}

/** The language of Quake. */
export const QUAKE: Language = {
  id: 'quake',
  name: 'Quake',
  sources: ['https://quake.360.net/quake/#/help?id=5e77423bcb9954d2f8a01656'],
  fields: QUAKE_FIELDS,
  find: (field) => QUAKE_FIELDS.get(field.toLowerCase()),
  wordFields: ['*', 'banner'],
  read: (text) => readInfix(text, SYNTAX),
}
