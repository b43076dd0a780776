// Shodan: terms side by side, all of which must hold; `-` negates; words are looked for in the banner.
import { readTerms } from '../grammar/terms.ts'
import type { Language } from '../language.ts'
import { joinSource, type Reading, type SourceNode } from '../source.ts'
import { SHODAN_FIELDS } from './fields.ts'

/** The language of Shodan. */
export const SHODAN: Language = {
  id: 'shodan',
  name: 'Shodan',
  sources: [
    'https://www.shodan.io/search/filters',
    'https://help.shodan.io/the-basics/search-query-fundamentals',
    'https://help.shodan.io/mastery/property-hashes',
  ],
  fields: SHODAN_FIELDS,
  find: (field) => SHODAN_FIELDS.get(field.toLowerCase()),
  wordFields: ['banner', 'header'],
  read,
}

function read(text: string): Reading {
  const { terms, notes } = readTerms(text, (name) => SHODAN_FIELDS.has(name.toLowerCase()), true)
  const parts = terms.map(
    ({ sign, node }): SourceNode => (sign === '-' ? { kind: 'not', child: node } : node),
  )
  return { root: joinSource('and', parts), notes }
}
