// Expired records: older than the limit of every import that observed them.
import { type Fragment, join, parameter, sql, textSet } from './fragment.ts'
import { IMPORT_IDS } from './list-value.ts'

/**
 * The imports of one limit. Records last seen before it (seconds since 1970 UTC) are expired; undefined means that they never
 * expire.
 */
interface ImportLimit {
  readonly before: number | undefined
  readonly imports: readonly string[]
}

/** How long the records of imports are kept. */
export interface AgeLimits {
  /** The limit of all imports that `others` does not list. */
  readonly standard: number | undefined
  readonly others: readonly ImportLimit[]
}

/** Whether an import of each limit observed a record; the default limit first. */
export function limitsOf({ others }: AgeLimits): readonly Fragment[] {
  const listed = others.flatMap(({ imports }) => imports)
  const unlisted =
    listed.length === 0
      ? sql`1`
      : sql`(empty(${IMPORT_IDS}) OR arrayExists(one -> one NOT IN ${textSet(listed)}, ${IMPORT_IDS}))`
  return [
    unlisted,
    ...others.map(({ imports }) => sql`arrayExists(one -> one IN ${textSet(imports)}, ${IMPORT_IDS})`),
  ]
}

/**
 * The condition of expired records: the limit of every import that observed one has passed. Undefined where no record can expire.
 */
export function expiredBy(limits: AgeLimits): Fragment | undefined {
  const befores = [limits.standard, ...limits.others.map(({ before }) => before)]
  const latest = Math.max(...befores.map((before) => before ?? 0))
  if (latest <= 0) return undefined
  const each = limitsOf(limits).map((observed, index) => {
    const before = befores[index]
    return before === undefined ? sql`NOT ${observed}` : sql`(NOT ${observed} OR ${seenBefore(before)})`
  })
  return sql`(${join([seenBefore(latest), ...each], ' AND ')})`
}

function seenBefore(time: number): Fragment {
  return sql`lastupdatetime < ${parameter('UInt32', String(Math.max(0, Math.floor(time))))}`
}
