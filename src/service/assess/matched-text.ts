// The piece of a record in which a query matches, for people who read the result.
import { fieldNamed } from '../../field/index.ts'
import { type ResolvedNode, type ResolvedQuery, type Test, wordFields } from '../../query/index.ts'

/** A piece of text, and the field that contains it. */
interface Matched {
  readonly field: string
  readonly text: string
}

const AROUND = 40
const LONGEST = 160

/** The fields whose values `matchedText` needs. */
export function matchedFields({ root }: ResolvedQuery): readonly string[] {
  const found = new Set<string>()
  collect(root, found)
  return [...found]
}

function collect(node: ResolvedNode, found: Set<string>): void {
  if (node.kind === 'test') found.add(node.field.name)
  else if (node.kind === 'word') for (const { name } of wordFields()) found.add(name)
  else if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) collect(child, found)
}

/** The first place in the values of a record, by field, in which the query matches; negations and whole addresses show none. */
export function matchedText(node: ResolvedNode, values: ReadonlyMap<string, string>): Matched | undefined {
  switch (node.kind) {
    case 'and':
    case 'or':
      for (const child of node.children) {
        const found = matchedText(child, values)
        if (found !== undefined) return found
      }
      return undefined
    case 'word':
      return wordFields()
        .map(({ name }) => around(name, values.get(name) ?? '', node.word))
        .find((found) => found !== undefined)
    case 'test':
      return testedText(node.field.name, node.test, values.get(node.field.name) ?? '')
    case 'not':
    case 'host':
    case 'constant':
      return undefined
  }
}

function testedText(field: string, test: Test, value: string): Matched | undefined {
  switch (test.op) {
    case 'contains':
      return around(field, value, test.value)
    case 'any':
      return test.tests.map((one) => testedText(field, one, value)).find((found) => found !== undefined)
    case 'equals':
    case 'equalsIgnoringCase':
      return around(field, value, test.value)
    case 'number':
      return value === String(test.value) ? { field, text: value } : undefined
    case 'empty':
      return undefined
    default:
      // The position at which an expression matches is not searched: the start of the value is shown.
      return value === '' || fieldNamed(field).kind === 'boolean' ? undefined : { field, text: cut(value) }
  }
}

function around(field: string, value: string, wanted: string): Matched | undefined {
  const at = value.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0 || wanted === '') return undefined
  const start = Math.max(0, at - AROUND)
  const text = value.slice(start, at + wanted.length + AROUND)
  return { field, text: cut(`${start > 0 ? '…' : ''}${text.toWellFormed()}`) }
}

function cut(text: string): string {
  const line = text
    .slice(0, LONGEST * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line
}
