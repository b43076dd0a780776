// The naive evaluator: a resolved query over plain records, one by one, straight from the table of the language. Stores must
// agree with it; it shares nothing with them but the printing of values.
import { RE2JS } from 're2js'
import type { Asset } from '../../src/asset/index.ts'
import { type Field, fieldNamed, printValues } from '../../src/field/index.ts'
import type { ResolvedNode, Test } from '../../src/query/index.ts'
import { isInside, parseAddress } from '../../src/util/index.ts'

/** Whether a record is what the query asks for; `now` in milliseconds UTC. */
export function matches(node: ResolvedNode, asset: Asset, now: number): boolean {
  switch (node.kind) {
    case 'and':
      return node.children.every((child) => matches(child, asset, now))
    case 'or':
      return node.children.some((child) => matches(child, asset, now))
    case 'not':
      return !matches(node.child, asset, now)
    case 'constant':
      return node.value
    case 'word':
      return WORD_FIELDS.some((field) => passes({ op: 'contains', value: node.word }, field, asset, now))
    case 'test':
      return passes(node.test, node.field, asset, now)
  }
}

const WORD_FIELDS = ['title', 'body', 'header', 'host'].map(fieldNamed)

function passes(test: Test, field: Field, asset: Asset, now: number): boolean {
  const values = printValues(asset, field, now)
  if (test.op === 'empty') return values.length === 0
  if (test.op === 'boolean') return (values[0] === 'true') === test.value
  return values.some((value) => holds(test, value))
}

const lower = (text: string): string => text.toLowerCase()

function holds(test: Exclude<Test, { op: 'empty' | 'boolean' }>, value: string): boolean {
  switch (test.op) {
    case 'contains':
      return lower(value).includes(lower(test.value))
    case 'equals':
      return value === test.value
    case 'equalsIgnoringCase':
      return lower(value) === lower(test.value)
    case 'matches':
      return RE2JS.compile(test.expression).matcher(value).find()
    case 'wildcard':
      return wildcard(lower(test.pattern), lower(value))
    case 'number':
      return Number(value) === test.value
    case 'address':
      return parseAddress(value)?.value === test.address.value
    case 'network': {
      const address = parseAddress(value)
      return address !== undefined && isInside(address, test.network)
    }
    case 'span': {
      const time = Date.parse(`${value.replace(' ', 'T')}Z`)
      return time >= (test.span.first ?? -Infinity) && time < (test.span.next ?? Infinity)
    }
  }
}

/** `*` any run, `?` one character, over the whole text, in linear memory and without backtracking beyond the last star. */
function wildcard(pattern: string, value: string): boolean {
  const [wanted, given] = [[...pattern], [...value]]
  let [at, from, star, retry] = [0, 0, -1, 0]
  while (from < given.length) {
    if (wanted[at] === '*') {
      star = at++
      retry = from
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[from])) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++retry
    } else return false
  }
  return wanted.slice(at).every((sign) => sign === '*')
}
