// Output of `periplus search --explain`, on standard error so that the results stay unchanged.
import type { ExplainAnswer, Hint } from '../../service/explain/index.ts'
import { translate } from '../../translate/index.ts'
import { visible } from '../../util/index.ts'
import { type CommandContext, count, counted, table } from './output.ts'

const HINT_TEXTS: Readonly<Record<Hint, string>> = {
  unpublished_hash:
    'other services make this hash in an unpublished way; a value from there finds only records that state it',
  literal_wildcard: '`*` and `?` are characters like others after `=`; `*=` takes them as wildcards',
  literal_comma: 'a comma makes no list in this field; join conditions with `||`',
  unused_code: 'no country has this code',
  english_place: 'names of places are stored in English; Chinese names of provinces are known, too',
}

/** Prints the number of matches of each condition, alone and combined, and suggestions. */
export function printExplanation(query: string, answer: ExplainAnswer, { terminal }: CommandContext): void {
  const rows = answer.conditions.map(({ condition, alone, joined }) => [
    condition,
    count(alone),
    count(joined),
  ])
  terminal.error(`\n${table(['condition', 'alone', 'joined'], rows, terminal.width)}`)
  const lines = [...notesOf(answer), ...olderOf(answer), ...translationOf(query, answer)]
  for (const line of lines) terminal.error(`${visible(line)}\n`)
}

function notesOf({ conditions, left_out }: ExplainAnswer): readonly string[] {
  const notes = conditions.flatMap(({ condition, suggestions, hints }) => [
    ...suggestions.map((one) => `${condition}: 0; ${one.condition}: ${count(one.count)}`),
    ...hints.map((hint) => `${condition}: ${HINT_TEXTS[hint]}`),
  ])
  return left_out === 0 ? notes : [...notes, `${counted(left_out, 'more condition')} not counted`]
}

function olderOf({ older }: ExplainAnswer): readonly string[] {
  return older === null || older === 0
    ? []
    : [`${counted(older, 'older record')} would match; add --full to search them`]
}

// `port:80` is plain words here and a condition elsewhere.
function translationOf(query: string, { total }: ExplainAnswer): readonly string[] {
  const meant = total === 0 ? translate(query) : undefined
  return meant === undefined || meant.query === '' ? [] : [`as a query of ${meant.from}: ${meant.query}`]
}
