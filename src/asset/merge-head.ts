// Decides from a few small columns how much of a stored record merging needs. Most observations repeat known values or replace all
// of them; then the long texts of the stored record are never read.
import { type Asset, type Column, UNKNOWN_ASSET } from './asset.ts'
import { continueEvidence } from './evidence.ts'
import { mergeHistory } from './history.ts'
import { chooseParts, relevantStates, sourceOf, timesOf } from './merge.ts'
import { replaces } from './merge-part.ts'
import { encodeStates, type PartStates } from './part-state.ts'

/** The columns that change when every value was only seen again. */
export const SEEN_AGAIN_CHANGES = [
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

/** The columns of a stored record that merging always needs. */
export const MERGE_COLUMNS = [
  'reached',
  'port',
  'base_protocol',
  ...SEEN_AGAIN_CHANGES,
  'evidence',
] as const satisfies readonly Column[]

/** A stored record of which only these columns were read. */
export type MergeColumns = Pick<Asset, (typeof MERGE_COLUMNS)[number]>

/**
 * How much of a stored record merging needs.
 * - `times`: every value was observed again; only the `MERGE_COLUMNS` of the stored record change
 * - `nothing`: the observation replaces every value; only `MERGE_COLUMNS` of the merged record differ from the observation
 * - `record`: values of the stored record are kept, or must be compared
 */
export type ReadNeed = 'times' | 'nothing' | 'record'

/** The result of merging the columns that are read first. */
export interface MergedHead {
  readonly need: ReadNeed
  /** `MERGE_COLUMNS` of the merged record, where the need is `times` or `nothing`. */
  readonly columns: MergeColumns | undefined
}

/** Merges the first columns of a stored record with an observation. */
export function mergeHead(known: MergeColumns, observed: MergeColumns): MergedHead {
  // A record of an earlier version has no states.
  if (known.parts === '') return { need: 'record', columns: undefined }
  const sides: Sides = [asRecord(known), asRecord(observed)]
  const states = relevantStates(...sides)
  const need = needOf(states)
  if (need === 'record') return { need, columns: undefined }
  // The evidence belongs to the texts of the result: those of the stored record, or those of the observation.
  const evidence = need === 'times' ? known.evidence : continueEvidence(observed.evidence, known.evidence)
  return { need, columns: { ...mergeColumns(sides, states), evidence } }
}

type Sides = readonly [known: Asset, observed: Asset]
type States = readonly [PartStates, PartStates]

function needOf([a, b]: States): ReadNeed {
  if (b.entries().every(([part, { hash }]) => a.get(part)?.hash === hash)) return 'times'
  const isReplaced = a.entries().every(([part, state]) => {
    const other = b.get(part)
    return other !== undefined && replaces(part, state, other)
  })
  return isReplaced ? 'nothing' : 'record'
}

const UNKNOWN = { ...UNKNOWN_ASSET }

/** A record with only these columns known. It inherits the others, which nothing reads here: copying two hundred takes long. */
function asRecord(known: MergeColumns): Asset {
  return Object.assign(Object.create(UNKNOWN) as Asset, known)
}

function mergeColumns([known, observed]: Sides, both: States): Omit<MergeColumns, 'evidence'> {
  const choices = chooseParts(known, observed, both)
  const times = timesOf(known, observed)
  const { reached, port, base_protocol } = known
  const states = choices.entries().map(([part, { state }]) => [part, state] as const)
  const history = mergeHistory(known, observed, times.content_time, (group) => sourceOf(choices, group))
  return { reached, port, base_protocol, ...times, history, parts: encodeStates(states, times) }
}
