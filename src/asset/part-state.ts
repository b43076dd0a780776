// The stored state of each part of a record, which merging needs in addition to its values.
import { type Asset, type Column, columnRow, isUnknown, UNKNOWN_ASSET } from './asset.ts'
import type { Derivation } from './column.ts'
import { withoutEvidence } from './evidence.ts'
import { fingerprint } from './fingerprint.ts'
import {
  columnsOfPart,
  FINDINGS,
  fullnessOf,
  type Group,
  isCapture,
  knownColumns,
  PARTS,
  type Part,
} from './part.ts'
import { withoutTags } from './tagging.ts'

/** When something was observed, in seconds since 1970 UTC, and by which import. */
export interface Sighting {
  readonly time: number
  readonly importId: string
}

/** Later, poorer observations that agree with the content of a part. */
export interface Confirmation extends Sighting {
  /** Time of the first of the observations that the last import made of it. */
  readonly first: number
  /** Columns that the last import states with exactly the current value. */
  readonly last: readonly Column[]
  /** Columns that any of them states. */
  readonly all: readonly Column[]
  /** When an import other than the last one confirmed it; 0: never. */
  readonly others: number
}

/** The state of one part. `time` and `importId`: when and by which import its content was observed; a bare port has no import. */
export interface PartState extends Sighting {
  /** Hash of the part's values and of which of them are stated. */
  readonly hash: string
  /** How much of the part was observed; see `fullnessOf`. */
  readonly fullness: number
  /** An observation before this time may contradict the content in ways that are no longer stored, so it adds nothing. */
  readonly since: number
  /** Whether observations of its import contradicted each other. */
  readonly overridden: boolean
  readonly confirmed: Confirmation | undefined
  /** Milliseconds of the second in which a page was captured; decides which of two pages of one import is newer. */
  readonly fraction: number
  /** Earlier imports that observed exactly the same content, latest last. */
  readonly before: readonly Sighting[]
  /** The observation times of groups that are older than `time`. */
  readonly times: Readonly<Partial<Record<Group, number>>>
}

/** The states of the parts that a record knows. */
export type PartStates = ReadonlyMap<Part, PartState>

/** The stored fields of a state besides hash and fullness, where they differ from the default. */
interface Rest {
  t?: number
  i?: string
  s?: number
  o?: 1
  c?: Confirmation
  m?: number
  g?: PartState['times']
  b?: readonly (readonly [time: number, importId: string])[]
}
type Stored = readonly [hash: string, fullness: number, rest?: Readonly<Rest>]

/** The columns from which states are read. */
type StatedRecord = Pick<Asset, 'parts' | 'content_time' | 'content_import' | 'lastupdatetime'>

/** When the current content of a part was last observed. */
export function lastSighting({ confirmed, time, importId }: PartState): Sighting {
  return confirmed ?? { time, importId }
}

/** Hash and fullness of a part. */
export function measure(asset: Asset, part: Part): Pick<PartState, 'hash' | 'fullness'> {
  const hash = hashOf(asset, part, new Set(asset.stated))
  return { hash, fullness: fullnessOf(knownColumns(asset, part)) }
}

function hashOf(asset: Asset, part: Part, stated: ReadonlySet<string>): string {
  return fingerprint(hashedText(asset, HASHED.get(part) ?? [], stated))
}

/** The values as a JSON list, made piece by piece: most columns of a record are unknown, and add the same text always. */
function hashedText(asset: Asset, columns: readonly HashedColumn[], stated: ReadonlySet<string>): string {
  let text = ''
  for (const { column, name, unknown, isAlways, isFromStored } of columns) {
    const value = asset[column]
    const isStated = stated.has(column)
    if (!isStated && isUnknown(value)) text += unknown
    else if (isStated || isAlways || !isFromStored)
      text += `,[${name}${JSON.stringify(value)},${isStated ? 1 : 0}]`
  }
  return `[${text.slice(1)}]`
}

/** Lines and sightings identify findings completely: a sighting contains a hash of the evidence, which may be long. */
const HASHED_OF_FINDINGS: readonly Column[] = ['finding_line', 'finding_sights']

function hashedColumns(part: Part): readonly Column[] {
  return part === FINDINGS ? HASHED_OF_FINDINGS : columnsOfPart(part)
}

/** The last version of the schema whose records have a hash over all their columns. */
const ALL_HASHED = 6
/** Derivations from the other columns of a stored record. */
const FROM_STORED: ReadonlySet<Derivation | undefined> = new Set(['identity', 'location', 'page', 'record'])

/** What a column contributes to the hash of its part. */
interface HashedColumn {
  readonly column: Column
  /** What is before its value: the name of a later column. */
  readonly name: string
  /** What it adds while it is unknown and not stated. */
  readonly unknown: string
  /** A later column without stated content adds nothing, so an upgrade changes no stored hash. */
  readonly isAlways: boolean
  readonly isFromStored: boolean
}

const HASHED: ReadonlyMap<Part, readonly HashedColumn[]> = new Map(
  PARTS.map((part) => [part, hashedColumns(part).map(hashedColumn)]),
)

function hashedColumn(column: Column): HashedColumn {
  const { since = 1, derived } = columnRow(column)
  const isAlways = since <= ALL_HASHED
  return {
    column,
    name: isAlways ? '' : `${JSON.stringify(column)},`,
    unknown: isAlways ? `,[${JSON.stringify(UNKNOWN_ASSET[column])},0]` : '',
    isAlways,
    isFromStored: FROM_STORED.has(derived),
  }
}

/** The record with the states of a fresh observation; `fraction` is the milliseconds of its second, which matter for a page. */
export function withStates(asset: Asset, fraction = 0): Asset {
  return { ...asset, parts: encodeStates(freshStates(asset, 0, isCapture(asset) ? fraction : 0), asset) }
}

/** When the current content of each observed part was last observed; empty for a record of an earlier version. */
export function sightingsOf(record: StatedRecord): ReadonlyMap<Part, Sighting> {
  const states = [...storedStates(record)].filter(([, { fullness }]) => fullness > 0)
  return new Map(states.map(([part, state]) => [part, lastSighting(state)]))
}

/** The record with its states measured again, after values were derived in a new way. */
export function measureAgain(asset: Asset): Asset {
  if (asset.parts === '') return asset
  const plain = withoutEvidence(withoutTags(asset))
  const states = [...statesOf(asset)].map(
    ([part, state]) => [part, { ...state, ...measure(plain, part) }] as const,
  )
  return { ...asset, parts: encodeStates(new Map(states), asset) }
}

/** The states of the parts of a record. A record without stored states gets states computed from its values. */
export function statesOf(asset: Asset): PartStates {
  return asset.parts === '' ? freshStates(asset, usual(asset).time) : storedStates(asset)
}

function storedStates(record: StatedRecord): PartStates {
  const states = new Map<Part, PartState>()
  if (record.parts === '') return states
  const stored = JSON.parse(record.parts) as Readonly<Record<Part, Stored>>
  const sighting = usual(record)
  for (const part of Object.keys(stored) as Part[]) states.set(part, decode(stored[part], sighting))
  return states
}

function freshStates(asset: Asset, since: number, fraction = 0): PartStates {
  const stated = new Set<string>(asset.stated)
  const states = new Map<Part, PartState>()
  const rest = { ...usual(asset), since, overridden: false, confirmed: undefined, times: {}, before: [] }
  for (const part of PARTS) {
    const known = knownColumns(asset, part)
    if (known.length === 0 && !columnsOfPart(part).some((column) => stated.has(column))) continue
    const measures = { hash: hashOf(asset, part, stated), fullness: fullnessOf(known) }
    states.set(part, { ...measures, ...rest, fraction: part === 'response' ? fraction : 0 })
  }
  return states
}

/** The default time and import of a part. */
function usual({ content_time, content_import, lastupdatetime }: Omit<StatedRecord, 'parts'>): Sighting {
  return { time: content_time ?? lastupdatetime, importId: content_import }
}

/** States as the text that is stored with the record. */
export function encodeStates(
  states: Iterable<readonly [Part, PartState]>,
  times: Omit<StatedRecord, 'parts'>,
): string {
  const sighting = usual(times)
  const stored: Partial<Record<Part, Stored>> = {}
  for (const [part, state] of states) stored[part] = encode(state, sighting)
  return isEmpty(stored) ? '' : JSON.stringify(stored)
}

function encode(state: PartState, { time, importId }: Sighting): Stored {
  const rest: Rest = {}
  if (state.time !== time) rest.t = state.time
  if (state.importId !== importId) rest.i = state.importId
  if (state.since !== 0) rest.s = state.since
  if (state.overridden) rest.o = 1
  if (state.confirmed !== undefined) rest.c = state.confirmed
  if (state.fraction !== 0) rest.m = state.fraction
  if (!isEmpty(state.times)) rest.g = state.times
  if (state.before.length > 0) rest.b = state.before.map((seen) => [seen.time, seen.importId] as const)
  return isEmpty(rest) ? [state.hash, state.fullness] : [state.hash, state.fullness, rest]
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false
  return true
}

function decode([hash, fullness, rest = {}]: Stored, { time, importId }: Sighting): PartState {
  return {
    hash,
    fullness,
    time: rest.t ?? time,
    importId: rest.i ?? importId,
    since: rest.s ?? 0,
    overridden: rest.o === 1,
    confirmed: rest.c,
    fraction: rest.m ?? 0,
    times: rest.g ?? {},
    before: (rest.b ?? []).map(([seen, id]) => ({ time: seen, importId: id })),
  }
}
