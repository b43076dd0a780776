// Translates one condition of another language to one of our fields: the equivalent operator and value.
import { type Field, fieldNamed } from '../field/index.ts'
import type { Operator, ParsedNode } from '../query/index.ts'
import { parseAddress, parseSpan, printAddress, trimEnds } from '../util/index.ts'
import { condition, join } from './build.ts'
import type { Rule } from './rule.ts'
import type { Comparison, SourceCondition, SourceValue } from './source.ts'

/** Our node, possibly with a difference, or the reason why there is none. */
export type Compared =
  | { readonly node: ParsedNode; readonly changed?: string | undefined }
  | { readonly fault: string }

type FieldsRule = Rule & { readonly kind: 'fields' }

/** Translates a condition to one of our fields. */
export function compare(name: string, rule: FieldsRule, asked: SourceCondition): Compared {
  const field = fieldNamed(name)
  const { value, comparison } = asked
  if (value.kind === 'any') return { node: condition(name, '!=', '') }
  if (value.kind === 'range') return compareRange(field, rule, value)
  if (value.text === '') return { node: condition(name, '=', '') }
  if (comparison === 'regex') return compareExpression(field, value.text)
  const read = rule.value?.(value.text) ?? { value: value.text }
  if ('fault' in read) return read
  if (comparison === 'wildcard') return compareWildcard(field, rule, read.value)
  const operator = operatorFor(field, rule, comparison)
  const nodes = [read.value, ...(read.also ?? [])].map((text) => condition(name, operator, text))
  const node = join('or', nodes)
  return node === undefined ? { fault: 'the condition is empty' } : { node }
}

function operatorFor(field: Field, rule: FieldsRule, comparison: Comparison): Operator {
  // A rewritten value no longer matches exactly what was written.
  const exact = comparison === 'exact' && rule.value === undefined
  if (rule.whole === true) return exact ? '==' : '*='
  return exact && (field.kind === 'text' || field.kind === 'keyword') ? '==' : '='
}

function compareExpression(field: Field, expression: string): Compared {
  if (field.kind === 'boolean') return { fault: 'yes or no is not compared with an expression' }
  return { node: condition(field.name, '=~', expression) }
}

// Their patterns match words of a text, ours match the whole text.
function compareWildcard(field: Field, rule: FieldsRule, pattern: string): Compared {
  if (/^\*+$/.test(pattern)) return { node: condition(field.name, '!=', '') }
  if (field.kind === 'boolean') return { fault: 'yes or no is not compared with a pattern' }
  if (field.kind !== 'text' || rule.whole === true) return { node: condition(field.name, '*=', pattern) }
  const inner = trimEnds(pattern, '*')
  if (/[*?]/.test(inner)) {
    const changed = 'the pattern may match anywhere in the value, not only a word of it'
    return { node: condition(field.name, '*=', `*${inner}*`), changed }
  }
  const both = pattern.startsWith('*') && pattern.endsWith('*')
  const changed = both ? undefined : `${JSON.stringify(inner)} is found anywhere in the value`
  return { node: condition(field.name, '=', inner), changed }
}

type Range = SourceValue & { readonly kind: 'range' }

function compareRange(field: Field, rule: FieldsRule, range: Range): Compared {
  const read = (text: string | undefined): string | undefined => {
    const value = text === undefined || text === '*' ? undefined : (rule.value?.(text) ?? { value: text })
    return value === undefined || 'fault' in value ? undefined : value.value
  }
  const bounds = { from: read(range.from), to: read(range.to) }
  if (bounds.from === undefined && bounds.to === undefined) return { node: condition(field.name, '!=', '') }
  if (field.kind === 'number') return compareOrdered(field, range, bounds, isNumber, 'numbers')
  if (field.name === 'lastupdatetime') return compareTimes(range, bounds)
  if (field.kind === 'time') return compareOrdered(field, range, bounds, isTime, 'dates')
  if (field.kind === 'address') return compareAddresses(field, bounds)
  return { fault: `\`${field.name}\` is not compared with ranges here` }
}

interface Bounds {
  readonly from: string | undefined
  readonly to: string | undefined
}

function compareOrdered(
  field: Field,
  range: Range,
  { from, to }: Bounds,
  isValid: (text: string) => boolean,
  what: string,
): Compared {
  if (![from, to].every((bound) => bound === undefined || isValid(bound)))
    return { fault: `its bounds are not ${what}` }
  if (from !== undefined && from === to && !range.fromOpen && !range.toOpen)
    return { node: condition(field.name, '=', from) }
  const node = join('and', [
    ...(from === undefined ? [] : [condition(field.name, range.fromOpen ? '>' : '>=', from)]),
    ...(to === undefined ? [] : [condition(field.name, range.toOpen ? '<' : '<=', to)]),
  ])
  return node === undefined ? { fault: 'the range is empty' } : { node }
}

const isNumber = (text: string): boolean => /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)
const isTime = (text: string): boolean => parseSpan(text) !== undefined

// `after` includes the instant that it names and `before` does not, so bounds are taken at the intended side of the day.
function compareTimes(range: Range, { from, to }: Bounds): Compared {
  const [first, last] = [
    from === undefined ? undefined : parseSpan(from),
    to === undefined ? undefined : parseSpan(to),
  ]
  if ((from !== undefined && first === undefined) || (to !== undefined && last === undefined)) {
    return { fault: 'its bounds are not dates' }
  }
  const begin = range.fromOpen ? first?.next : first?.first
  const end = range.toOpen ? last?.first : last?.next
  const node = join('and', [
    ...(begin === undefined ? [] : [condition('after', '=', instant(begin))]),
    ...(end === undefined ? [] : [condition('before', '=', instant(end))]),
  ])
  return node === undefined ? { fault: 'its bounds are not dates' } : { node }
}

const instant = (milliseconds: number): string =>
  new Date(milliseconds)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')

function compareAddresses(field: Field, { from, to }: Bounds): Compared {
  const [first, last] = [from, to].map((end) => (end === undefined ? undefined : parseAddress(end)))
  if (first === undefined || last === undefined || first.version !== last.version || first.value > last.value)
    return { fault: 'its bounds are not two addresses in order' }
  return { node: condition(field.name, '=', `${printAddress(first)}-${printAddress(last)}`) }
}
