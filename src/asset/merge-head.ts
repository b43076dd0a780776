// How much of a stored record merging needs, told from a few small columns. Most observations bring what is known already, or replace
// all of it: then the long texts of the stored record are never read.
import { type Asset, type Column, UNKNOWN_ASSET } from './asset.ts'
import { mergeHistory } from './history.ts'
import { chooseParts, relevantStates, sourceOf, timesOf } from './merge.ts'
import { replaces } from './merge-part.ts'
import { encodeStates, type PartStates } from './part-state.ts'

/** The columns of a stored record that merging needs in any case. */
export const MERGE_COLUMNS = [
  'reached',
  'port',
  'base_protocol',
  'parts',
  'history',
  'firstseen',
  'lastupdatetime',
  'content_time',
  'content_import',
  'imports',
  'addresses',
  'ips',
] as const satisfies readonly Column[]

/** A stored record of which only these columns were read. */
export type MergeColumns = Pick<Asset, (typeof MERGE_COLUMNS)[number]>

/**
 * - `times`: every value was seen again; `MERGE_COLUMNS` of the stored record are all that changes
 * - `nothing`: the observation replaces every value; `MERGE_COLUMNS` of the merged record are all that differs from the observation
 * - `record`: values of the stored record stay, or must be compared
 */
export type ReadNeed = 'times' | 'nothing' | 'record'

/** What merging finds out from the columns of both sides that it reads first. */
export interface MergedHead {
  readonly need: ReadNeed
  /** `MERGE_COLUMNS` of the merged record, where the need is `times` or `nothing`. */
  readonly columns: MergeColumns | undefined
}

/** Merges what is read first of a stored record with an observation. */
export function mergeHead(known: MergeColumns, observed: MergeColumns): MergedHead {
  // A record of an earlier version has no states.
  if (known.parts === '') return { need: 'record', columns: undefined }
  const sides: Sides = [asRecord(known), asRecord(observed)]
  const states = relevantStates(...sides)
  const need = needOf(states)
  return { need, columns: need === 'record' ? undefined : mergeColumns(sides, states) }
}

type Sides = readonly [known: Asset, observed: Asset]
type States = readonly [PartStates, PartStates]

function needOf([a, b]: States): ReadNeed {
  if ([...b].every(([part, { hash }]) => a.get(part)?.hash === hash)) return 'times'
  const isReplaced = [...a].every(([part, state]) => {
    const other = b.get(part)
    return other !== undefined && replaces(part, state, other)
  })
  return isReplaced ? 'nothing' : 'record'
}

/** A record of which nothing but these columns is known. */
function asRecord(known: MergeColumns): Asset {
  return { ...UNKNOWN_ASSET, ...known }
}

function mergeColumns([known, observed]: Sides, both: States): MergeColumns {
  const choices = chooseParts(known, observed, both)
  const times = timesOf(known, observed)
  const { reached, port, base_protocol } = known
  const states = new Map([...choices].map(([part, { state }]) => [part, state]))
  const history = mergeHistory(known, observed, times.content_time, (group) => sourceOf(choices, group))
  return { reached, port, base_protocol, ...times, history, parts: encodeStates(states, times) }
}
