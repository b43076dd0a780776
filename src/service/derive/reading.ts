// Which columns of records a derivation reads, how many records together, and which of their columns it may change.
import {
  type Asset,
  type Column,
  measureAgain,
  RECOGNISED_COLUMNS,
  TAG_COLUMNS,
  TAGGED_COLUMNS,
} from '../../asset/index.ts'
import type { StoredDerivation } from '../../enrich/index.ts'

/** Changed records that are written together, and records of a slice at most. */
export const MOST_OF_SLICE = 1000

/** How records are read. */
export interface Reading {
  /** All where it is undefined. */
  readonly columns: readonly Column[] | undefined
  readonly readTogether: number
  readonly slice: number
  /** The cost of a slice, in records of the rate. */
  readonly cost: (read: number, changed: number) => number
  /** Whether a derived record is as it was read. */
  readonly isSame: (stored: Asset, derived: Asset) => boolean
}

/** What a derivation asks for. */
interface Wanted {
  readonly derivations: readonly StoredDerivation[]
  readonly rate: number
  /** The columns that the rules in use read. */
  readonly ruleColumns?: readonly Column[] | undefined
  readonly readTogether?: number | undefined
}

/** Identities, and the times from which evidence counts. */
const NEEDED: readonly Column[] = ['reached', 'port', 'base_protocol', 'lastupdatetime', 'content_time']

/** Tags follow from a few small columns: only these are read, and read records hardly count. */
const ONLY_TAGS = {
  columns: [...new Set([...NEEDED.slice(0, 4), ...TAG_COLUMNS])] as readonly Column[],
  readTogether: 50_000,
  slice: 10_000,
  /** The cost of reading a record, compared with rewriting it. */
  reading: 0.01,
} as const

/** How the records of a derivation are read. */
export function readingFor(wanted: Wanted): Reading {
  const { derivations, rate, readTogether } = wanted
  if (derivations.every((one) => one === 'tags')) {
    const { columns, slice, reading } = ONLY_TAGS
    return {
      ...{ columns, slice, readTogether: readTogether ?? ONLY_TAGS.readTogether },
      cost: (read, changed) => Math.max(read * reading, changed),
      isSame: (stored, derived) => isSame(stored, measureAgain(derived)),
    }
  }
  const slice = Math.max(1, Math.min(MOST_OF_SLICE, Math.floor(rate)))
  const all = { slice, readTogether: readTogether ?? togetherAt(rate), cost: (read: number) => read }
  const columns = columnsOfRules(wanted)
  return columns === undefined
    ? { ...all, columns, isSame: (stored, derived) => isSame(stored, measureAgain(derived)) }
    : { ...all, columns, isSame: (stored, derived) => isSame(stored, derived, RECOGNISED_COLUMNS) }
}

/** Rules read some columns and fill others; no state of a part depends on those. Undefined where more is derived. */
function columnsOfRules({ derivations, ruleColumns }: Wanted): readonly Column[] | undefined {
  if (ruleColumns === undefined || derivations.some((one) => one !== 'recognition')) return undefined
  const tags = ruleColumns.some((column) => TAGGED.has(column)) ? TAG_COLUMNS : []
  return [...new Set<Column>([...NEEDED, 'stated', ...RECOGNISED_COLUMNS, ...ruleColumns, ...tags])]
}

const TAGGED: ReadonlySet<Column> = new Set(TAGGED_COLUMNS)

/** Seconds that one statement may take at the rate, and the records that it then reads at most. */
const STATEMENT = { seconds: 10, most: 50_000 } as const

/**
 * How many records one statement reads. Each opens its columns in all parts, which costs as much as reading a thousand records or
 * more; a checkpoint follows each.
 */
function togetherAt(rate: number): number {
  return Math.max(MOST_OF_SLICE, Math.min(STATEMENT.most, Math.floor(rate * STATEMENT.seconds)))
}

function isSame(one: Asset, other: Asset, columns = Object.keys(one) as readonly Column[]): boolean {
  return columns.every(
    (column) =>
      one[column] === other[column] || JSON.stringify(one[column]) === JSON.stringify(other[column]),
  )
}
