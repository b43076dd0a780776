// Shodan: terms side by side, all of which must hold; `-` negates; words are looked for in the banner.
// Lists of published queries write `||` and `&&` between terms all the same, and mean them.
import { readTerms, type Term } from '../grammar/terms.ts'
import type { Language } from '../language.ts'
import { joinSource, type Note, type Reading, type SourceNode, unread } from '../source.ts'
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

// `or` and `and` in lower case are words to look for.
const JOINERS: Readonly<Record<string, 'or' | 'and'>> = { '||': 'or', OR: 'or', '&&': 'and', AND: 'and' }

function read(text: string): Reading {
  const { terms, notes } = readTerms(text, (name) => SHODAN_FIELDS.has(name.toLowerCase()), true)
  const groups: SourceNode[][] = [[]]
  const passed: Note[] = []
  for (const [index, term] of terms.entries()) {
    const joiner = index > 0 && index < terms.length - 1 ? joinerOf(text, term) : undefined
    if (joiner === 'or') groups.push([])
    if (joiner === undefined) groups.at(-1)?.push(partOf(term))
    else passed.push(unread(term.place, `Shodan has no sign for \`${joiner}\`; it was read as it was meant`))
  }
  const alternatives = groups.flatMap((parts) => joinSource('and', parts) ?? [])
  return { root: joinSource('or', alternatives), notes: [...notes, ...passed] }
}

function joinerOf(text: string, { sign, place }: Term): 'or' | 'and' | undefined {
  const written = text.slice(place.start, place.end)
  return sign === '' && Object.hasOwn(JOINERS, written) ? JOINERS[written] : undefined
}

function partOf({ sign, node }: Term): SourceNode {
  return sign === '-' ? { kind: 'not', child: node } : node
}
