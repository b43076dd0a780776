// Ranks hosts by the rare values that they share with one.
import type { SharedValue } from '../../store/index.ts'
import { wordOf } from './fields.ts'
import type { SimilarHost } from './types.ts'

/** Hosts that are named. */
const MOST_SIMILAR = 20
/** Values that a reason names. */
const MOST_REASONS = 4

interface Shared {
  readonly value: SharedValue
  readonly weight: number
}

/** The hosts that share the most and the rarest values; each value weighs more the fewer hosts have it. */
export function similarHosts(values: readonly SharedValue[]): readonly SimilarHost[] {
  const shared = new Map<string, Shared[]>()
  for (const value of values)
    for (const host of value.some) {
      const list = shared.get(host) ?? []
      list.push({ value, weight: 1 / Math.log2(value.hosts + 1) })
      shared.set(host, list)
    }
  const sum = (values: readonly Shared[]): number => values.reduce((all, { weight }) => all + weight, 0)
  return [...shared]
    .sort(([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1))
    .slice(0, MOST_SIMILAR)
    .map(([host, values]) => describe(host, values))
}

function describe(host: string, all: readonly Shared[]): SimilarHost {
  const values = all.toSorted((a, b) => b.weight - a.weight).map(({ value }) => value)
  const shared = values.map(({ field, value }) => ({ field: field.name, value }))
  return { host, shared, reason: reasonOf(values) }
}

function reasonOf(values: readonly SharedValue[]): string {
  const named = values.slice(0, MOST_REASONS).map(({ field, hosts }) => {
    const others = hosts === 1 ? 'no third host has it' : `${hosts} other hosts have it`
    return `the same ${wordOf(field)} (${others})`
  })
  const more = values.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
