// Google: words and `operator:value` side by side, all of which must match; `-` negates, `OR` and `|` join. Collections of
// published queries contain such searches for the pages of products.
import { readJoinedTerms } from '../grammar/joined-terms.ts'
import type { Language } from '../language.ts'
import * as rule from '../rule.ts'
import { SHODAN } from './shodan.ts'

const { changed, lost, tableOf, to } = rule

/** Rules by operator. */
const GOOGLE_FIELDS = tableOf([
  ['intitle allintitle', to('title')],
  ['intext allintext', to('body')],
  [
    'inurl allinurl',
    changed(to('link', 'body'), 'a record represents its host, so the page is searched for the text too'),
  ],
  ['site', to('domain', 'host')],
  ['inanchor', changed(to('body'), 'searched in the whole page')],
  ['filetype ext', lost('a record represents its host, mostly at the path `/`')],
  ['before', rule.BEFORE],
  ['after', rule.AFTER],
  ['cache related info', lost('it asks about Google, not about pages')],
])

/** The language of Google's search. */
export const GOOGLE: Language = {
  id: 'google',
  name: 'Google',
  sources: ['https://support.google.com/websearch/answer/2466433'],
  fields: GOOGLE_FIELDS,
  // Published dorks mix in terms of Shodan.
  find: (field) => GOOGLE_FIELDS.get(field.toLowerCase()) ?? SHODAN.find(field),
  wordFields: ['title', 'body'],
  read: (text) => readJoinedTerms(text, isFilter, JOINERS, 'Google'),
}

const isFilter = (name: string): boolean => GOOGLE.find(name) !== undefined

const JOINERS: Readonly<Record<string, 'or' | 'and'>> = { OR: 'or', '|': 'or', AND: 'and' }
