// Shodan: terms side by side, all of which must match; `-` negates; words are searched in the banner.
import { readJoinedTerms } from '../grammar/joined-terms.ts'
import type { Language } from '../language.ts'
import { SHODAN_FIELDS } from './shodan-fields.ts'

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
  read: (text) => readJoinedTerms(text, (name) => SHODAN_FIELDS.has(name.toLowerCase()), {}, 'Shodan', true),
}
