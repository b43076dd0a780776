// The SQLite databases of amass 4 and 5: a graph of names, addresses and the DNS records between them. Three layouts, read in the
// migrations of owasp-amass/asset-db: assets and relations; entities and edges; entity and edge with types in tables of their own.
import type { DatabaseSync } from 'node:sqlite'
import {
  asNumber,
  asObject,
  asText,
  dig,
  type Json,
  parseJson,
  type SqlRow,
  type Tables,
} from '../text/index.ts'

/** A name with what DNS answered for it. */
interface GraphName {
  readonly name: string
  readonly addresses: readonly string[]
  readonly cname: readonly string[]
  readonly time: unknown
}

const LONGEST = 64 * 1024
/** Answers for one name that are kept. */
const MOST_ANSWERS = 1000
const CNAME = 5

/** How a layout names its nodes and edges. */
interface Layout {
  readonly nodes: string
  readonly id: string
  /** What a node is: its JSON, or its name in `natural_key` where the layout has columns of their own. */
  readonly content: 'content' | 'natural_key'
  readonly edges: string
  readonly from: string
  readonly to: string
  /** The column with the kind of DNS record: a word, or the JSON of the record. */
  readonly record: 'type' | 'content'
  readonly times: readonly string[]
}

const LAYOUTS: readonly Layout[] = [
  {
    ...{ nodes: 'assets', id: 'id', content: 'content', edges: 'relations', record: 'type' },
    ...{ from: 'from_asset_id', to: 'to_asset_id', times: ['last_seen', 'created_at'] },
  },
  {
    ...{ nodes: 'entities', id: 'entity_id', content: 'content', edges: 'edges', record: 'content' },
    ...{ from: 'from_entity_id', to: 'to_entity_id', times: ['updated_at', 'created_at'] },
  },
  {
    ...{ nodes: 'entity', id: 'entity_id', content: 'natural_key', edges: 'edge', record: 'content' },
    ...{ from: 'from_entity_id', to: 'to_entity_id', times: ['updated_at', 'created_at'] },
  },
]

/** Whether the start of a database shows such tables. */
export function isGraph(text: string): boolean {
  const has = (table: string, column: string): boolean =>
    new RegExp(`CREATE TABLE [\`"]?${table}[\`"]?\\s?\\([^;\\0]{0,2000}\\b${column}\\b`).test(text)
  return (
    (has('assets', 'content') && has('relations', 'from_asset_id')) ||
    (has('entities', 'etype') && has('edges', 'from_entity_id')) ||
    (has('entity', 'natural_key') && has('entity', 'etype_id'))
  )
}

/** The names of a graph, each with all its answers; undefined where the database is none. */
export function readGraph(database: DatabaseSync, tables: Tables): Iterable<GraphName> | undefined {
  const layout = LAYOUTS.find(
    ({ nodes, id, content, edges, from, to, record }) =>
      [id, content].every((column) => tables.get(nodes)?.has(column)) &&
      [from, to, record].every((column) => tables.get(edges)?.has(column)),
  )
  return layout && grouped(database.prepare(selection(layout, tables)).iterate() as Iterable<SqlRow>, layout)
}

function selection({ nodes, id, content, edges, from, to, record, times }: Layout, tables: Tables): string {
  const time = times.find((column) => tables.get(edges)?.has(column))
  const short = (table: string, column: string): string =>
    `CASE WHEN length(${table}.${column}) <= ${LONGEST} THEN ${table}.${column} END`
  return `SELECT edge.${from} AS id, ${short('source', content)} AS name, ${short('target', content)} AS answer,
    ${short('edge', record)} AS record, ${time === undefined ? 'NULL' : short('edge', time)} AS time
    FROM ${edges} AS edge
    JOIN ${nodes} AS source ON source.${id} = edge.${from}
    JOIN ${nodes} AS target ON target.${id} = edge.${to}
    ORDER BY edge.${from}`
}

interface Answers extends GraphName {
  readonly id: unknown
  readonly addresses: string[]
  readonly cname: string[]
  time: unknown
}

function* grouped(rows: Iterable<SqlRow>, layout: Layout): Generator<GraphName> {
  let current: Answers | undefined
  for (const row of rows) {
    const { id, time } = row
    const kind = kindOf(row['record'])
    const name = nodeText(row['name'], layout)
    const answer = nodeText(row['answer'], layout)
    if (kind === undefined || name === undefined || answer === undefined) continue
    const same = current !== undefined && current.id === id ? current : undefined
    if (current !== undefined && same === undefined) yield current
    const group: Answers = same ?? { id, name, addresses: [], cname: [], time: '' }
    current = group
    const list = kind === 'cname' ? group.cname : group.addresses
    if (list.length < MOST_ANSWERS) list.push(answer)
    if (typeof time === 'string' && time > String(group.time)) group.time = time
  }
  if (current !== undefined) yield current
}

/** Whether an edge is an address or a canonical name; undefined for all others. */
function kindOf(record: unknown): 'address' | 'cname' | undefined {
  if (record === 'a_record' || record === 'aaaa_record') return 'address'
  if (record === 'cname_record') return 'cname'
  const type = asNumber(dig(jsonOf(record), 'header', 'rr_type'))
  if (type === CNAME) return 'cname'
  return type === 1 || type === 28 ? 'address' : undefined
}

function nodeText(content: unknown, layout: Layout): string | undefined {
  if (typeof content !== 'string') return undefined
  if (layout.content === 'natural_key') return content.toWellFormed()
  const node = asObject(jsonOf(content.toWellFormed()))
  return asText(node?.['name']) ?? asText(node?.['address'])
}

function jsonOf(text: unknown): Json | undefined {
  const result = typeof text === 'string' && text.startsWith('{') ? parseJson(text) : undefined
  return result === undefined || 'error' in result ? undefined : result.value
}
