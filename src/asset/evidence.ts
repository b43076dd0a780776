// Evidence of products: what rules found in a record, and what the source had stated before these products were added to its
// columns.
import type { Asset, Column } from './asset.ts'
import { columnRow } from './asset.ts'
import { type AnyPart, PART_OF_GROUP } from './column.ts'

/** What one rule found in a record. */
export interface Found {
  /** The rule, as its family and name. */
  readonly rule: string
  /** Absent when the rule only identifies an operating system. */
  readonly product?: string
  readonly vendor?: string
  readonly category?: string
  readonly version?: string
  readonly cpe?: string
  readonly os?: string
  /** The column in whose text the rule matched. */
  readonly field: Column
  /** The text around the match. */
  readonly text: string
}

/** The same with the time of the first observation that proves it, in seconds since 1970 UTC. */
interface SeenFound extends Found {
  readonly since: number
}

/** Recognises the products of a record. */
export interface Recognise {
  (asset: Asset): readonly Found[]
  /** The columns that it reads, where they are known. */
  readonly columns?: readonly Column[]
}

const FILLED = ['product', 'product_version', 'category', 'structinfo', 'cpe', 'os'] as const

/** The columns that depend on rules. */
export const RECOGNISED_COLUMNS: readonly Column[] = [...FILLED, 'evidence']

/** The columns that rules add to, as they were before. */
type BeforeRules = Partial<Pick<Asset, (typeof FILLED)[number]>>

/** Evidence as stored. */
export interface Evidence {
  readonly found: readonly SeenFound[]
  /** What the source stated, or what was derived from it. */
  readonly before: BeforeRules
}

const NO_EVIDENCE: Evidence = { found: [], before: {} }

/** Reads the evidence of a record; texts that this program did not write count as none. */
export function readEvidence(text: string): Evidence {
  if (text === '') return NO_EVIDENCE
  try {
    return (JSON.parse(text) as Evidence | null) ?? NO_EVIDENCE
  } catch {
    return NO_EVIDENCE
  }
}

/** The record without what rules found. */
export function withoutEvidence(asset: Asset, known?: Evidence): Asset {
  if (asset.evidence === '') return asset
  const { before } = known ?? readEvidence(asset.evidence)
  return { ...asset, ...EMPTY, ...before, evidence: '' }
}

const EMPTY = { product: [], product_version: [], category: [], structinfo: '', cpe: [], os: '' } as const

/** Adds what rules found to a record without evidence, after what the source stated. */
export function withEvidence(asset: Asset, found: readonly SeenFound[]): Asset {
  if (found.length === 0) return asset
  const product = joined(asset.product, found, 'product')
  const product_version = joined(asset.product_version, found, 'version')
  const category = joined(asset.category, found, 'category')
  const evidence = found.map(({ since: _, ...one }) => JSON.stringify(one))
  return {
    ...asset,
    product,
    product_version,
    category,
    cpe: joined(asset.cpe, found, 'cpe'),
    os: asset.os === '' ? (found.find(({ os }) => os !== undefined)?.os ?? '') : asset.os,
    structinfo: structinfoOf(asset, { product, version: product_version, category }, evidence),
    evidence: evidenceText(evidence, found, beforeOf(asset)),
  }
}

function joined(
  stated: readonly string[],
  found: readonly Found[],
  key: 'product' | 'version' | 'category' | 'cpe',
): readonly string[] {
  const known = new Set(stated.map((value) => value.toLowerCase()))
  const added = found.flatMap((one) => {
    const value = one[key]
    if (value === undefined || known.has(value.toLowerCase())) return []
    known.add(value.toLowerCase())
    return [value]
  })
  return added.length === 0 ? stated : [...stated, ...added]
}

/** The evidence as text; `texts` are those of what was found, without their times, which are the last of each. */
function evidenceText(texts: readonly string[], found: readonly SeenFound[], before: BeforeRules): string {
  const seen = texts.map((text, index) => `${text.slice(0, -1)},${SINCE}${found[index]?.since ?? 0}}`)
  return `{"found":[${seen.join(',')}],"before":${JSON.stringify(before)}}`
}

/** What an import stated is unchanged; otherwise the text names the products with the rules that found them. */
function structinfoOf(asset: Asset, products: object, evidence: readonly string[]): string {
  if (asset.stated.includes('structinfo')) return asset.structinfo
  return `${JSON.stringify(products).slice(0, -1)},"evidence":[${evidence.join(',')}]}`
}

function beforeOf(asset: Asset): BeforeRules {
  const before: Record<string, unknown> = {}
  for (const column of FILLED) if (asset[column].length > 0) before[column] = asset[column]
  return before
}

/** Products that were found before keep the time since when they are known. */
export function keepSince(found: readonly SeenFound[], earlier: readonly SeenFound[]): readonly SeenFound[] {
  if (earlier.length === 0) return found
  const times = new Map<string, number>()
  for (const one of earlier) times.set(keyOf(one), Math.min(one.since, times.get(keyOf(one)) ?? one.since))
  return found.map((one) => {
    const since = times.get(keyOf(one))
    return since === undefined || since >= one.since ? one : { ...one, since }
  })
}

function keyOf({ product = '', version = '', os = '' }: Found): string {
  return [product, version, os].join('\n')
}

/** The evidence of an observation that replaces everything, with the times from the earlier evidence. */
export function continueEvidence(text: string, earlier: string): string {
  if (text === '' || earlier === '' || text === earlier) return text
  if (isOlderCopy(earlier, text)) return earlier
  const { found, before } = readEvidence(text)
  return JSON.stringify({ found: keepSince(found, readEvidence(earlier).found), before })
}

/** What is before a time of evidence. No text in it reads like this: a quotation mark in a text has a backslash before it. */
const SINCE = '"since":'

/** The end of an object, which follows a time. */
const END = '}'

/** Whether two texts of evidence differ only in times, of which those of the first are not later. Most that is seen again does. */
function isOlderCopy(first: string, second: string): boolean {
  for (let [start, other] = [0, 0]; ; ) {
    const [at, otherAt] = [first.indexOf(SINCE, start), second.indexOf(SINCE, other)]
    if (at === -1 || otherAt === -1) return at === otherAt && first.slice(start) === second.slice(other)
    if (first.slice(start, at) !== second.slice(other, otherAt)) return false
    start = first.indexOf(END, at)
    other = second.indexOf(END, otherAt)
    if (start === -1 || other === -1) return false
    const [time, otherTime] = [
      first.slice(at + SINCE.length, start),
      second.slice(otherAt + SINCE.length, other),
    ]
    if (!(Number(time) <= Number(otherTime))) return false
  }
}

/** The merged evidence of two records: what was found in a text that the result contains. */
export function mergeFound(
  sides: readonly (readonly [asset: Asset, isTaken: (column: Column) => boolean])[],
): readonly SeenFound[] {
  const all = sides.map(([asset]) => readEvidence(asset.evidence).found)
  const kept = sides.flatMap(([, isTaken], index) => (all[index] ?? []).filter(({ field }) => isTaken(field)))
  const byProduct = new Map<string, SeenFound>()
  for (const one of kept) if (!byProduct.has(keyOf(one))) byProduct.set(keyOf(one), one)
  return keepSince([...byProduct.values()], all.flat())
}

/** The part of a record whose text proves a finding. */
export function partOfFound({ field }: Found): AnyPart {
  return PART_OF_GROUP[columnRow(field).group]
}
