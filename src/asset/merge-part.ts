// Observations of different imports replace or confirm each other part by part. In order of time, a newer observation
// replaces content that it contradicts or covers at least as fully, and confirms content that it covers less fully. A late
// observation never restores content that a later one contradicted; if that cannot be known, the newest observation wins and the
// older one is ignored.

import { agrees, compare, isSameIn } from './agree.ts'
import type { Column } from './asset.ts'
import { chooseGroups, type Side, timeOf } from './merge-group.ts'
import {
  columnsOf,
  FINDINGS,
  fullnessOf,
  type Group,
  groupsOf,
  isKnown,
  isPresent,
  isShared,
  knownColumns,
  type Part,
} from './part.ts'
import { type Confirmation, lastSighting, type PartState, type Sighting } from './part-state.ts'

/** The outcome of merging a part. */
export interface Choice {
  /** The source of the whole part; without it each group has its own. */
  readonly whole?: Side
  /** The source of each group, if that of the whole part is not given; other groups are unknown. */
  readonly groups: ReadonlyMap<Group, Side>
  /** The columns to take; by default all. */
  readonly only?: readonly Column[]
  /** Hash and fullness are valid only when the part is taken unchanged from one side. */
  readonly state: PartState
  readonly isMixed: boolean
}

/** Merges the content of a part that both records know; the second is a single observation. */
export function mergeContent(part: Part, a: Side, b: Side): Choice {
  if (a.state.hash === b.state.hash) return seeAgain(a, b)
  if (a.state.importId === b.state.importId) return extend(part, a, b)
  if (a.state.confirmed?.importId === b.state.importId)
    return extendConfirmation(part, a, b, a.state.confirmed)
  if (b.state.fullness === 0) return keep(a)
  // What contradicted the content that is gone also contradicts what is observed late.
  if (a.state.fullness === 0)
    return b.state.time < a.state.since ? keep(a) : keep(b, { since: a.state.since })
  if (isLater(b.state, lastSighting(a.state))) return mergeNewer(part, a, b)
  if (a.state.confirmed !== undefined && isLater(b.state, a.state))
    return mergeBetween(part, a, b, a.state.confirmed)
  return mergeOlder(part, a, b)
}

/** A part that describes where the service is: the newest observation that brought content, else the newest. */
export function mergeShared(a: Side, b: Side): Choice {
  const { asset, state } = isPreferred(b.state, a.state) ? b : a
  // Equal values are taken from the observation, so that the record's values need not be read.
  return keep({ asset: a.state.hash === b.state.hash ? b.asset : asset, state })
}

function isPreferred(a: PartState, b: PartState): boolean {
  const order =
    Number(a.importId !== '') - Number(b.importId !== '') ||
    Number(a.fullness > 0) - Number(b.fullness > 0) ||
    a.time - b.time
  return order === 0 ? a.hash > b.hash : order > 0
}

/** Whether the second state's values win, decided without reading values; false also when only the values could decide. */
export function replaces(part: Part, a: PartState, b: PartState): boolean {
  if (a.hash === b.hash) return true
  if (part === FINDINGS) return false
  if (isShared(part)) return isPreferred(b, a)
  if (a.importId === b.importId || a.confirmed?.importId === b.importId) return false
  return b.fullness > 0 && b.fullness >= a.fullness && isLater(b, lastSighting(a))
}

const SEPARATELY: ReadonlyMap<Group, Side> = new Map()

/** One side unchanged. */
export function keep(side: Side, change?: Partial<PartState>): Choice {
  const state = change === undefined ? side.state : { ...side.state, ...change }
  return { whole: side, groups: SEPARATELY, state, isMixed: false }
}

/** Whether something was observed later; in the same second the greater import id wins. */
export function isLater(a: Sighting, b: Sighting): boolean {
  return a.time === b.time ? a.importId > b.importId : a.time > b.time
}

/** Same content: takes the values of the observation, so that the record's values need not be read. */
function seeAgain(a: Side, b: Side): Choice {
  const { time, importId, fraction } = b.state
  const isSameMoment = time === a.state.time && importId === a.state.importId
  const newest = isSameMoment ? Math.max(fraction, a.state.fraction) : a.state.fraction
  const same = { asset: b.asset, state: { ...a.state, fraction: newest } }
  if (!isLater(b.state, a.state)) {
    const times = Object.entries(a.state.times).map(([group, seen]) => [group, Math.max(seen, time)] as const)
    return keep(same, { times: Object.fromEntries(times.filter(([, seen]) => seen !== a.state.time)) })
  }
  const isLast = isLater(b.state, lastSighting(a.state))
  const before = importId === a.state.importId ? a.state.before : earlierSightings(a.state)
  return keep(same, {
    time,
    importId,
    fraction,
    times: {},
    before,
    ...(isLast && { confirmed: undefined }),
  })
}

/** The first import that observed a content, and the last ones. */
function earlierSightings({ before, time, importId }: PartState): PartState['before'] {
  const all = [...before, { time, importId }]
  return all.length > KEPT_SIGHTS ? [...all.slice(0, 1), ...all.slice(1 - KEPT_SIGHTS)] : all
}

/** How many earlier imports with the same content a part remembers. */
const KEPT_SIGHTS = 3

/** A newer observation of another import. */
function mergeNewer(part: Part, a: Side, b: Side): Choice {
  if (b.state.fullness < a.state.fullness) {
    const { same, agree } = compare(a.asset, b.asset, part)
    if (agree && same.length > 0) return keep(a, { confirmed: confirm(part, a, b, same) })
  }
  return keep(b, { since: lastSighting(a.state).time })
}

function confirm(part: Part, { state }: Side, b: Side, same: readonly Column[]): Confirmation {
  const { time, importId } = b.state
  const before = state.confirmed
  return {
    time,
    importId,
    first: time,
    last: same,
    all: union(before?.all ?? [], knownColumns(b.asset, part)),
    others: before?.time ?? 0,
  }
}

/** An observation of another import that is newer than the content and older than its confirmation. */
function mergeBetween(part: Part, a: Side, b: Side, confirmed: Confirmation): Choice {
  const { same, agree } = compare(a.asset, b.asset, part)
  if (b.state.fullness < a.state.fullness && agree && same.length > 0) {
    const all = union(confirmed.all, knownColumns(b.asset, part))
    const others = Math.max(confirmed.others, b.state.time)
    return keep(a, { confirmed: { ...confirmed, all, others } })
  }
  if (isSameIn(a.asset, b.asset, confirmed.all)) return keep(b, { since: a.state.time, confirmed })
  return fallBack(part, a, b, confirmed)
}

/** The confirmation replaces the content that it confirmed, because that content was contradicted. */
function fallBack(part: Part, a: Side, b: Side, confirmed: Confirmation): Choice {
  const { time, importId, first, last } = confirmed
  const isDoubtful = (column: Column): boolean =>
    b.state.time >= first && isKnown(b.asset, column) && !isSameIn(a.asset, b.asset, [column])
  const only = last.filter((column) => !isDoubtful(column))
  const groups = groupsWith(part, only)
  const times = first === time ? {} : Object.fromEntries(groups.map((group) => [group, first]))
  const state = {
    ...a.state,
    ...{ time, importId, times, since: time, overridden: true, confirmed: undefined, before: [] },
  }
  return { groups: new Map(groups.map((group) => [group, a])), only, state, isMixed: true }
}

/** An older observation of another import. */
function mergeOlder(part: Part, a: Side, b: Side): Choice {
  const known = knownColumns(b.asset, part)
  const since = Math.max(a.state.since, b.state.time)
  const isEarlier = groupsOf(part).some((group) => timeOf(a, group) < b.state.time)
  if (isSameIn(a.asset, b.asset, known)) return keep(a, isEarlier ? { since } : {})
  if (mayReturn(part, a, b)) return keep(b, { since: a.state.since, confirmed: confirmedBy(part, a, b) })
  const { agree } = compare(a.asset, b.asset, part)
  const newer = groupsOf(part).filter((group) => timeOf(a, group) >= b.state.time)
  if (agree || newer.length === groupsOf(part).length) return keep(a, { since })
  return dropOlder(part, a, b, newer)
}

/** Whether a richer, older content returns because all later observations agree with it. */
function mayReturn(part: Part, a: Side, b: Side): boolean {
  const { fullness, since, overridden, times, confirmed } = a.state
  if (fullness >= b.state.fullness || b.state.time <= since) return false
  if (overridden || Object.keys(times).length > 0) return false
  const known = knownColumns(a.asset, part)
  if (!known.every((column) => isKnown(b.asset, column) && agrees(a.asset, b.asset, column))) return false
  return isSameIn(a.asset, b.asset, confirmed?.all ?? [])
}

function confirmedBy(part: Part, { asset, state }: Side, b: Side): Confirmation {
  const known = knownColumns(asset, part)
  const last = known.filter((column) => isSameIn(asset, b.asset, [column]))
  const { time, importId, confirmed } = state
  if (confirmed === undefined) return { time, importId, first: time, last, all: known, others: 0 }
  return { ...confirmed, all: union(confirmed.all, known), others: Math.max(confirmed.others, time) }
}

/** Removes groups last observed before something contradicted the part. */
function dropOlder(part: Part, a: Side, b: Side, newer: readonly Group[]): Choice {
  const { since, confirmed } = a.state
  if (confirmed !== undefined) return fallBack(part, a, b, confirmed)
  const groups = newer.filter((group) => isPresent(a.asset, group))
  const state = {
    ...a.state,
    since: Math.max(since, b.state.time),
    times: Object.fromEntries(groups.map((group) => [group, timeOf(a, group)])),
    overridden: true,
    before: [],
  }
  return { groups: new Map(groups.map((group) => [group, a])), state, isMixed: true }
}

/** A further observation by the import of the content. */
function extend(part: Part, a: Side, b: Side): Choice {
  if (b.state.time < a.state.since) return dropContradicted(part, a, b)
  const groups = chooseGroups(part, a, b)
  const changed = columnsChanged(part, a, b, groups)
  const { confirmed } = a.state
  const isLast = confirmed === undefined || b.state.time >= confirmed.time
  if (!isLast && changed.some((column) => confirmed.all.includes(column)))
    return fallBack(part, a, b, confirmed)
  const time = Math.max(a.state.time, b.state.time)
  const state = {
    ...a.state,
    time,
    times: timesOf(groups, time),
    fraction: groups.get('link')?.state.fraction ?? 0,
    overridden: a.state.overridden || losesValues(a, b, groups),
    before: [],
    ...(isLast && { confirmed: undefined, since: Math.max(a.state.since, confirmed?.time ?? 0) }),
  }
  return { groups, state, isMixed: true }
}

/** Whether the result omits a value that one of the two has. */
function losesValues(a: Side, b: Side, groups: Choice['groups']): boolean {
  return [...groups].some(([group, taken]) => {
    const other = taken === a ? b : a
    const said = columnsOf(group).filter((column) => isKnown(other.asset, column))
    return !isSameIn(a.asset, b.asset, said)
  })
}

/** Removes what an observation contradicts that is itself too late to be shown. */
function dropContradicted(part: Part, a: Side, b: Side): Choice {
  const isContradicted = (group: Group): boolean =>
    columnsOf(group).some((column) => isKnown(b.asset, column) && !isSameIn(a.asset, b.asset, [column]))
  const kept = groupsOf(part).filter((group) => timeOf(a, group) >= b.state.time || !isContradicted(group))
  return kept.length === groupsOf(part).length ? keep(a) : dropOlder(part, a, b, kept)
}

function columnsChanged(part: Part, a: Side, b: Side, groups: Choice['groups']): readonly Column[] {
  const taken = groupsOf(part).filter((group) => groups.get(group) === b)
  return taken.flatMap(columnsOf).filter((column) => !isSameIn(a.asset, b.asset, [column]))
}

function timesOf(groups: Choice['groups'], time: number): PartState['times'] {
  const entries = [...groups]
    .filter(([group, { asset }]) => isPresent(asset, group))
    .map(([group, side]) => [group, timeOf(side, group)] as const)
  return Object.fromEntries(entries.filter(([, observed]) => observed !== time))
}

/** A further observation by the import that last confirmed the content. */
function extendConfirmation(part: Part, a: Side, b: Side, confirmed: Confirmation): Choice {
  if (!isLater(b.state, a.state)) return mergeOlder(part, a, b)
  const known = knownColumns(b.asset, part)
  // Later values of other columns are not stored, so only more of the same can be added.
  if (b.state.time < confirmed.time)
    return isSameIn(a.asset, b.asset, known)
      ? keep(a, { confirmed: { ...confirmed, all: union(confirmed.all, known) } })
      : fallBack(part, a, b, confirmed)
  const { same, agree } = compare(a.asset, b.asset, part)
  if (!agree || fullnessOf(union(confirmed.last, known)) >= a.state.fullness)
    return replaceByConfirmation(part, a, b, confirmed)
  const { time } = b.state
  const extended = { last: union(confirmed.last, same), all: union(confirmed.all, known) }
  return keep(a, { confirmed: { ...confirmed, time, ...extended } })
}

/** With a newer observation, the confirming import covers at least as much as the content, or contradicts it. */
function replaceByConfirmation(part: Part, a: Side, b: Side, confirmed: Confirmation): Choice {
  const { time } = b.state
  const fromB = groupsOf(part).filter((group) => isPresent(b.asset, group))
  const fromA = groupsWith(part, confirmed.last).filter((group) => !fromB.includes(group))
  const times =
    confirmed.first === time ? {} : Object.fromEntries(fromA.map((group) => [group, confirmed.first]))
  const forgets = confirmed.all.some((column) => !confirmed.last.includes(column))
  const since = Math.max(a.state.time, forgets ? confirmed.time : confirmed.others)
  const state = { ...b.state, since, times, overridden: true }
  const sources = [...fromA.map((group) => [group, a] as const), ...fromB.map((group) => [group, b] as const)]
  const only = union(confirmed.last, fromB.flatMap(columnsOf))
  return { groups: new Map(sources), only, state, isMixed: true }
}

function groupsWith(part: Part, columns: readonly Column[]): readonly Group[] {
  return groupsOf(part).filter((group) => columnsOf(group).some((column) => columns.includes(column)))
}

function union(first: readonly Column[], second: readonly Column[]): readonly Column[] {
  return [...new Set([...first, ...second])]
}
