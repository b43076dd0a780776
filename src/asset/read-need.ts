// How much of a stored record merging needs, told from a few small columns. Most observations bring what is known already, or replace
// all of it: then the long texts of the stored record are never read.
import { type Asset, type Column, UNKNOWN_ASSET } from './asset.ts'
import { merge, relevantStates } from './merge.ts'
import { replaces } from './merge-part.ts'

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
 * - `times`: every value was seen again; `MERGE_COLUMNS` of the merged record are all that changes, and they are right although
 *   nothing else of the stored record was read
 * - `nothing`: the observation replaces every value; the merged record is right although only `MERGE_COLUMNS` were read
 * - `record`: values of the stored record stay, or must be compared
 */
export type ReadNeed = 'times' | 'nothing' | 'record'

/** How much of the stored record must be read before it is merged with an observation. */
export function readNeed(known: MergeColumns, observed: Asset): ReadNeed {
  // A record of an earlier version has no states.
  if (known.parts === '') return 'record'
  const [a, b] = relevantStates(asRecord(known), observed)
  if ([...b].every(([part, { hash }]) => a.get(part)?.hash === hash)) return 'times'
  const isReplaced = [...a].every(([part, state]) => {
    const other = b.get(part)
    return other !== undefined && replaces(part, state, other)
  })
  return isReplaced ? 'nothing' : 'record'
}

/** A record of which nothing but these columns is known, for `merge` where that is enough. */
export function asRecord(known: MergeColumns): Asset {
  return { ...UNKNOWN_ASSET, ...known }
}

/** The columns of `MERGE_COLUMNS` of a record that was only seen again. */
export function mergeTimes(known: MergeColumns, observed: Asset): MergeColumns {
  const merged = merge(asRecord(known), observed)
  return Object.fromEntries(
    MERGE_COLUMNS.map((column) => [column, merged[column]]),
  ) as unknown as MergeColumns
}
