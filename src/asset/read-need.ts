// How much of a stored record merging needs, told from a few small columns. Most observations bring what is known already, or replace
// all of it: then the long texts of the stored record are never read.
import { type Asset, type Column, UNKNOWN_ASSET } from './asset.ts'
import { mergeHistory } from './history.ts'
import { chooseParts, relevantStates, sourceOf, timesOf } from './merge.ts'
import { replaces } from './merge-part.ts'
import { encodeStates } from './part-state.ts'

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

/** How much of the stored record must be read before it is merged with an observation. */
export function readNeed(known: MergeColumns, observed: MergeColumns): ReadNeed {
  // A record of an earlier version has no states.
  if (known.parts === '') return 'record'
  const [a, b] = relevantStates(asRecord(known), asRecord(observed))
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

/** `MERGE_COLUMNS` of the merged record, where the need is `times` or `nothing`. */
export function mergeColumns(known: MergeColumns, observed: MergeColumns): MergeColumns {
  const [before, after] = [asRecord(known), asRecord(observed)]
  const choices = chooseParts(before, after)
  const times = timesOf(known, observed)
  const { reached, port, base_protocol } = known
  const states = new Map([...choices].map(([part, { state }]) => [part, state]))
  const history = mergeHistory(before, after, times.content_time, (group) => sourceOf(choices, group))
  return { reached, port, base_protocol, ...times, history, parts: encodeStates(states, times) }
}
