import type { CompletionResult } from '@codemirror/autocomplete'
import { type Completion, complete, meaningOf, quote } from '../../../src/query/index.ts'

/** The list at the cursor, as the editor takes it; null where there is nothing to offer. */
export function suggest(text: string, cursor: number, explicit: boolean): CompletionResult | null {
  const found = complete(text, cursor)
  if (found === undefined || (found.prefix === '' && found.kind === 'field' && !explicit)) return null
  const options = optionsOf(found)
  const { start, end } = found.place
  return options.length === 0 ? null : { from: start, to: end, options, filter: false }
}

function optionsOf(found: Completion): CompletionResult['options'] {
  switch (found.kind) {
    case 'field':
      return found.fields.slice(0, 12).map(({ name, help }) => ({ label: name, detail: help }))
    case 'operator':
      return found.operators.map((operator) => ({
        label: operator,
        detail: meaningOf(found.field, operator),
      }))
    case 'value':
      return found.known.map((value) => ({ label: value, apply: quote(value) }))
  }
}
