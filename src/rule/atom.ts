// Atoms: the different tests of all rules, each evaluated at most once per record.
import { RE2JS } from 're2js'
import type { Column } from '../asset/index.ts'
import type { ResolvedNode, SingleTest } from '../query/index.ts'
import { requiredLiterals } from '../sql/index.ts'
import { memoize } from '../util/index.ts'
import type { RecordTexts } from './texts.ts'
import { LEAST_LITERAL } from './scanner.ts'

/** One test of one column. */
export interface Atom {
  readonly column: Column
  readonly test: SingleTest
}

/** A condition over atoms, which are their numbers. */
export type Tree =
  | number
  | { readonly and: readonly Tree[] }
  | { readonly or: readonly Tree[] }
  | { readonly not: Tree }

/** Collects the atoms of conditions. */
export class Atoms {
  /** Each at the place of its number. */
  readonly all: Atom[] = []
  readonly #known = new Map<string, number>()

  /** The condition over atoms. */
  treeOf(node: ResolvedNode): Tree {
    switch (node.kind) {
      case 'and':
        return { and: node.children.map((child) => this.treeOf(child)) }
      case 'or':
        return { or: node.children.map((child) => this.treeOf(child)) }
      case 'not':
        return { not: this.treeOf(node.child) }
      case 'test': {
        const { column } = node.field
        if (node.test.op !== 'any') return this.numberOf(column, node.test)
        return { or: node.test.tests.map((test) => this.numberOf(column, test)) }
      }
      case 'word':
      case 'host':
      case 'constant':
        throw new Error(`a rule holds a node of kind ${node.kind}`)
    }
  }

  /** The number of the atom of a test; the same test is the same atom. */
  numberOf(column: Column, test: SingleTest): number {
    const key = `${column} ${JSON.stringify(test)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.all.push({ column, test }) - 1
    this.#known.set(key, number)
    return number
  }
}

/** Whether the index alone says that a test holds. */
export function isIndexed({ test }: Atom): boolean {
  if (test.op === 'contains') return test.value.toLowerCase().length >= LEAST_LITERAL
  return test.op === 'equals' || test.op === 'equalsIgnoringCase'
}

/** The literals of which every text that passes the test contains all, in lower case; the longest is the best to look for. */
export function literalOf(test: SingleTest): string | undefined {
  const pieces =
    test.op === 'wildcard'
      ? test.pattern.toLowerCase().split(/[*?]+/)
      : test.op === 'matches'
        ? requiredLiterals(test.expression)
        : []
  const [longest] = [...pieces].sort((a, b) => b.length - a.length)
  return longest !== undefined && longest.length >= LEAST_LITERAL ? longest : undefined
}

/** Characters of a text that an expression sees, and expressions evaluated for one record. */
const EXPRESSION_TEXT = 4096
const MOST_EXPRESSIONS = 200

/** Texts up to this length are often the same in many records: the matches of so many of them are remembered. */
const REMEMBERED_LENGTH = 300
const REMEMBERED_TEXTS = 2000

const matchesOf = memoize(REMEMBERED_TEXTS, () => new Map<string, Match>())

const compiled = new Map<string, RE2JS>()

/** The expression in linear time; compiled once. */
function expressionOf(expression: string): RE2JS {
  const known = compiled.get(expression)
  if (known !== undefined) return known
  const made = RE2JS.compile(expression)
  compiled.set(expression, made)
  return made
}

/** What the expressions of one record may still cost. */
export interface Budget {
  expressions: number
}

/** A new budget. */
export function newBudget(): Budget {
  return { expressions: MOST_EXPRESSIONS }
}

/** The groups of a match; `none` where there is none, `unknown` where a limit was reached before that was certain. */
type Match = readonly string[] | 'none' | 'unknown'

/** The first match of an expression in the start of a text. */
export function matchExpression(expression: string, text: string, budget: Budget): Match {
  if (budget.expressions-- <= 0) return 'unknown'
  if (text.length > REMEMBERED_LENGTH) return firstMatch(expressionOf(expression), text)
  const remembered = matchesOf(text)
  const known = remembered.get(expression)
  if (known !== undefined) return known
  const match = firstMatch(expressionOf(expression), text)
  remembered.set(expression, match)
  return match
}

function firstMatch(engine: RE2JS, text: string): Match {
  const cut = text.slice(0, EXPRESSION_TEXT)
  const isCut = cut.length < text.length
  const matcher = engine.matcher(cut)
  if (!matcher.find()) return isCut ? 'unknown' : 'none'
  // The end of a text that was cut is not its end.
  if (isCut && matcher.end() === cut.length) return 'unknown'
  return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? '')
}

/** Evaluates a test that the index does not answer; undefined where a limit was reached before the answer was certain. */
export function passes({ column, test }: Atom, texts: RecordTexts, budget: Budget): boolean | undefined {
  switch (test.op) {
    case 'contains':
      return texts.lower(column).includes(test.value.toLowerCase())
    case 'equals':
      return texts.values(column).includes(test.value)
    case 'equalsIgnoringCase':
      return texts.values(column).some((value) => value.toLowerCase() === test.value.toLowerCase())
    case 'matches':
      return matchesAny(test.expression, texts.values(column), budget)
    case 'wildcard':
      return texts
        .values(column)
        .some((value) => matchesWildcard(value.toLowerCase(), test.pattern.toLowerCase()))
    case 'empty':
      return texts.plain(column) === ''
    case 'number':
      return texts.asset[column] !== null && Number(texts.asset[column]) === test.value
    case 'compare':
      return (
        texts.asset[column] !== null && compares(Number(texts.asset[column]), test.comparison, test.value)
      )
    case 'boolean':
      return (texts.asset[column] === true) === test.value
    case 'address':
    case 'network':
    case 'span':
    case 'reachedIn':
      return false
  }
}

function matchesAny(expression: string, values: readonly string[], budget: Budget): boolean | undefined {
  let isUnknown = false
  for (const value of values) {
    const match = matchExpression(expression, value, budget)
    if (typeof match === 'object') return true
    isUnknown ||= match === 'unknown'
  }
  return isUnknown ? undefined : false
}

function compares(value: number, comparison: '>' | '>=' | '<' | '<=', bound: number): boolean {
  switch (comparison) {
    case '>':
      return value > bound
    case '>=':
      return value >= bound
    case '<':
      return value < bound
    case '<=':
      return value <= bound
  }
}

/** Whether a whole text matches a pattern with `*` and `?`: each piece at its first possible place, so without going back. */
function matchesWildcard(text: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return text.length === first.length && pieceFits(text, first, 0)
  if (text.length < first.length + last.length || !pieceFits(text, first, 0)) return false
  const end = text.length - last.length
  if (!pieceFits(text, last, end)) return false
  let at = first.length
  for (const piece of rest) {
    const found = findPiece(text, piece, at, end)
    if (found === -1) return false
    at = found + piece.length
  }
  return at <= end
}

function pieceFits(text: string, piece: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at)
  if (at + piece.length > text.length) return false
  for (let index = 0; index < piece.length; index++)
    if (piece[index] !== '?' && piece[index] !== text[at + index]) return false
  return true
}

function findPiece(text: string, piece: string, from: number, end: number): number {
  if (!piece.includes('?')) {
    const found = text.indexOf(piece, from)
    return found !== -1 && found + piece.length <= end ? found : -1
  }
  for (let at = from; at + piece.length <= end; at++) if (pieceFits(text, piece, at)) return at
  return -1
}
