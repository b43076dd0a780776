// Merges observations into records: field by field within one import, part by part across imports. A record is merged with one
// observation at a time; only the record and its part states are stored, so older versions need not be kept.
import { type Asset, type Column, columnRow, UNKNOWN_ASSET } from './asset.ts'
import { type GroupName, PART_OF_GROUP } from './column.ts'
import { deriveColumns } from './derive-columns.ts'
import { mergeFound, withEvidence, withoutEvidence } from './evidence.ts'
import { mergeFindings } from './finding.ts'
import { mergeHistory } from './history.ts'
import type { Side } from './merge-group.ts'
import { type Choice, isLater, keep, mergeContent, mergeShared } from './merge-part.ts'
import {
  columnsOf,
  FINDINGS,
  type Group,
  groupsOf,
  isCapture,
  isContent,
  isShared,
  PARTS,
  type Part,
} from './part.ts'
import { encodeStates, measure, type PartState, type PartStates, statesOf } from './part-state.ts'
import { ipsOf, mergeAddresses, mergeImports } from './sightings.ts'
import { addressTagsOf, withoutTags, withTags } from './tagging.ts'

type Draft = { -readonly [Name in Column]: Asset[Name] }

/** The record after one more observation; `observed` is a fresh record with the same identity and without any merges. */
export function merge(known: Asset | undefined, observed: Asset): Asset {
  if (known === undefined) return observed
  // What rules found is derived content: it belongs to the texts in which it was found. Tags belong to the address.
  const [a, b] = [withoutEvidence(withoutTags(known)), withoutEvidence(withoutTags(observed))]
  const choices = chooseParts(a, b, relevantStates(a, b))
  const takenFrom = (side: Asset) => (column: Column) => {
    const { group } = columnRow(column)
    return hasPart(group) && sourceOf(choices, group) === side
  }
  const found = mergeFound([
    [known, takenFrom(a)],
    [observed, takenFrom(b)],
  ])
  const merged = withEvidence(assemble(a, b, choices), found)
  return withTags(merged, addressTagsOf(merged.ip === observed.ip ? observed : known))
}

function hasPart(group: GroupName): group is Group {
  return group !== 'identity' && group !== 'own'
}

/** Decides the outcome for every part that either record knows, from the states of both. */
export function chooseParts(
  known: Asset,
  observed: Asset,
  [a, b]: readonly [PartStates, PartStates],
): ReadonlyMap<Part, Choice> {
  const choices = new Map<Part, Choice>()
  for (const part of PARTS) {
    const choice = chooseFor(part, sideOf(known, a.get(part)), sideOf(observed, b.get(part)))
    if (choice !== undefined) choices.set(part, choice)
  }
  return choices
}

/** The relevant states: a bare port says nothing about the content of a record that has some. */
export function relevantStates(known: Asset, observed: Asset): readonly [PartStates, PartStates] {
  const [a, b] = [statesOf(known), statesOf(observed)]
  if (isBare(known) === isBare(observed)) return [a, b]
  return isBare(known) ? [withoutContent(a), b] : [a, withoutContent(b)]
}

function isBare({ content_time }: Asset): boolean {
  return content_time === null
}

function withoutContent(states: PartStates): PartStates {
  return new Map([...states].filter(([part]) => !isContent(part)))
}

function sideOf(asset: Asset, state: PartState | undefined): Side | undefined {
  return state && { asset, state }
}

function chooseFor(part: Part, a: Side | undefined, b: Side | undefined): Choice | undefined {
  if (a === undefined || b === undefined) {
    const only = a ?? b
    return only && keep(only)
  }
  if (part === FINDINGS) return mergeFindingParts(a, b)
  return isShared(part) ? mergeShared(a, b) : mergeContent(part, a, b)
}

/** Builds a record from its chosen parts and from the minimum or maximum of both. */
function assemble(known: Asset, observed: Asset, choices: ReadonlyMap<Part, Choice>): Asset {
  const { reached, port, base_protocol } = known
  const merged: Draft = { ...UNKNOWN_ASSET, reached, port, base_protocol, ...timesOf(known, observed) }
  const stated: Column[] = []
  for (const [column, asset] of columnsTaken(choices)) {
    copyColumn(merged, asset, column)
    if (asset.stated.includes(column)) stated.push(column)
  }
  merged.stated = stated.sort()
  merged.history = mergeHistory(known, observed, merged.content_time, (group) => sourceOf(choices, group))
  if (!isCapture(merged)) merged.page_depth = 0
  const derived = deriveColumns(merged)
  return { ...derived, parts: encodeStates(measured(choices, derived), derived) }
}

function* columnsTaken(choices: ReadonlyMap<Part, Choice>): Generator<readonly [Column, Asset]> {
  for (const [part, { whole, groups, only }] of choices)
    for (const group of groupsOf(part)) {
      const asset = (whole ?? groups.get(group))?.asset
      if (asset === undefined) continue
      for (const column of columnsOf(group))
        if (only === undefined || only.includes(column)) yield [column, asset]
    }
}

/** Takes over one column of another record. */
export function copyColumn<Name extends Column>(to: Draft, from: Asset, column: Name): void {
  to[column] = from[column]
}

/** The record from which a group is taken. */
export function sourceOf(choices: ReadonlyMap<Part, Choice>, group: Group): Asset | undefined {
  const choice = choices.get(PART_OF_GROUP[group])
  const isTaken = columnsOf(group).some((column) => choice?.only?.includes(column) !== false)
  return isTaken ? (choice?.whole ?? choice?.groups.get(group))?.asset : undefined
}

type Times = Pick<
  Asset,
  'firstseen' | 'lastupdatetime' | 'content_time' | 'content_import' | 'imports' | 'addresses' | 'ips'
>

/** The times of a merged record. */
export function timesOf(a: Times, b: Times): Times {
  const { content_time, content_import } = isContentLater(a, b) ? a : b
  const addresses = mergeAddresses(a.addresses, b.addresses)
  return {
    imports: mergeImports(a, b),
    addresses,
    ips: ipsOf(addresses),
    firstseen: Math.min(a.firstseen, b.firstseen),
    lastupdatetime: Math.max(a.lastupdatetime, b.lastupdatetime),
    content_time,
    content_import,
  }
}

/** Whether the content of the first was observed later. */
function isContentLater(a: Times, b: Times): boolean {
  return isLater(
    { time: a.content_time ?? -1, importId: a.content_import },
    { time: b.content_time ?? -1, importId: b.content_import },
  )
}

/** The states of the parts; a part combined from both sides is measured again. */
function measured(choices: ReadonlyMap<Part, Choice>, asset: Asset): PartStates {
  const states = [...choices].map(([part, { state, isMixed }]): [Part, PartState] => [
    part,
    isMixed ? { ...state, ...measure(asset, part) } : state,
  ])
  return new Map(states)
}

/** Merges the findings of a record with those of an observation. */
function mergeFindingParts(a: Side, b: Side): Choice {
  const { time, importId } = isLater(b.state, a.state) ? b.state : a.state
  if (a.state.hash === b.state.hash) return keep(b, { time, importId })
  const asset = { ...b.asset, ...mergeFindings(a.asset, b.asset) }
  const state = { ...b.state, time, importId }
  return { groups: new Map([['finding', { asset, state }]]), state, isMixed: true }
}
