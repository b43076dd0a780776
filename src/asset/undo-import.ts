// Removes what one import contributed to a record. Content that another import also observed stays and is attributed to that
// import.
import { type Asset, type Column, UNKNOWN_ASSET } from './asset.ts'
import { deriveColumns } from './derive-columns.ts'
import { partOfFound, readEvidence, withEvidence, withoutEvidence } from './evidence.ts'
import { findingsWithout } from './finding.ts'
import { copyColumn } from './merge.ts'
import { columnsOfPart, FINDINGS, isCapture, isContent, isShared, type Part } from './part.ts'
import {
  encodeStates,
  measure,
  type PartState,
  type PartStates,
  type Sighting,
  statesOf,
} from './part-state.ts'
import { ipsOf } from './sightings.ts'
import { addressTagsOf, NO_TAGS, withoutTags, withTags } from './tagging.ts'

type Draft = { -readonly [Name in Column]: Asset[Name] }

/** The record without an import; undefined when no other import observed it. */
export function withoutImport(asset: Asset, importId: string): Asset | undefined {
  if (!asset.imports.some(([id]) => id === importId)) return asset
  const left = withoutImportUntagged(withoutTags(asset), importId)
  return left && withTags(left, left.ip === asset.ip ? addressTagsOf(asset) : NO_TAGS)
}

function withoutImportUntagged(asset: Asset, importId: string): Asset | undefined {
  const left = statedWithoutImport(withoutEvidence(asset), importId)
  if (left === undefined || asset.evidence === '') return left
  const shown = statesOf(left)
  const { found } = readEvidence(asset.evidence)
  const isShown = (part: string): boolean => [...shown.keys()].some((one) => one === part)
  return withEvidence(
    left,
    found.filter((one) => isShown(partOfFound(one))),
  )
}

function statedWithoutImport(asset: Asset, importId: string): Asset | undefined {
  const imports = asset.imports.filter(([id]) => id !== importId)
  if (imports.length === 0) return undefined
  const states = statesWithout(asset, importId)
  const draft: Draft = {
    ...asset,
    ...findingsWithout(asset, importId),
    imports,
    addresses: addressesWithout(asset, importId),
  }
  draft.ips = ipsOf(draft.addresses)
  for (const part of lostParts(asset, states)) clear(draft, part)
  fillTimes(draft, asset, states, importId)
  if (!isCapture(draft)) draft.page_depth = 0
  const derived = deriveColumns(draft)
  const measured = [...states].map(
    ([part, state]) => [part, { ...state, ...measure(derived, part) }] as const,
  )
  return { ...derived, parts: encodeStates(new Map(measured), derived) }
}

/** The remaining parts, each with the state of the import that now supports it. */
function statesWithout(asset: Asset, importId: string): PartStates {
  const entries = [...statesOf(asset)].flatMap(([part, state]) => {
    const left = stateWithout(asset, part, state, importId)
    return left === undefined ? [] : [[part, left] as const]
  })
  return new Map(entries)
}

function stateWithout(
  asset: Asset,
  part: Part,
  { confirmed, before, ...state }: PartState,
  importId: string,
): PartState | undefined {
  if (part === FINDINGS) return findingsState(asset, { ...state, confirmed, before }, importId)
  const others = before.filter((sighting) => sighting.importId !== importId)
  const rest = {
    ...state,
    confirmed: confirmed?.importId === importId ? undefined : confirmed,
    before: others,
  }
  if (state.importId !== importId && !(part === 'location' && tellsAddress(asset, importId))) return rest
  const last = others.at(-1)
  if (last !== undefined) return { ...rest, ...last, times: {}, before: others.slice(0, -1) }
  // The location of an address and the domain of a name are derived from them, whichever import observed them.
  return part === 'domain' || (isShared(part) && asset.reached === asset.ip)
    ? { ...rest, importId: '' }
    : undefined
}

/** The newest observation of the remaining findings; their values are measured again. */
function findingsState(asset: Asset, state: PartState, importId: string): PartState | undefined {
  const sightings = findingsWithout(asset, importId).finding_sights.flat()
  const newest = sightings.reduce<Sighting | undefined>((last, [id, , time]) => {
    return last === undefined || time > last.time ? { time, importId: id } : last
  }, undefined)
  return newest && { ...state, ...newest }
}

/** Whether the name's address comes from this import; a bare port leaves no other trace of it. */
function tellsAddress({ addresses, reached, ip }: Asset, importId: string): boolean {
  return reached !== ip && addresses[0]?.[2] === importId
}

function lostParts(asset: Asset, states: PartStates): readonly Part[] {
  return [...statesOf(asset).keys()].filter((part) => !states.has(part))
}

function clear(draft: Draft, part: Part): void {
  const columns: readonly string[] = columnsOfPart(part)
  for (const column of columnsOfPart(part)) copyColumn(draft, UNKNOWN_ASSET, column)
  draft.stated = draft.stated.filter((column) => !columns.includes(column))
  if (part === 'response') [draft.body_full_length, draft.page_depth] = [null, 0]
}

function addressesWithout(asset: Asset, importId: string): Asset['addresses'] {
  return asset.addresses.filter(([, , id]) => id !== importId)
}

/** Sets times and history according to the other imports. */
function fillTimes(draft: Draft, asset: Asset, states: PartStates, importId: string): void {
  const [, first = 0, last = 0] = asset.imports.find(([id]) => id === importId) ?? []
  draft.lastupdatetime = Math.max(...draft.imports.map(([, , seen]) => seen))
  draft.firstseen =
    asset.firstseen < first ? asset.firstseen : Math.min(...draft.imports.map(([, seen]) => seen))
  const newest = newestContent(states)
  draft.content_time = newest?.time ?? null
  draft.content_import = newest?.importId ?? ''
  const isLost = lostParts(asset, states).some(isContent)
  if (isLost) draft.history = asset.history.filter(({ time }) => time < first || time > last)
}

function newestContent(states: PartStates): Sighting | undefined {
  const sightings = [...states].flatMap(([part, state]) =>
    !isContent(part) || state.importId === '' ? [] : [state],
  )
  return sightings.sort((a, b) => b.time - a.time)[0]
}
