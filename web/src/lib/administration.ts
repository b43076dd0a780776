// Accounts, what happened to them, and the server.
import type { AccountFacts, OwnUsageEntry, UsageEntry as AnyUsageEntry } from './answer-types.ts'

/** What an account may use. */
type Level = AccountFacts['level']
/** Who may administer. */
type Role = AccountFacts['role']
/** All levels, lowest first. */
export const LEVELS = ['free', 'member', 'enterprise'] as const satisfies readonly Level[]
/** All roles. */
export const ROLES = ['user', 'administrator'] as const satisfies readonly Role[]

/** Calls of an account to one route on one day. */
export type UsageEntry = OwnUsageEntry & Partial<AnyUsageEntry>

/** What calls were for; whatever else the page asks for by itself does not count as work. */
const WORK = [
  ['search', /\/search(?:\/(?:all|next))?$/],
  ['tagging', /\/(?:ip_tags|tagging)(?:\/look-?up)?$/],
  ['export', /\/exports?$/],
  ['import', /\/imports?$/],
] as const

/** A kind of work that is counted. */
type Work = (typeof WORK)[number][0] | 'other'

/** What a call of a route was for. */
export function workOf(route: string): Work {
  return WORK.find(([, pattern]) => pattern.test(route))?.[0] ?? 'other'
}

/** The figures of usage summed up by something each entry has, the most calls first. */
export function sumUsage<Key extends string>(
  entries: readonly UsageEntry[],
  keyOf: (entry: UsageEntry) => Key,
): readonly { readonly key: Key; readonly calls: number; readonly rows: number; readonly coins: number }[] {
  const sums = new Map<Key, { calls: number; rows: number; coins: number }>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const sum = sums.get(key) ?? { calls: 0, rows: 0, coins: 0 }
    sum.calls += entry.calls
    sum.rows += entry.rows
    sum.coins += entry.coins
    sums.set(key, sum)
  }
  return [...sums].map(([key, sum]) => ({ key, ...sum })).sort((a, b) => b.calls - a.calls)
}
