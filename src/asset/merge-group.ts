// Merges observations of one import group by group: a stated value wins over a derived one, then the newest wins.
import type { Asset } from './asset.ts'
import { columnsOf, type Group, groupsOf, isCapture, isPresent, isStated, type Part } from './part.ts'
import type { PartState } from './part-state.ts'

/** A record with the state of one of its parts. */
export interface Side {
  readonly asset: Asset
  readonly state: PartState
}

/** Decides for each group of a part from which of two observations of one import it is taken. */
export function chooseGroups(part: Part, a: Side, b: Side): ReadonlyMap<Group, Side> {
  const capture = part === 'response' ? bestCapture(a, b) : undefined
  return new Map(groupsOf(part).map((group) => [group, capture ?? better(group, a, b)]))
}

/** When a group was observed. */
export function timeOf({ state }: Side, group: Group): number {
  return state.times[group] ?? state.time
}

function better(group: Group, a: Side, b: Side): Side {
  const present = Number(isPresent(a.asset, group)) - Number(isPresent(b.asset, group))
  if (present !== 0) return present > 0 ? a : b
  const stated = Number(isStated(a.asset, group)) - Number(isStated(b.asset, group))
  if (stated !== 0) return stated > 0 ? a : b
  const later = timeOf(a, group) - timeOf(b, group)
  if (later !== 0) return later > 0 ? a : b
  return valuesOf(a.asset, group) >= valuesOf(b.asset, group) ? a : b
}

/** Any total order of values is sufficient, as long as it does not depend on the order of arrival. */
function valuesOf(asset: Asset, group: Group): string {
  return JSON.stringify(columnsOf(group).map((column) => [asset[column], asset.stated.includes(column)]))
}

/** Of captured pages the one with the fewest path segments, then the newest; undefined when neither is a captured page. */
function bestCapture(a: Side, b: Side): Side | undefined {
  if (!isCapture(a.asset) || !isCapture(b.asset))
    return isCapture(a.asset) ? a : isCapture(b.asset) ? b : undefined
  const shallower = b.asset.page_depth - a.asset.page_depth
  if (shallower !== 0) return shallower > 0 ? a : b
  const later = timeOf(a, 'link') - timeOf(b, 'link') || a.state.fraction - b.state.fraction
  if (later !== 0) return later > 0 ? a : b
  const values = ({ asset }: Side): string =>
    groupsOf('response')
      .map((group) => valuesOf(asset, group))
      .join()
  return values(a) >= values(b) ? a : b
}
