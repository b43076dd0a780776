// What is known of one identity, and how a further unit changes it.
import type { Change } from './columns.ts'
import { splitHistory } from './history.ts'
import { beats, isSameUnit, mergeAcross, mergeWithin, type Unit } from './merge.ts'

/**
 * The current record, and the units of other imports whose content does not stand now but may once their import adds to it
 * (an import's observations of one identity can lie in several batches). By import id.
 */
export interface Known {
  readonly current: Unit
  readonly dormant: ReadonlyMap<string, Unit>
}

/** What is known after one more unit. Any order of the same units ends in the same. */
export function absorb(known: Known | undefined, unit: Unit): Known {
  if (known === undefined) return { current: unit, dormant: new Map() }
  const { current, dormant } = known
  if (isSameUnit(current.asset, unit.asset)) return { current: mergeWithin(current, unit), dormant }
  if (unit.asset.content_time === null) return { current: mergeAcross(current, unit), dormant }
  if (current.asset.content_time === null) return { current: mergeAcross(unit, current), dormant }
  return compete(known, unit)
}

/** Two imports with content: one stands, the other sleeps. */
function compete({ current, dormant }: Known, unit: Unit): Known {
  const others = new Map(dormant)
  const { content_import } = unit.asset
  const earlier = others.get(content_import)
  others.delete(content_import)
  const whole = earlier === undefined ? unit : mergeWithin(earlier, unit)
  const rest = earlier === undefined ? current : withoutPast(current, splitHistory(earlier.asset).present)
  if (beats(whole.asset, rest.asset)) {
    others.set(rest.asset.content_import, rest)
    return { current: mergeAcross(whole, rest), dormant: others }
  }
  others.set(content_import, whole)
  return { current: mergeAcross(rest, whole), dormant: others }
}

/** The record as if it had never seen a content that turned out to be half of another. */
function withoutPast(unit: Unit, gone: Change | undefined): Unit {
  const history = unit.asset.history.filter(
    (change) => gone === undefined || JSON.stringify(change) !== JSON.stringify(gone),
  )
  return { ...unit, asset: { ...unit.asset, history } }
}
