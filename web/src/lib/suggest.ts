import { type Completion as Option, type CompletionResult, startCompletion } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { ValuesAnswer } from './answer-types.ts'
import type { Field } from '../../../src/field/index.ts'
import { type Completion, complete, FUNCTIONS, meaningOf, quote } from '../../../src/query/index.ts'

/** A value that records hold, and how many do. */
export type CountedValue = ValuesAnswer['values'][number]

/** Values of a field that begin with what was written, the most frequent first. */
export type FindValues = (
  field: string,
  prefix: string,
  signal: AbortSignal,
) => Promise<readonly CountedValue[]>

/** The list at the cursor, as the editor takes it; null where there is nothing to offer. */
type Suggest = (
  text: string,
  cursor: number,
  explicit: boolean,
  signal: AbortSignal,
) => Promise<CompletionResult | null>

/** Lists from the language, with values from wherever `findValues` knows them; `number` writes figures. */
export function createSuggest(findValues: FindValues, number: (count: number) => string): Suggest {
  return async (text, cursor, explicit, signal) => {
    const found = complete(text, cursor)
    if (found === undefined) return null
    if (found.kind === 'field' && found.prefix === '' && !explicit) return null
    const options = await optionsOf(found, findValues, number, signal)
    const { start, end } = found.span
    return options.length === 0 ? null : { from: start, to: end, options, filter: false }
  }
}

async function optionsOf(
  found: Completion,
  findValues: FindValues,
  number: (count: number) => string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  switch (found.kind) {
    case 'field':
      return [
        ...found.joiners.map((joiner) => ({ label: joiner, apply: `${joiner} ` })),
        ...found.functions.map((name) => ({
          label: `${name}(…)`,
          apply: `${name}(`,
          detail: FUNCTIONS[name],
        })),
        ...found.fields.slice(0, 12).map(fieldOption),
      ]
    case 'operator':
      return found.operators.map((operator) => ({
        label: operator,
        detail: meaningOf(found.field, operator),
      }))
    case 'value': {
      const known = found.known.map((value) => ({ label: value, apply: quote(value) }))
      if (known.length > 0 || !isCompletable(found)) return known
      const values = await findValues(found.field.name, found.prefix, signal)
      return values.map(({ value, count }) => ({ label: value, detail: number(count), apply: quote(value) }))
    }
  }
}

// A regular expression or a pattern is not a value, and nobody looks for a whole body.
function isCompletable({ field, operator }: Extract<Completion, { kind: 'value' }>): boolean {
  return field.select !== 'never' && !/[~*<>]/.test(operator) && !LONG.includes(field.name)
}

const LONG: readonly string[] = ['header', 'body', 'banner', 'cert', 'structinfo']

/** A field comes with its usual operator, and its values are offered at once. */
function fieldOption({ name, help }: Field): Option {
  return {
    label: name,
    detail: help,
    apply: (view: EditorView, _: Option, from: number, to: number) => {
      const end = Math.max(to, view.state.selection.main.head)
      const follows = /^\s*[=!~*<>]/.test(view.state.sliceDoc(end, end + 4))
      const insert = follows ? name : `${name}=`
      view.dispatch({
        changes: { from, to: end, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      })
      startCompletion(view)
    },
  }
}
