// A query as the conditions it is made of: shown one by one, added, turned round and removed.
import { type Field, fieldNamed } from '../../../src/field/index.ts'
import {
  checkQuery,
  literalExpression,
  type Operator,
  oppositeOf,
  type ParsedNode,
  parseQuery,
  printQuery,
  quote,
  standsForItself,
} from '../../../src/query/index.ts'

/** One of the conditions that are joined by `&&` at the top of a query. */
interface ActiveCondition {
  readonly text: string
  /** Whether it excludes. */
  readonly negative: boolean
}

/** The different conditions of a query that holds any; none for a text that is not a query. */
export function activeConditions(query: string): readonly ActiveCondition[] {
  const parts = new Map(partsOf(query).map((node) => [printQuery(node), node]))
  return [...parts].map(([text, node]) => ({ text, negative: isNegative(node) }))
}

/** The condition that a record holds this value. */
export function conditionFor(field: string, value: string): string {
  const known = fieldNamed(field)
  if (!standsForItself(known, value)) return `${field}=~${quote(literalExpression(value))}`
  return `${field}${exactOperator(known)}${quote(value)}`
}

function exactOperator({ kind }: Field): Operator {
  return kind === 'text' ? '==' : '='
}

/** The condition that holds exactly when this one does not. */
export function opposite(condition: string): string {
  return printQuery(oppositeOf(parseQuery(condition).root))
}

/**
 * The query with a condition added, in place of its opposite where that is there; the same query where it is there already.
 * Several conditions joined by `&&` are added one by one.
 */
export function withCondition(query: string, condition: string): string {
  return partsOf(condition).map(printQuery).reduce(withOne, query)
}

function withOne(query: string, condition: string): string {
  const asked = query.trim()
  if (asked === '' || checkQuery(asked) !== undefined) return condition
  const parts = partsOf(asked)
  const texts = parts.map(printQuery)
  const added = parseQuery(condition).root
  if (texts.includes(printQuery(added)) || parts.some((part) => saysSame(part, added))) return query
  const against = oppositeOf(added)
  const { root, mode } = parseQuery(asked)
  const isAgainst = (part: ParsedNode) => printQuery(part) === printQuery(against) || saysSame(part, against)
  if (parts.some(isAgainst)) return printAll(parts.map((part) => (isAgainst(part) ? added : part)))
  // Words that are alone are read by other rules than words beside a condition.
  const before = mode === 'normal' ? printAll(parts) : asked
  const text = added.kind === 'or' ? `(${condition})` : condition
  return `${root.kind === 'or' ? `(${before})` : before} && ${text}`
}

const EXACT: Partial<Readonly<Record<Operator, Operator>>> = { '=': '==', '!=': '!==' }

/** Whether two conditions keep to, or leave out, the same value: `=` takes whole values of every kind save texts. */
function saysSame(one: ParsedNode, other: ParsedNode): boolean {
  if (one.kind !== 'condition' || other.kind !== 'condition') return false
  const [field, otherField] = [fieldNamed(one.field), fieldNamed(other.field)]
  const exact = ({ operator }: typeof one) => EXACT[operator] ?? operator
  return (
    field.name === otherField.name &&
    ['keyword', 'number', 'boolean'].includes(field.kind) &&
    one.value === other.value &&
    exact(one) === exact(other)
  )
}

/** The query without a condition. */
export function withoutCondition(query: string, condition: string): string {
  const wanted = printQuery(parseQuery(condition).root)
  return printAll(partsOf(query).filter((node) => printQuery(node) !== wanted))
}

/** The query with another condition in the place of one. */
export function withInstead(query: string, condition: string, instead: string): string {
  const wanted = printQuery(parseQuery(condition).root)
  const added = parseQuery(instead).root
  return printAll(partsOf(query).map((node) => (printQuery(node) === wanted ? added : node)))
}

/** The query with records last seen from `from` until before `to` only; times as the language writes them. */
export function withinTime(query: string, from: string, to: string): string {
  const kept = partsOf(query).filter((node) => !isTimeBound(node))
  return printAll([...kept, ...partsOf(`after=${quote(from)} && before=${quote(to)}`)])
}

function isTimeBound(node: ParsedNode): boolean {
  return node.kind === 'condition' && ['after', 'before'].includes(node.field) && node.operator === '='
}

function partsOf(query: string): readonly ParsedNode[] {
  if (query.trim() === '' || checkQuery(query) !== undefined) return []
  const { root } = parseQuery(query)
  return root.kind === 'and' ? root.children : [root]
}

function printAll(parts: readonly ParsedNode[]): string {
  const [first, second, ...rest] = parts
  if (first === undefined) return ''
  return printQuery(second === undefined ? first : { kind: 'and', children: [first, second, ...rest] })
}

function isNegative(node: ParsedNode): boolean {
  return node.kind === 'not' || (node.kind === 'condition' && node.operator.startsWith('!'))
}
