// What a query refers to: fields, for permission checks, conditions on all records of an address, and slow expressions.
import { type Field, fieldNamed, findField } from '../field/index.ts'
import { expressionWidth } from './expression-cost.ts'
import { splitOperator } from './resolve.ts'
import { listNameIn } from './stored-list.ts'
import type { ParsedNode, ResolvedNode, ResolvedQuery } from './tree.ts'

const WORD_FIELDS = ['title', 'body', 'header', 'host'] as const

/** The fields that a plain word searches. */
export function wordFields(): readonly Field[] {
  return WORD_FIELDS.map(fieldNamed)
}

/** Every field that determines the results of a query, including those that plain words search. */
export function fieldsOf(query: ResolvedQuery): ReadonlySet<Field> {
  const found = new Set<Field>()
  collect(query.root, found)
  return found
}

function collect(node: ResolvedNode, found: Set<Field>): void {
  switch (node.kind) {
    case 'test':
      found.add(node.field)
      break
    case 'word':
      for (const field of wordFields()) found.add(field)
      break
    case 'host':
      if (node.test.op === 'some') collect(node.test.child, found)
      else found.add(fieldNamed('port'))
      break
    case 'not':
      collect(node.child, found)
      break
    case 'and':
    case 'or':
      for (const child of node.children) collect(child, found)
      break
    case 'constant':
  }
}

/** Whether a query has conditions on all records of an address, so that the result for one record depends on other records. */
export function asksHosts(node: ResolvedNode): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.children.some(asksHosts)
  return node.kind === 'host' || (node.kind === 'not' && asksHosts(node.child))
}

/** From this number of simultaneous states on, an expression is slow: a character takes about 4 ns for each of them. */
const SLOW_WIDTH = 32

/** Whether a query has a regular expression that spends long on each character of a text. */
export function isSlowQuery(node: ResolvedNode): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.some(isSlowQuery)
    case 'not':
      return isSlowQuery(node.child)
    case 'test':
      return node.test.op === 'matches' && expressionWidth(node.test.expression) >= SLOW_WIDTH
    case 'host':
    case 'word':
    case 'constant':
      return false
  }
}

/** A stored list in a condition, as often as it is named. */
interface ListUse {
  readonly name: string
  readonly field: Field | undefined
  readonly exact: boolean
}

/** The stored lists that a query may name, and on which fields. */
export function listUsesOf(node: ParsedNode): readonly ListUse[] {
  switch (node.kind) {
    case 'word':
      return []
    case 'condition': {
      if (!node.value.includes('@')) return []
      const names = node.value.split(',').flatMap((element) => listNameIn(element) ?? [])
      const use = { field: findField(node.field), exact: splitOperator(node.operator).base === '==' }
      return names.map((name) => ({ name, ...use }))
    }
    case 'not':
    case 'call':
      return listUsesOf(node.child)
    case 'and':
    case 'or':
      return node.children.flatMap(listUsesOf)
  }
}

/** The names of stored lists that a query may refer to. */
export function listNamesOf(node: ParsedNode): readonly string[] {
  return [...new Set(listUsesOf(node).map(({ name }) => name))]
}
