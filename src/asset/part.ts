// The parts of a record: columns that mean something only together, and are therefore taken from one observation together.
import { type Asset, COLUMNS, type Column, isUnknown } from './asset.ts'
import { PARTS, type PartName } from './column.ts'
import { COLUMN_TABLE } from './columns.ts'

/** How a part is merged; see `PARTS`. */
type Merging = (typeof PARTS)[PartName]
type PartsMerged<How extends Merging> = {
  [Name in PartName]: (typeof PARTS)[Name] extends How ? Name : never
}[PartName]

/** The name of a part that is merged as a whole. */
export type Part = PartsMerged<'content' | 'shared'>

function partsMerged<How extends Merging>(how: How): readonly PartsMerged<How>[] {
  const names = Object.keys(PARTS) as PartName[]
  return names.filter((name): name is PartsMerged<How> => PARTS[name] === how)
}

/** Parts that belong to the content: across imports they are replaced all at once. */
export const CONTENT_PARTS = partsMerged('content')

/** Parts that describe where the service is: they follow the newest observation that knows them, whatever the import. */
export const SHARED_PARTS = partsMerged('shared')

/** The parts of a page, in which a capture of one page is never mixed with another. */
export const PAGE_PARTS = ['title', 'header', 'body', 'server', 'status', 'link'] as const satisfies Part[]

const columnsByPart = Map.groupBy(COLUMNS, (column): PartName => COLUMN_TABLE[column].part)

/** The columns of a part. */
export function columnsOf(part: Part): readonly Column[] {
  return columnsByPart.get(part) ?? []
}

/** The columns that together are the content of a record. */
export const CONTENT_COLUMNS: readonly Column[] = CONTENT_PARTS.flatMap(columnsOf)

/** Values that `settle` derives from the rest unless a source states them: only a statement counts as one. */
const DERIVED: ReadonlySet<Part> = new Set(['link', 'protocol', 'type'])

/** Whether a source stated any column of the part. */
export function isStated(asset: Asset, part: Part): boolean {
  return columnsOf(part).some((column) => asset.stated.includes(column))
}

/** Whether the record knows anything of the part; what a source stated counts also when it is empty. */
export function isPresent(asset: Asset, part: Part): boolean {
  if (isStated(asset, part)) return true
  return !DERIVED.has(part) && columnsOf(part).some((column) => !isUnknown(asset[column]))
}

/** Whether the record shows one captured page, and not what several observations said of a service. */
export function isCapture(asset: Asset): boolean {
  return asset.link !== '' && asset.stated.includes('link')
}
