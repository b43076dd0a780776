// How observations become records (decisions 38–42). A *unit* is what one import says of one identity; within a unit the best
// observation of each part wins, across imports the newest unit wins as a whole. Every choice compares times and, where these
// are equal, the values themselves: so neither the order of arrival nor the cut into batches matters.
import type { Asset, Column } from './asset.ts'
import type { Change } from './columns.ts'
import { joinHistory, mergePast, splitHistory } from './history.ts'
import {
  CONTENT_PARTS,
  columnsOf,
  isCapture,
  isPresent,
  isStated,
  PAGE_PARTS,
  type Part,
  SHARED_PARTS,
} from './part.ts'
import { settle } from './settle.ts'

/**
 * A record in the making. `ranks` says from when a part is, where that differs from the rank of the record itself: seconds
 * since 1970 UTC, plus 2³² when the observation brought content.
 */
export interface Unit {
  readonly asset: Asset
  readonly ranks: Readonly<Partial<Record<Part, number>>>
}

const WITH_CONTENT = 2 ** 32

/** The unit of a single observation. */
export function unitOf(asset: Asset): Unit {
  return { asset, ranks: {} }
}

/** Whether two units are merged part by part: of one import, or both without content. */
export function isSameUnit(a: Asset, b: Asset): boolean {
  if (a.content_time === null || b.content_time === null) return a.content_time === b.content_time
  return a.content_import === b.content_import
}

/** Whether the content of the first stands before that of the second, which is of another import. */
export function beats(a: Asset, b: Asset): boolean {
  const newer = (a.content_time ?? -1) - (b.content_time ?? -1)
  return newer === 0 ? a.content_import > b.content_import : newer > 0
}

/** One unit from two of the same import: part by part; a statement beats a derived value, then the newest wins. */
export function mergeWithin(a: Unit, b: Unit): Unit {
  const capture = bestCapture(a, b)
  const pageParts: readonly string[] = PAGE_PARTS
  const chosen = new Map<Part, Unit>()
  for (const part of CONTENT_PARTS) {
    const winner = capture !== undefined && pageParts.includes(part) ? capture : better(a, b, part)
    chosen.set(part, winner)
  }
  return assemble(a, b, chosen)
}

/** The record of two units of different imports: the content of the first as a whole, what both share by its own time. */
export function mergeAcross(winner: Unit, loser: Unit): Unit {
  const chosen = new Map<Part, Unit>()
  for (const part of CONTENT_PARTS) chosen.set(part, winner)
  return assemble(winner, loser, chosen)
}

/** The rank of a part: content before a bare port, then time. */
function rankOf({ asset, ranks }: Unit, part: Part): number {
  return ranks[part] ?? ownRank(asset)
}

function ownRank({ content_time, lastupdatetime }: Asset): number {
  return content_time === null ? lastupdatetime : content_time + WITH_CONTENT
}

function better(a: Unit, b: Unit, part: Part): Unit {
  const present = Number(isPresent(a.asset, part)) - Number(isPresent(b.asset, part))
  if (present !== 0) return present > 0 ? a : b
  const stated = Number(isStated(a.asset, part)) - Number(isStated(b.asset, part))
  if (stated !== 0) return stated > 0 ? a : b
  return newer(a, b, part)
}

function betterShared(a: Unit, b: Unit, part: Part): Unit {
  const present = Number(isPresent(a.asset, part)) - Number(isPresent(b.asset, part))
  if (present !== 0) return present > 0 ? a : b
  const later = rankOf(a, part) - rankOf(b, part)
  if (later !== 0) return later > 0 ? a : b
  return better(a, b, part)
}

function newer(a: Unit, b: Unit, part: Part): Unit {
  const later = rankOf(a, part) - rankOf(b, part)
  if (later !== 0) return later > 0 ? a : b
  return valuesOf(a.asset, part) >= valuesOf(b.asset, part) ? a : b
}

/** Any total order of values does, as long as it does not depend on which came first. */
function valuesOf(asset: Asset, part: Part): string {
  const columns = columnsOf(part)
  return JSON.stringify(columns.map((column) => [asset[column], asset.stated.includes(column)]))
}

/** Of captured pages the one with the fewest path segments, then the newest; undefined when neither is one. */
function bestCapture(a: Unit, b: Unit): Unit | undefined {
  if (!isCapture(a.asset) || !isCapture(b.asset))
    return isCapture(a.asset) ? a : isCapture(b.asset) ? b : undefined
  const shallower = b.asset.page_depth - a.asset.page_depth
  if (shallower !== 0) return shallower > 0 ? a : b
  const later = rankOf(a, 'link') - rankOf(b, 'link')
  if (later !== 0) return later > 0 ? a : b
  const values = (unit: Unit): string => PAGE_PARTS.map((part) => valuesOf(unit.asset, part)).join()
  return values(a) >= values(b) ? a : b
}

/** Puts a record together from its chosen parts and from what is the least or the greatest of both. */
function assemble(a: Unit, b: Unit, chosen: Map<Part, Unit>): Unit {
  for (const part of SHARED_PARTS) chosen.set(part, betterShared(a, b, part))
  const merged: Draft = { ...a.asset, ...timesOf(a.asset, b.asset) }
  const stated: Column[] = []
  for (const [part, unit] of chosen) {
    for (const column of columnsOf(part)) {
      copyColumn(merged, unit.asset, column)
      if (unit.asset.stated.includes(column)) stated.push(column)
    }
  }
  merged.stated = stated.sort()
  merged.page_depth = isCapture(merged) ? (chosen.get('link')?.asset.page_depth ?? 0) : 0
  merged.history = historyOf(a, b, chosen, merged.content_time)
  return { asset: settle(merged), ranks: ranksOf(chosen, merged) }
}

type Draft = { -readonly [Key in Column]: Asset[Key] }

function copyColumn<Key extends Column>(to: Draft, from: Asset, column: Key): void {
  to[column] = from[column]
}

function timesOf(
  a: Asset,
  b: Asset,
): Pick<Asset, 'firstseen' | 'lastupdatetime' | 'content_time' | 'content_import'> {
  const [first, second] = beats(a, b) ? [a, b] : [b, a]
  return {
    firstseen: Math.min(a.firstseen, b.firstseen),
    lastupdatetime: Math.max(a.lastupdatetime, b.lastupdatetime),
    content_time: first.content_time ?? second.content_time,
    content_import: first.content_import,
  }
}

function ranksOf(chosen: Map<Part, Unit>, merged: Asset): Unit['ranks'] {
  const own = ownRank(merged)
  const ranks: Partial<Record<Part, number>> = {}
  for (const [part, unit] of chosen) {
    const rank = rankOf(unit, part)
    if (rank !== own && isPresent(unit.asset, part)) ranks[part] = rank
  }
  return ranks
}

/** Within one import the merged content is one change; across imports the older content joins the past. */
function historyOf(a: Unit, b: Unit, chosen: Map<Part, Unit>, time: number | null): readonly Change[] {
  const [first, second] = [splitHistory(a.asset), splitHistory(b.asset)]
  const winner = chosen.get('protocol')
  const within = isSameUnit(a.asset, b.asset)
  const loser = within ? undefined : winner === a ? second.present : first.present
  const past = mergePast(first.past, second.past, loser === undefined ? [] : [loser])
  if (time === null) return past
  const presentOf = (part: Part): Change | undefined => (chosen.get(part) === b ? second : first).present
  return joinHistory({
    past,
    present: {
      time,
      title: presentOf('title')?.title ?? '',
      header: presentOf('header')?.header ?? '',
      body: presentOf('body')?.body ?? '',
      banner: presentOf('banner')?.banner ?? '',
      cert: presentOf('certificate')?.cert ?? '',
    },
  })
}
