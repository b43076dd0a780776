// Finds existing values similar to one without matches.
import { isCountable } from '../../field/index.ts'
import { quote } from '../../query/index.ts'
import type { CountedValue, Selection, Store } from '../../store/index.ts'
import { nearest, parseIpv4 } from '../../util/index.ts'
import { conditionFor } from '../aggregate/index.ts'
import type { Condition } from './condition.ts'

/** Number of the most frequent values that are compared. */
const COMPARED = 1000
/** For a keyword or number with at most this many different values, the most frequent ones are suggested. */
const FEW = 8
const MOST_OF_FEW = 3

/** Conditions on values similar to that of a condition without matches, best first. */
export async function nearConditions(
  store: Store,
  everything: Selection,
  condition: Condition,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { field, value } = condition
  if (field.kind === 'address') return networksAround(value).map((network) => `${field.name}="${network}"`)
  const isNamed = field.kind === 'text' || field.kind === 'keyword' || field.kind === 'number'
  if (!isNamed || !isCountable(field)) return []
  const request = { ...everything, dimensions: [{ field }], size: COMPARED, signal }
  const [facet] = (await store.facets(request)).facets
  if (facet === undefined) return []
  const near = nearValue(condition, facet.values)
  if (near !== undefined) return [`${field.name}${condition.operator}${quote(near)}`]
  const isChoice = field.kind !== 'text' && facet.distinct <= FEW
  const few = isChoice ? facet.values.slice(0, MOST_OF_FEW) : []
  return few.map((existing) => conditionFor(field, existing.value))
}

// Compares whole values, and words of texts when the condition is "contains"; of equally close values the most frequent wins.
function nearValue(
  { field, operator, value }: Condition,
  existing: readonly CountedValue[],
): string | undefined {
  const wanted = value.trim()
  const texts = existing.map((one) => one.value)
  const words = field.kind === 'text' && operator === '=' ? texts.flatMap(wordsOf) : []
  const slack = Math.max(1, Math.floor(wanted.length / 3))
  const candidates = new Set([...texts, ...words])
  return nearest(
    wanted,
    [...candidates].filter((text) => text !== wanted && Math.abs(text.length - wanted.length) <= slack),
  )
}

function wordsOf(text: string): readonly string[] {
  return text.length > 500 ? [] : text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
}

// `192.0.2.9` is in `192.0.2.0/24`; an address without neighbours there may have some further away.
function networksAround(value: string): readonly string[] {
  const text = value.trim()
  if (parseIpv4(text) === undefined) return []
  const [a, b, c] = text.split('.')
  return [`${a}.${b}.${c}.0/24`, `${a}.${b}.0.0/16`]
}
