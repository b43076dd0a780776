// What a row of the table of columns says, and the short forms it is written in.

/** How a field's values compare; docs/query-language.md has the meaning of each operator per kind. */
export type Kind = 'text' | 'keyword' | 'number' | 'address' | 'time' | 'boolean'

/** Who may select a field: everyone, members of level enterprise, or nobody (a condition only). */
export type Select = 'anyone' | 'enterprise' | 'never'

/** What the query language and the API know about a column. */
export interface Query {
  readonly kind: Kind
  /** A query that uses the field, without the field's name. */
  readonly example: string
  /** One line for documentation and completion. */
  readonly help: string
  /** The name of the field; the column's by default. */
  readonly name?: string
  readonly aliases?: readonly string[]
  readonly select?: Select
  /** Whether the contract itself names the field as selectable. */
  readonly contract?: boolean
  /** Whether statistics and facets count its values; not those that are long or nearly all different. */
  readonly counted?: boolean
}

/** The numbers a column holds. */
export interface Range {
  readonly least: number
  readonly most: number
  readonly whole: boolean
}

/** Which step of enrichment or merging fills a column that the source left open. */
export type Derivation =
  | 'identity'
  | 'location'
  | 'certificate'
  | 'icon'
  | 'products'
  | 'page'
  | 'record'
  | 'observation'

/**
 * The parts of a record and how each is merged. Columns of one part mean something only together and are taken from one
 * observation together.
 * - `identity`: the same in everything that is merged
 * - `content`: across imports all these parts are replaced at once
 * - `shared`: follows the newest observation that knows it, whatever the import
 * - `own`: merging computes it
 */
export const PARTS = {
  identity: 'identity',
  title: 'content',
  header: 'content',
  body: 'content',
  server: 'content',
  status: 'content',
  link: 'content',
  protocol: 'content',
  type: 'content',
  banner: 'content',
  certificate: 'content',
  product: 'content',
  os: 'content',
  tag: 'content',
  icp: 'content',
  fid: 'content',
  icon: 'content',
  jarm: 'content',
  tls: 'content',
  ja3s: 'content',
  honeypot: 'content',
  fraud: 'content',
  place: 'shared',
  cname: 'shared',
  domain: 'shared',
  own: 'own',
} as const

/** The name of a part. */
export type PartName = keyof typeof PARTS

/** One column. `unknown` is the value of a column that nobody filled, and its type is the column's type in a record. */
export interface ColumnRow<Value, Part extends PartName, Stated extends boolean> {
  readonly unknown: Value
  /** The column's type in the engine. */
  readonly engine: string
  /** The version of the store's schema that added the column; 1 by default. */
  readonly since?: number
  /** Whether a record holds a list of values. */
  readonly many: boolean
  /** `small` columns are cheap to read for many records; `large` are texts and lists of any length. */
  readonly size: 'small' | 'large'
  readonly range?: Range
  readonly part: Part
  /** Whether a source may state it. */
  readonly stated: Stated
  /** Who fills it where no source stated it; absent: nobody. */
  readonly derived: Derivation | undefined
  /** Absent for inner columns, which only merging reads. */
  readonly query?: Query
  /** What an inner column holds. */
  readonly note?: string
}

/** Any row. */
export type AnyColumnRow = ColumnRow<unknown, PartName, boolean>

/** What a kind of values is. */
interface Shape<Value> extends Pick<ColumnRow<Value, 'own', false>, 'unknown' | 'engine' | 'many' | 'size'> {
  readonly range?: Range
}

/** Rows of a shape: the part, and who derives the column where no source stated it. */
function rows<Value>(shape: Shape<Value>) {
  return <Part extends PartName>(part: Part, derived?: Derivation): ColumnRow<Value, Part, true> => ({
    ...shape,
    part,
    stated: true,
    derived,
  })
}

/** Rows of a shape that no source states. */
export function unstated<Value, Part extends PartName>(
  row: ColumnRow<Value, Part, true>,
): ColumnRow<Value, Part, false> {
  return { ...row, stated: false }
}

const TEXT: Shape<string> = { unknown: '', engine: 'String', many: false, size: 'small' }
const LIST: Shape<readonly string[]> = { unknown: [], engine: 'Array(String)', many: true, size: 'small' }
// Few different texts: stored as a dictionary.
const FEW = 'LowCardinality(String)'

/** A text. */
export const text = rows(TEXT)
/** A text of any length. */
export const longText = rows({ ...TEXT, size: 'large' })
/** A text of which there are few different ones. */
export const fewText = rows({ ...TEXT, engine: FEW })
/** A list of texts. */
export const list = rows(LIST)
/** A list of texts of any length. */
export const longList = rows({ ...LIST, size: 'large' })
/** A list of texts of which there are few different ones. */
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

/** Values that the engine keeps as one JSON text. */
export function json<Value>() {
  return rows<readonly Value[]>({ unknown: [], engine: 'String', many: false, size: 'large' })
}

/** A text with few values that the code names. */
export function choice<Value extends string>(unknown: Value) {
  return rows<Value>({ unknown, engine: FEW, many: false, size: 'small' })
}

/** What the query language knows about a column. */
export function ask(
  kind: Kind,
  example: string,
  help: string,
  more?: Omit<Query, 'kind' | 'example' | 'help'>,
): { readonly query: Query } {
  return { query: { kind, example, help, ...more } }
}
