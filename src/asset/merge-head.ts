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
 * - `nothing`: the observation replaces or repeats every value; only `MERGE_COLUMNS` of the merged record differ from the observation
 * - `times`: the observation repeats some values and has no others; only the `MERGE_COLUMNS` of the stored record change
 * - `record`: values of the stored record are kept, or must be compared
 */
type ReadNeed = 'nothing' | 'times' | 'record'

/** The result of merging the columns that are read first. */
interface MergedHead {
  readonly need: ReadNeed
  /** `MERGE_COLUMNS` of the merged record, where the need is `nothing` or `times`. */
  readonly columns: MergeColumns | undefined
  /** Whether every observed value was known. */
  readonly isSeenAgain: boolean
}

const WHOLE_RECORD: MergedHead = { need: 'record', columns: undefined, isSeenAgain: false }

/** Merges the first columns of a stored record with an observation. */
export function mergeHead(known: MergeColumns, observed: MergeColumns): MergedHead {
  // A record of an earlier version has no states.
  if (known.parts === '') return WHOLE_RECORD
  const sides: Sides = [asRecord(known), asRecord(observed)]
  const states = relevantStates(...sides)
  const isSeenAgain = repeats(states)
  // A bare port does not replace content, and what it says of it does not count.
  const mayReplace = observed.content_time !== null || known.content_time === null
  const need = mayReplace && isReplaced(states) ? 'nothing' : isSeenAgain ? 'times' : 'record'
  if (need === 'record') return WHOLE_RECORD
  // The evidence belongs to the texts of the result: those of the stored record, or those of the observation.
  const evidence = need === 'times' ? known.evidence : continueEvidence(observed.evidence, known.evidence)
  return { need, columns: { ...mergeColumns(sides, states), evidence }, isSeenAgain }
}

type Sides = readonly [known: Asset, observed: Asset]
type States = readonly [PartStates, PartStates]

/** Whether every value of the second was known. */
function repeats([a, b]: States): boolean {
  return b.entries().every(([part, { hash }]) => a.get(part)?.hash === hash)
}

/** Whether the second has a value for everything that the first has. */
function isReplaced([a, b]: States): boolean {
  return a.entries().every(([part, state]) => {
    const other = b.get(part)
    return other !== undefined && replaces(part, state, other)
  })
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
