// Reads rules from their text: one JSON object per line.
import type { Column } from '../asset/index.ts'
import { AppError, isAppError } from '../error/index.ts'
import { findField } from '../field/index.ts'
import { parseQuery, readQuery } from '../query/index.ts'
import { isObject } from '../util/index.ts'
import { checkCondition } from './condition.ts'
import { type Capture, type ExampleText, MODEL, type Rule, type RuleText } from './rule.ts'

const MOST_LENGTH = 20_000
const NAMES = [
  'name',
  'product',
  'vendor',
  'category',
  'cpe',
  'os',
  'when',
  'version',
  'model',
  'match',
  'miss',
]

/** How rules are read. */
export interface ReadOptions {
  /** Whether a test has read them before: their regular expressions are not compiled until a record needs them. */
  readonly areTested?: boolean
}

/** Reads the rules of a family. Fails with `input`, naming the line. */
export function readRules(family: string, text: string, options?: ReadOptions): readonly Rule[] {
  const rules = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    return [at(`line ${index + 1} of ${family}`, () => readRule(family, parse(line), options))]
  })
  const known = new Set<string>()
  const twice = rules.find(({ id }) => known.size === known.add(id).size)
  if (twice !== undefined) fail(`the rule \`${twice.id}\` occurs twice; give one of them another \`name\``)
  return rules
}

function at<Result>(place: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!isAppError(error)) throw error
    throw new AppError('input', `${place}: ${error.message}`, { cause: error })
  }
}

function parse(line: string): RuleText {
  if (line.length > MOST_LENGTH) fail(`a rule has at most ${MOST_LENGTH} characters`)
  try {
    const value: unknown = JSON.parse(line)
    if (isObject(value)) return checked(value)
  } catch (error) {
    if (isAppError(error)) throw error
  }
  return fail('a rule must be one JSON object on one line')
}

function checked(value: Readonly<Record<string, unknown>>): RuleText {
  const { name, product, vendor, category, cpe, os, when, version, model, match, miss, ...rest } = value
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) fail(`unknown name \`${unknown.slice(0, 60)}\`; known are ${NAMES.join(', ')}`)
  const texts = { name, product, vendor, category, cpe, os }
  for (const [key, text] of Object.entries(texts))
    if (text !== undefined && (typeof text !== 'string' || text === '' || text.length > 200))
      fail(`\`${key}\` must be a text of 1 to 200 characters`)
  if (typeof when !== 'string') fail('`when` must be a condition in the query language')
  if (product === undefined && os === undefined) fail('a rule needs a `product` or an `os`')
  const read: object = {
    ...{ ...texts, when, version: conditionsOf('version', version) },
    ...(model !== undefined && { model: conditionsOf('model', model) }),
  }
  return { ...(read as RuleText), match: examplesOf('match', match), miss: examplesOf('miss', miss) }
}

function conditionsOf(key: string, value: unknown): readonly string[] {
  const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
  return list.map((one) =>
    typeof one === 'string' ? one : fail(`\`${key}\` must be a condition or a list of them`),
  )
}

function examplesOf(key: string, value: unknown): readonly ExampleText[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every(isObject)) fail(`\`${key}\` must be a list of records`)
  return value as readonly ExampleText[]
}

/** Reads one rule of a family. Fails with `input` or `syntax`. */
export function readRule(family: string, text: RuleText, { areTested = false }: ReadOptions = {}): Rule {
  const { name, version, model, when, ...rest } = text
  if ((model !== undefined) !== (text.product?.includes(MODEL) ?? false))
    fail(`a rule with a \`model\` needs \`${MODEL}\` in its \`product\`, and the other way round`)
  const condition = readQuery(when, undefined, { hasKnownExpressions: areTested }).root
  checkCondition(condition)
  const id = `${family}/${slug(name ?? text.product ?? text.os ?? '')}`
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...{ ...(known as typeof rest), id, when, condition },
    ...{ captures: capturesOf(version, areTested), models: capturesOf(model, areTested) },
  }
}

function capturesOf(texts: string | readonly string[] = [], areTested: boolean): readonly Capture[] {
  return (typeof texts === 'string' ? [texts] : texts).map((text) => readCapture(text, areTested))
}

/** A name as it is in the id of a rule. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.+]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function readCapture(text: string, isTested: boolean): Capture {
  const { root } = parseQuery(text)
  if (root.kind !== 'condition' || (root.operator !== '=' && root.operator !== '=~'))
    return fail(`\`${text}\` must be one condition \`field="text#"\` or \`field=~"expression"\``)
  const column = columnNamed(root.field)
  if (root.operator === '=~') {
    if (!isTested) readQuery(text)
    return { kind: 'expression', column, expression: root.value }
  }
  const [before, after, more] = root.value.split('#')
  if (before === undefined || after === undefined || more !== undefined || before === '')
    return fail(`\`${text}\` must have one \`#\` for what is captured, behind some text`)
  return { kind: 'literal', column, before: before.toLowerCase(), after: after.toLowerCase() }
}

function columnNamed(name: string): Column {
  const field = findField(name)
  return field === undefined ? fail(`unknown field \`${name}\``) : field.column
}

function fail(reason: string): never {
  throw new AppError('input', reason)
}
