// Look-ups: searches for values that few records have. One statement without an order reads their matches, and so counts them too;
// each further condition and the order would cost the engine as much as reading the rows.
import { type Column, columnRow } from '../asset/index.ts'
import { type AddressRange, asksHosts, fieldsOf, type ResolvedNode } from '../query/index.ts'
import { compileNode } from './condition.ts'
import { column, type Fragment, join, parameter, sql } from './fragment.ts'
import { usesTextIndex } from './needle.ts'
import type { Filter } from './select.ts'
import { isAmongAddresses } from './several-addresses.ts'

/** Columns whose values belong to few records each. */
const POINT_COLUMNS: readonly Column[] = [
  'host',
  'ip',
  'domain',
  'icon_hash',
  'icon_md5',
  'cert_sha256',
  'cert_sn',
  'jarm',
]

/** Networks of more addresses can have many records. */
const MOST_ADDRESSES = { 4: 256n, 6: 1n << 64n } as const

/** Whether a condition is met by few records. */
export function isPoint(node: ResolvedNode): boolean {
  if (node.kind !== 'test' || !POINT_COLUMNS.includes(node.field.column)) return false
  return ['equals', 'equalsIgnoringCase', 'number', 'address', 'any'].includes(node.test.op)
}

/**
 * Reads up to `limit` of the matches in any order, whenever they were last seen; undefined for all other searches, and when they
 * read long columns.
 */
export function lookUpOf(
  { query, now, visible, snapshot }: Filter,
  columns: readonly Column[],
  limit: number,
): Fragment | undefined {
  const { root } = query
  const all = partsOf(root)
  const point = all.find(isPoint) ?? all.find(isSmallNetwork)
  if (point === undefined || snapshot !== undefined || usesTextIndex(root) || asksHosts(root))
    return undefined
  if (!isSmall([...columns, ...[...fieldsOf(query)].map((field) => field.column)])) return undefined
  const others = all.filter((node) => node !== point).map((node) => compileNode(node, now))
  const rest = visible === undefined ? others : [visible, ...others]
  const where = rest.length === 0 ? sql`` : sql` WHERE ${join(rest, ' AND ')}`
  return sql`SELECT ${join(columns.map(column), ', ')} FROM records PREWHERE ${compilePoint(point, now)}${where} LIMIT ${parameter('UInt64', String(limit))}`
}

/** Reads the matches in any order, whenever they were last seen; undefined when it would read long columns or other records. */
export function fewOf(
  { query, now, visible, snapshot, access }: Filter,
  columns: readonly Column[],
): Fragment | undefined {
  if (snapshot !== undefined || !isSmall(columns) || asksHosts(query.root)) return undefined
  const where = [...(visible === undefined ? [] : [visible]), compileNode(query.root, now, access)]
  return sql`SELECT ${join(columns.map(column), ', ')} FROM records WHERE ${join(where, ' AND ')}`
}

/** Whether a look-up is one of a network, which no index finds. */
export function looksUpNetwork(root: ResolvedNode): boolean {
  return !partsOf(root).some(isPoint)
}

function partsOf(root: ResolvedNode): readonly ResolvedNode[] {
  return root.kind === 'and' ? root.children : [root]
}

/** The condition as the index of look-ups has it. */
function compilePoint(node: ResolvedNode, now: number): Fragment {
  return node.kind === 'test' && node.test.op === 'address'
    ? isAmongAddresses(node.test.address)
    : compileNode(node, now)
}

function isSmall(columns: readonly Column[]): boolean {
  return columns.every((name) => columnRow(name).size === 'small')
}

function isSmallNetwork(node: ResolvedNode): boolean {
  return node.kind === 'test' && node.test.op === 'network' && hasFewAddresses(node.test.network)
}

function hasFewAddresses({ version, first, last }: AddressRange): boolean {
  return last - first < MOST_ADDRESSES[version]
}
