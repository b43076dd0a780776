// Terms separated by blanks, with joining words between them: `a OR b`. Published queries use `||` and `&&` between terms of any
// engine, and mean them as operators.
import { joinSource, type Note, type Reading, type SourceNode, unread } from '../source.ts'
import { type IsFilter, readTerms, type Term } from './terms.ts'

const MEANT: Readonly<Record<string, 'or' | 'and'>> = { '||': 'or', OR: 'or', '&&': 'and', AND: 'and' }

/**
 * Reads terms joined by the operators of a language, and by other operators that are clearly meant, with a note. `commas`: whether
 * a comma separates the values of a filter.
 */
export function readJoinedTerms(
  text: string,
  isFilter: IsFilter,
  joiners: Readonly<Record<string, 'or' | 'and'>>,
  language: string,
  commas = false,
): Reading {
  const { terms, notes } = readTerms(text, isFilter, commas)
  const groups: SourceNode[][] = [[]]
  const passed: Note[] = []
  for (const [index, term] of terms.entries()) {
    const written = text.slice(term.span.start, term.span.end)
    const joiner = index > 0 && index < terms.length - 1 ? joinerOf(written, term, joiners) : undefined
    if (joiner === 'or') groups.push([])
    if (joiner === undefined) groups.at(-1)?.push(partOf(term))
    else if (!Object.hasOwn(joiners, written))
      passed.push(unread(term.span, `${language} has no sign for \`${joiner}\`; it was read as it was meant`))
  }
  const alternatives = groups.flatMap((parts) => joinSource('and', parts) ?? [])
  return { root: joinSource('or', alternatives), notes: [...notes, ...passed] }
}

function joinerOf(
  written: string,
  { sign }: Term,
  joiners: Readonly<Record<string, 'or' | 'and'>>,
): 'or' | 'and' | undefined {
  if (sign !== '') return undefined
  if (Object.hasOwn(joiners, written)) return joiners[written]
  return Object.hasOwn(MEANT, written) ? MEANT[written] : undefined
}

function partOf({ sign, node }: Term): SourceNode {
  return sign === '-' ? { kind: 'not', child: node } : node
}
