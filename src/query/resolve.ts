// Parsed tree → resolved tree: names become fields of the catalogue, operators are checked, values are typed.
import type { TextSpan } from '../error/index.ts'
import { type BaseOperator, type Field, findField } from '../field/index.ts'
import { fieldMeant } from './field-meant.ts'
import { readHostCondition } from './host-condition.ts'
import { neverHeld } from './keyword-value.ts'
import { functionNamed } from './lexis.ts'
import { readList } from './list.ts'
import { readLocationName, regionAsCountry } from './location-name.ts'
import { type Problem, shown, syntaxError } from './problem.ts'
import { checkExpression } from './regular-expression.ts'
import { respelling } from './respelling.ts'
import { type Lists, NO_LISTS, readListName } from './stored-list.ts'
import type {
  Comparison,
  Operator,
  ParsedNode,
  ParsedQuery,
  ResolvedNode,
  ResolvedQuery,
  SingleTest,
} from './tree.ts'
import {
  type ReadValue,
  readAddress,
  readBoolean,
  readComparedTime,
  readCountry,
  readNumber,
  readTime,
} from './typed-value.ts'

/** What is known of a query before it is resolved. */
export interface ResolveOptions {
  /** Whether a test has compiled its regular expressions, as it does those of the rules that come with the program. */
  readonly hasKnownExpressions?: boolean
}

/**
 * Gives every condition its field and its typed value; `lists` are those that conditions may name. Throws an AppError `syntax` for
 * what the catalogue does not know or offer.
 */
export function resolveQuery(
  query: ParsedQuery,
  lists: Lists = NO_LISTS,
  { hasKnownExpressions = false }: ResolveOptions = {},
): ResolvedQuery {
  const context: Context = { text: query.text, lists, hasKnownExpressions, expressionCost: 0, inCall: false }
  return { mode: query.mode, root: resolveNode(query.root, context), resolved: true }
}

interface Context {
  readonly text: string
  readonly lists: Lists
  readonly hasKnownExpressions: boolean
  /** The total of all regular expressions so far. */
  expressionCost: number
  /** Whether the node is inside the brackets of a function. */
  inCall: boolean
}

type Condition = Extract<ParsedNode, { kind: 'condition' }>
type Call = Extract<ParsedNode, { kind: 'call' }>

function resolveNode(node: ParsedNode, context: Context): ResolvedNode {
  switch (node.kind) {
    case 'word':
      return { kind: 'word', word: node.word.toWellFormed() }
    case 'not':
      return { kind: 'not', child: resolveNode(node.child, context) }
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map((child) => resolveNode(child, context)) }
    case 'call':
      return resolveCall(node, context)
    case 'condition':
      return resolveCondition(node, context)
  }
}

function resolveCall({ name, child, span }: Call, context: Context): ResolvedNode {
  if (context.inCall) fail(context, nested(name, span))
  context.inCall = true
  const node: ResolvedNode = { kind: 'host', test: { op: 'some', child: resolveNode(child, context) } }
  context.inCall = false
  return name === 'ip_exclude' ? { kind: 'not', child: node } : node
}

function nested(name: string, span: TextSpan): Problem {
  return {
    found: `${shown(name)} inside the brackets of a function`,
    span,
    expected: 'conditions on single records there; functions and conditions on whole addresses do not nest',
  }
}

function resolveCondition(condition: Condition, context: Context): ResolvedNode {
  const field = findField(condition.field)
  if (field === undefined) fail(context, unknownField(condition))
  const { base, negated } = splitOperator(condition.operator)
  if (!field.operators.includes(base)) fail(context, notOffered(field, condition))
  const value = condition.value.toWellFormed()
  if (field.of === 'address') return resolveOfAddress(field, base, negated, value, condition, context)
  const read = readTest(field, base, value, context)
  if ('problem' in read) fail(context, { ...read.problem, span: condition.valueSpan })
  const tests = [read.test, ...(read.more ?? [])].map((test): ResolvedNode => ({ kind: 'test', field, test }))
  const country = base === '=' ? regionAsCountry(value, field) : undefined
  const children = country === undefined ? tests : [...tests, country]
  const [only, ...others] = children
  const node: ResolvedNode = only !== undefined && others.length === 0 ? only : { kind: 'or', children }
  return negated ? { kind: 'not', child: node } : node
}

function resolveOfAddress(
  field: Field,
  base: BaseOperator,
  negated: boolean,
  value: string,
  condition: Condition,
  context: Context,
): ResolvedNode {
  if (context.inCall) fail(context, nested(field.name, condition.fieldSpan))
  const read = readHostCondition(field, base, value)
  if ('problem' in read) fail(context, { ...read.problem, span: condition.valueSpan })
  return negated ? { kind: 'not', child: read.node } : read.node
}

function fail(context: Context, problem: Problem): never {
  throw syntaxError(problem, context.text)
}

const BASE_OF: Readonly<Record<Operator, BaseOperator>> = {
  '=': '=',
  '==': '==',
  '=~': '=~',
  '*=': '*=',
  '!=': '=',
  '!==': '==',
  '!~': '=~',
  '!*=': '*=',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
}

/** An operator as its base and whether it negates: `!op` is exactly "not op". */
export function splitOperator(operator: Operator): {
  readonly base: BaseOperator
  readonly negated: boolean
} {
  return { base: BASE_OF[operator], negated: operator.startsWith('!') }
}

/** The operators that a field offers, negations included. */
export function operatorsOfField(field: Field): readonly Operator[] {
  const offered = field.operators
  return (Object.keys(BASE_OF) as Operator[]).filter((operator) => offered.includes(BASE_OF[operator]))
}

function unknownField({ field, fieldSpan }: Condition): Problem {
  const named = functionNamed(field)
  return {
    found: `unknown field ${shown(field)}`,
    span: fieldSpan,
    expected: 'the name of a field, or the text in double quotes',
    suggestion: named === undefined ? fieldMeant(field) : `${named}(…)`,
  }
}

function notOffered(field: Field, { operator, operatorSpan }: Condition): Problem {
  const offered = operatorsOfField(field)
  if (offered.length === 0) return resultOnly(field, operatorSpan)
  return {
    found: `the ${KIND_NAMES[field.kind]} field ${shown(field.name)} does not offer the operator \`${operator}\``,
    span: operatorSpan,
    expected: offered.map((known) => `\`${known}\``).join(' '),
    suggestion: operator.startsWith('!') ? '!=' : '=',
  }
}

function resultOnly({ name, example }: Field, span: TextSpan): Problem {
  return {
    found: `a condition on ${shown(name)}, which only results contain`,
    span,
    expected: `another field, such as in ${shown(example)}`,
  }
}

/** The names of the kinds of fields for users. */
export const KIND_NAMES: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  keyword: 'keyword',
  number: 'number',
  address: 'address',
  time: 'time',
  boolean: 'yes/no',
}

function readTest(field: Field, operator: BaseOperator, value: string, context: Context): ReadValue {
  switch (operator) {
    case '=~':
      return readExpression(value, field, context)
    case '*=':
      return { test: value === '' ? { op: 'empty' } : { op: 'wildcard', pattern: value } }
    case '=':
    case '==':
      return value === ''
        ? { test: { op: 'empty' } }
        : readEqual(field, operator === '==', value, context.lists)
    case '>':
    case '>=':
    case '<':
    case '<=':
      return readCompared(field, operator, value)
  }
}

function readEqual(field: Field, exact: boolean, value: string, lists: Lists): ReadValue {
  const named = (element: string): ReadValue | undefined => readListName(element, field, exact, lists)
  switch (field.kind) {
    case 'text':
      return named(value) ?? readLocationName(value, field, exact) ?? readText(value, field, exact)
    case 'keyword':
      return readList(value, field, (element) => readKeyword(element, field, exact))
    case 'number':
      return readList(value, field, (element) => named(element) ?? readNumber(element, field))
    case 'address':
      return readList(value, field, (element) => named(element) ?? readAddress(element, !exact))
    case 'time':
      return readTime(value, field)
    case 'boolean':
      return readBoolean(value, field)
  }
}

/**
 * Whether a stored text, written as the value of a condition, means only itself: names of locations also match other spellings, and
 * a comma makes a list.
 */
export function standsForItself(field: Field, value: string): boolean {
  if (field.kind !== 'text' && field.kind !== 'keyword') return true
  const read = readEqual(field, true, value, NO_LISTS)
  return 'test' in read && read.test.op === 'equals' && read.test.value === value
}

function readText(value: string, field: Field, exact: boolean): ReadValue {
  return spelt(value, field, exact ? 'equals' : 'contains')
}

function readKeyword(value: string, field: Field, exact: boolean): ReadValue {
  if (field.name === 'country') return readCountry(value, exact)
  const problem = neverHeld(value, field)
  if (problem !== undefined) return { problem }
  return spelt(value, field, exact ? 'equals' : 'equalsIgnoringCase')
}

function spelt(value: string, field: Field, op: 'contains' | 'equals' | 'equalsIgnoringCase'): ReadValue {
  const other = respelling(value, field)
  const test: SingleTest = { op, value }
  // `==` is in exact case: a spelling that differs in nothing else is another value.
  const isOtherCase = op === 'equals' && other?.toLowerCase() === value.toLowerCase()
  return {
    test: other === undefined || isOtherCase ? test : { op: 'any', tests: [test, { op, value: other }] },
  }
}

function readCompared(field: Field, comparison: Comparison, value: string): ReadValue {
  if (field.kind === 'time') return readComparedTime(value, comparison)
  const read = readNumber(value, field)
  if ('problem' in read || read.test.op !== 'number') return read
  return { test: { op: 'compare', comparison, value: read.test.value } }
}

function readExpression(expression: string, field: Field, context: Context): ReadValue {
  const texts = field.name === 'body' ? 'long' : 'short'
  const checked = checkExpression(expression, context.expressionCost, texts, context.hasKnownExpressions)
  if (checked.fault === undefined) {
    context.expressionCost += checked.cost
    return { test: { op: 'matches', expression } }
  }
  return {
    problem: {
      found: `${shown(expression)} is not a valid regular expression: ${checked.fault}`,
      expected: 'an RE2 expression; for the literal text use `=` or `==`',
    },
  }
}
