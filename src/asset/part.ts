// The parts of a record: values observed together are shown together.
import { type Asset, COLUMNS, type Column, columnRow, isUnknown } from './asset.ts'
import { type AnyPart, type GroupName, PART_OF_GROUP } from './column.ts'

/** Parts that describe the location of the service: they take the newest observation that has them, whichever the import. */
const SHARED_PARTS = ['location', 'cname', 'ptr', 'domain'] as const

type SharedPart = (typeof SHARED_PARTS)[number]

/** The name of a part. */
export type Part = Exclude<AnyPart, 'identity' | 'own'>
/** A part that a newer import replaces or confirms. */
type ContentPart = Exclude<Part, SharedPart>
/** The name of a group of columns within a part. */
export type Group = Exclude<GroupName, 'identity' | 'own'>

const GROUPS = (Object.keys(PART_OF_GROUP) as GroupName[]).filter(
  (group): group is Group => group !== 'identity' && group !== 'own',
)
const groupsByPart = Map.groupBy(GROUPS, (group): Part => PART_OF_GROUP[group])
const columnsByGroup = Map.groupBy(COLUMNS, (column): GroupName => columnRow(column).group)

/** All parts. */
export const PARTS: readonly Part[] = [...groupsByPart.keys()]

/** The parts that a newer import replaces or confirms. */
export const CONTENT_PARTS = PARTS.filter((part): part is ContentPart => !isShared(part))

/** The part that accumulates: it is merged finding by finding, and a bare port may have it. */
export const FINDINGS = 'findings' satisfies Part

/** Whether a part is content of the service: a newer import replaces it as a whole. */
export function isContent(part: Part): boolean {
  return !isShared(part) && part !== FINDINGS
}

/** Whether a part describes the location of the service. */
export function isShared(part: Part): boolean {
  return (SHARED_PARTS as readonly Part[]).includes(part)
}

/** The groups of a part. */
export function groupsOf(part: Part): readonly Group[] {
  return groupsByPart.get(part) ?? []
}

/** The columns of a group. */
export function columnsOf(group: Group): readonly Column[] {
  return columnsByGroup.get(group) ?? []
}

const columnsByPart = new Map(PARTS.map((part) => [part, groupsOf(part).flatMap(columnsOf)]))

/** The columns of a part. */
export function columnsOfPart(part: Part): readonly Column[] {
  return columnsByPart.get(part) ?? []
}

/** The columns that make up the content of a record. */
export const CONTENT_COLUMNS: readonly Column[] = CONTENT_PARTS.flatMap(columnsOfPart)

/** Values derived from the rest of the record unless a source states them; only a stated value counts as known. */
const FOLLOWING: ReadonlySet<Column> = new Set(['link', 'protocol', 'type', 'icp', 'js_name'])

/** Whether a source stated any column of the group. */
export function isStated(asset: Asset, group: Group): boolean {
  return columnsOf(group).some((column) => asset.stated.includes(column))
}

/** Whether the record has a value of the group; a stated value counts even when it is empty. */
export function isPresent(asset: Asset, group: Group): boolean {
  return isStated(asset, group) || columnsOf(group).some((column) => isKnown(asset, column))
}

/** Columns that no query names say nothing of what was observed. */
const QUERIED: ReadonlySet<Column> = new Set(
  COLUMNS.filter((column) => columnRow(column).query !== undefined),
)

/** Whether a value was observed. A certificate text that only repeats its columns is not a separate observation. */
export function isKnown(asset: Asset, column: Column): boolean {
  const value = asset[column]
  if (isUnknown(value) || !QUERIED.has(column)) return false
  if (FOLLOWING.has(column)) return asset.stated.includes(column)
  return column !== 'cert' || asset.cert.includes('Public Key')
}

/** The columns of a part that were observed. */
export function knownColumns(asset: Asset, part: Part): readonly Column[] {
  return columnsOfPart(part).filter((column) => isKnown(asset, column))
}

/** Columns that say more than all others of their part together, most important first; then those of the table, in its order. */
const RICHEST: readonly Column[] = ['body', 'body_hash', 'header', 'header_hash', 'cert', 'title']
const WEIGHT_OF_FIRST = 2 ** 40

const weights = new Map(
  PARTS.flatMap((part) => {
    const columns = COLUMNS.filter((column) => columnsOfPart(part).includes(column))
    const first = RICHEST.filter((column) => columns.includes(column))
    const ranked = [...first, ...columns.filter((column) => !first.includes(column))]
    return ranked.map((column, index) => [column, WEIGHT_OF_FIRST / 2 ** index] as const)
  }),
)

/** How much of a part was observed; 0 for nothing. A column added to the end of the table changes no stored value. */
export function fullnessOf(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + (weights.get(column) ?? 0), 0)
}

/** Whether the record shows one captured page rather than several observations of a service. */
export function isCapture(asset: Asset): boolean {
  return asset.link !== '' && asset.stated.includes('link')
}
