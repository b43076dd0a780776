// The meaning of each operator for each kind of field, in words: for documentation and completion.
import type { BaseOperator, Field } from '../field/index.ts'
import { splitOperator } from './resolve.ts'
import type { Operator } from './tree.ts'

type Meanings = Readonly<Record<BaseOperator, string>>

const ON_TEXT = {
  '=~': 'RE2 regular expression, found anywhere',
  '*=': 'whole value with `*` for any run and `?` for one character, ignoring case',
}
const printed = (what: string) => ({
  '=~': `RE2 on ${what} as printed`,
  '*=': `\`*\` and \`?\` on ${what} as printed`,
})

const compared = (what: string) => ({
  '>': `greater ${what}`,
  '>=': `greater ${what}, or equal`,
  '<': `less ${what}`,
  '<=': `less ${what}, or equal`,
})

/** The meaning of the operators, negations excluded, by kind of field. */
export const MEANINGS: Readonly<Record<Field['kind'], Partial<Meanings>>> = {
  text: { '=': 'contains, ignoring case', '==': 'whole value, exactly', ...ON_TEXT },
  keyword: {
    '=': 'whole value, ignoring case; or a list',
    '==': 'whole value, exactly; or a list',
    ...ON_TEXT,
  },
  number: {
    '=': 'equal; or a list',
    '==': 'equal; or a list',
    ...printed('the number'),
    ...compared('than the number'),
  },
  address: {
    '=': 'equal, or inside a CIDR or a range; or a list',
    '==': 'equal; or a list',
    ...printed('the address'),
  },
  time: {
    '=': 'as precise as written',
    '==': 'as precise as written',
    ...printed('the time'),
    '>': 'after the end of the given time',
    '>=': 'from the start of the given time on',
    '<': 'before the start of the given time',
    '<=': 'up to the end of the given time',
  },
  boolean: { '=': '`true` or `false`, also `1` or `0`', '==': '`true` or `false`, also `1` or `0`' },
}

/** The meaning of the four comparisons by order, by kind of field. */
export const ORDER_MEANINGS: Readonly<Partial<Record<Field['kind'], string>>> = {
  number: 'by order',
  time: 'by order: `>` after the end of the given time, `>=` from its start, `<` before its start, `<=` up to its end',
}

/** One line about an operator of a field; a negated one says so. */
export function meaningOf(field: Field, operator: Operator): string {
  const { base, negated } = splitOperator(operator)
  if (!field.operators.includes(base)) throw new Error(`${field.name} does not offer ${operator}`)
  const meaning = MEANINGS[field.kind][base] ?? ''
  return negated ? `not: ${meaning}` : meaning
}
