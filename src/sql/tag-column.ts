// Two columns that follow from a record's tags, so that conditions on tags read little: one number with a bit for each answer, and the
// tags as one text. Lists are slow to compare, and so are nullable columns.
import type { Column } from '../asset/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { type Fragment, sql, text } from './fragment.ts'
import { containing } from './pattern.ts'

/** The bit of each yes/no column that tags fill: set where the answer is yes. Stored, so they never change. */
const YES = {
  is_cloud: 1,
  is_honeypot: 2,
  is_fraud: 4,
  tor_exit: 8,
  tor_relay: 16,
  vpn: 32,
  proxy: 64,
} as const

/** The bit of other columns: set where there is a value. Stored, but no condition reads them: before another column they cost more than they save. */
const KNOWN = { scanner: 128, cdn_name: 256, cloud_name: 512, tag: 1024 } as const

/** The definitions of both columns. */
export const TAG_COLUMN_DEFINITIONS = {
  tag_bits: `UInt16 MATERIALIZED toUInt16(${[
    ...Object.entries(YES).map(([name, bit]) => `${bit} * ifNull(${name}, 0)`),
    ...Object.entries(KNOWN).map(([name, bit]) => `${bit} * notEmpty(${name})`),
  ].join(' + ')})`,
  // Each tag is a line. A line break within a tag becomes another character, for which the list itself is searched.
  tag_text: `LowCardinality(String) MATERIALIZED if(empty(tag), '', concat('\\n', arrayStringConcat(arrayMap(one -> replaceAll(one, '\\n', '\\0'), tag), '\\n'), '\\n'))`,
} as const

/** What bits must be for a test: those of `mask` equal `value`. */
interface TagBits {
  readonly mask: number
  readonly value: number
}

/** The bits that decide a test alone; undefined where they do not. */
export function bitsOf(node: ResolvedNode): TagBits | undefined {
  if (node.kind !== 'test' || node.test.op !== 'boolean') return undefined
  const mask = bitIn(YES, node.field.column)
  return mask === undefined ? undefined : { mask, value: node.test.value ? mask : 0 }
}

/** The condition that several tests by bits hold at once. */
export function haveBits(all: readonly TagBits[]): Fragment {
  const mask = all.reduce((bits, one) => bits | one.mask, 0)
  const value = all.reduce((bits, one) => bits | one.value, 0)
  // The same answer cannot be yes and no.
  if (all.some((one) => (value & one.mask) !== one.value)) return sql`0`
  return sql`bitAnd(tag_bits, ${number(mask)}) = ${number(value)}`
}

/** Whether a tag contains a lower-case text; undefined where the list itself must be searched. */
export function tagContains(name: Column, needle: string): Fragment | undefined {
  return isInText(name, needle) ? sql`lowerUTF8(tag_text) LIKE ${text(containing(needle))}` : undefined
}

/** Whether one of the tags is a text; undefined where the list itself must be searched. */
export function tagEquals(name: Column, value: string): Fragment | undefined {
  return isInText(name, value) ? sql`position(tag_text, ${text(`\n${value}\n`)}) > 0` : undefined
}

function isInText(name: Column, value: string): boolean {
  return name === 'tag' && value !== '' && !/[\n\0]/.test(value)
}

function bitIn(bits: Partial<Record<Column, number>>, name: Column): number | undefined {
  return bits[name]
}

/** A number of this file. */
function number(value: number): Fragment {
  return { parts: [String(value)] }
}
