// The type of a row in the table of columns, and helpers for writing rows.

/** The transport protocol of the service. */
export type BaseProtocol = 'tcp' | 'udp' | 'sctp'

/** One change of content: when it was first seen, and a short hash per part, from which the changed parts follow. */
export interface Change {
  /** Seconds since 1970 UTC. */
  readonly time: number
  readonly title: string
  readonly header: string
  readonly body: string
  readonly banner: string
  readonly cert: string
}

/**
 * When an import observed a record: its id, and the first and last time in seconds since 1970 UTC. An empty id means an unknown
 * import.
 */
export type ImportSighting = readonly [importId: string, first: number, last: number]

/** An address of a name, when it was last observed, and by which import. */
export type AddressSighting = readonly [ip: string, time: number, importId: string]

/** How a field's values compare; docs/query-language.md has the meaning of each operator per kind. */
export type Kind = 'text' | 'keyword' | 'number' | 'address' | 'time' | 'boolean'

/** Who may select a field: everyone, members of level enterprise, or nobody (a condition only). */
export type Select = 'anyone' | 'enterprise' | 'never'

/** How the query language and the API use a column. */
export interface Query {
  readonly kind: Kind
  /** An example query that uses the field, without the field's name. */
  readonly example: string
  /** One line of help for documentation and completion. */
  readonly help: string
  /** The name of the field; the column's by default. */
  readonly name?: string
  readonly aliases?: readonly string[]
  readonly select?: Select
  /** Whether the contract itself names the field as selectable. */
  readonly contract?: boolean
  /** Whether conditions may use it; false for fields that only results contain. */
  readonly conditions?: boolean
  /** Whether statistics and facets count its values; false for long values or values that are nearly all different. */
  readonly counted?: boolean
}

/** The range of a number column. */
export interface Range {
  readonly least: number
  readonly most: number
  readonly whole: boolean
}

/** The step of enrichment or merging that fills a column that the source left open. */
export type Derivation =
  | 'identity'
  | 'location'
  | 'certificate'
  | 'icon'
  | 'products'
  | 'page'
  | 'record'
  | 'observation'
  | 'recognition'
  | 'tags'

/**
 * The groups of columns and the part of a record that each belongs to. The columns of one group have meaning only together: within
 * an import, merging takes all of them from one observation; across imports it does the same for the groups of one part.
 * `identity` is the same in all merged observations; merging computes the `own` columns.
 */
export const PART_OF_GROUP = {
  identity: 'identity',
  title: 'response',
  header: 'response',
  body: 'response',
  server: 'response',
  status: 'response',
  link: 'response',
  protocol: 'service',
  type: 'service',
  banner: 'banner',
  certificate: 'tls',
  tls: 'tls',
  ja3s: 'tls',
  ja4s: 'tls',
  ja4x: 'tls',
  hassh: 'ssh',
  ssh_key: 'ssh',
  icon: 'icon',
  icon_md5: 'icon_md5',
  jarm: 'jarm',
  product: 'products',
  os: 'os',
  tag: 'tag',
  icp: 'icp',
  fid: 'fid',
  scripts: 'scripts',
  finding: 'findings',
  screenshot: 'screenshot',
  honeypot: 'honeypot',
  fraud: 'fraud',
  place: 'location',
  cname: 'cname',
  ptr: 'ptr',
  domain: 'domain',
  own: 'own',
} as const

/** The name of a group. */
export type GroupName = keyof typeof PART_OF_GROUP

/** The part of some group. */
export type AnyPart = (typeof PART_OF_GROUP)[GroupName]

/** One column. `unknown` is the value of a column without data, and its type is the column's type in a record. */
interface ColumnRow<Value, Group extends GroupName, Stated extends boolean> {
  readonly unknown: Value
  /** The column's type in the engine. */
  readonly engine: string
  /** The version of the store's schema that added the column; 1 by default. */
  readonly since?: number
  /** Whether a record contains a list of values. */
  readonly many: boolean
  /** `small` columns are cheap to read for many records; `large` are texts and lists of any length. */
  readonly size: 'small' | 'large'
  readonly range?: Range
  readonly group: Group
  /** Whether a source may state it. */
  readonly stated: Stated
  /** The step that fills it when no source stated it; undefined: none. */
  readonly derived: Derivation | undefined
  /** Undefined for internal columns, which only merging reads. */
  readonly query?: Query
  /** A description of an internal column. */
  readonly note?: string
}

/** Any row. */
export type AnyColumnRow = ColumnRow<unknown, GroupName, boolean>

/** The shape of one kind of values. */
interface Shape<Value> extends Pick<ColumnRow<Value, 'own', false>, 'unknown' | 'engine' | 'many' | 'size'> {
  readonly range?: Range
}

/** Creates rows of a shape: the group, and what derives the column when no source stated it. */
function rows<Value>(shape: Shape<Value>) {
  return <Group extends GroupName>(group: Group, derived?: Derivation): ColumnRow<Value, Group, true> => ({
    ...shape,
    group,
    stated: true,
    derived,
  })
}

/** Creates rows of a shape that no source states. */
export function unstated<Value, Group extends GroupName>(
  row: ColumnRow<Value, Group, true>,
): ColumnRow<Value, Group, false> {
  return { ...row, stated: false }
}

const TEXT: Shape<string> = { unknown: '', engine: 'String', many: false, size: 'small' }
const LIST: Shape<readonly string[]> = { unknown: [], engine: 'Array(String)', many: true, size: 'small' }
// Few distinct texts, stored as a dictionary.
const FEW = 'LowCardinality(String)'

/** A text. */
export const text = rows(TEXT)
/** A text of any length. */
export const longText = rows({ ...TEXT, size: 'large' })
/** A text with few distinct values. */
export const fewText = rows({ ...TEXT, engine: FEW })
/** A list of texts. */
export const list = rows(LIST)
/** A list of texts of any length. */
export const longList = rows({ ...LIST, size: 'large' })
/** A list of texts with few distinct values. */
export const fewList = rows({ ...LIST, engine: `Array(${FEW})` })
/** A yes/no value that may be unknown. */
export const yesNo = rows<boolean | null>({
  unknown: null,
  engine: 'Nullable(Bool)',
  many: false,
  size: 'small',
})

/** A number that may be unknown. */
export function number(engine: 'UInt16' | 'UInt32' | 'UInt64' | 'Float64', range: Range) {
  return rows<number | null>({
    unknown: null,
    engine: `Nullable(${engine})`,
    many: false,
    size: 'small',
    range,
  })
}

/** A number that is always known. */
export function count(engine: 'UInt16' | 'UInt32') {
  return rows<number>({ unknown: 0, engine, many: false, size: 'small' })
}

/** Values that the engine stores as one JSON text. */
export function json<Value>() {
  return rows<readonly Value[]>({ unknown: [], engine: 'String', many: false, size: 'large' })
}

/** The same for short JSON texts. */
export function shortJson<Value>() {
  return rows<readonly Value[]>({ unknown: [], engine: 'String', many: false, size: 'small' })
}

/** A column that only merging reads, with its description and the version of the schema that added it. */
export function inner<Value, Group extends GroupName>(
  row: ColumnRow<Value, Group, true>,
  note: string,
  since = 1,
): ColumnRow<Value, Group, false> {
  return { ...unstated(row), note, since }
}

/** A text with a few values that the code names. */
export function choice<Value extends string>(unknown: Value) {
  return rows<Value>({ unknown, engine: FEW, many: false, size: 'small' })
}

/** How the query language uses a column. */
export function ask(
  kind: Kind,
  example: string,
  help: string,
  more?: Omit<Query, 'kind' | 'example' | 'help'>,
): { readonly query: Query } {
  return { query: { kind, example, help, ...more } }
}
