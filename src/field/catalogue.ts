// The only catalogue of fields of the query language and of the API, derived from the table of columns. Parser hints, SQL,
// permissions, the documentation, the API description and completion all use it; nothing else lists fields.

import {
  type Asset,
  COLUMNS,
  type Column,
  columnRow,
  type Kind,
  type Query,
  type Select,
} from '../asset/index.ts'
import { ADDRESS_CONDITIONS, type AddressCondition } from './address-condition.ts'
import { VULNERABILITY_VIEWS } from './vulnerability.ts'

export type { Kind, Select }

/** The operators of the language without their negations. */
export type BaseOperator = '=' | '==' | '=~' | '*=' | '>' | '>=' | '<' | '<='

/** One field. */
export interface Field {
  readonly name: string
  readonly kind: Kind
  /** Whether a condition tests the record itself or all records of its address. */
  readonly of: 'record' | 'address'
  /** Its operators, negations excluded; empty for fields that only results contain. */
  readonly operators: readonly BaseOperator[]
  /** The column it reads. `cert.is_expired` and `after`/`before` read another field's column. */
  readonly column: Column
  readonly aliases: readonly string[]
  /** Whether a record contains a list of values. */
  readonly many: boolean
  readonly select: Select
  /** Whether the contract names the field as selectable. */
  readonly contract: boolean
  /** Whether statistics and facets offer its values. */
  readonly isCounted: boolean
  /** Whether its values follow from lists beside the records. Without lists every value is unknown. */
  readonly fromLists: boolean
  /** Of a field from lists: more columns that its values follow from, and how. Only who knows the lists sets it. */
  readonly derive?: {
    readonly columns: readonly Column[]
    readonly values: (record: Asset) => readonly string[]
    readonly numbered?: Numbered
  }
  /** One line of help for documentation and completion. */
  readonly help: string
  /** An example query that uses the field. */
  readonly example: string
}

/** Values of a field from lists by number, which counts them without their texts. */
export interface Numbered {
  /** The text of each number. */
  readonly names: readonly string[]
  /** The values of a record, some of them more than once. */
  readonly numbers: (record: Asset) => readonly number[]
}

/** A field that reads another field's column. */
export interface View extends Query {
  readonly many?: boolean
  /** Whether `=~` and `*=` are offered; true by default. */
  readonly patterns?: boolean
  readonly fromLists?: boolean
}

/** Fields that read another field's column: conditions on it, or values that depend on the current time or on lists. */
const VIEWS: Partial<Record<Column, readonly View[]>> = {
  cpe: VULNERABILITY_VIEWS,
  lastupdatetime: [
    {
      ...{ name: 'after', kind: 'time', example: '="2026-01-01"', select: 'never', counted: false },
      help: 'last seen at or after the start of the given time',
    },
    {
      ...{ name: 'before', kind: 'time', example: '="2026-06"', select: 'never', counted: false },
      help: 'last seen before the start of the given time',
    },
  ],
  imports: [
    {
      ...{ name: 'import', kind: 'keyword', many: true, select: 'never', patterns: false, counted: false },
      example: '=="3f2a9c51d7e84b06"',
      help: 'ids of the imports that observed the record, as the list of imports shows them',
    },
  ],
  icon_hash: [
    {
      ...{ name: 'icon', kind: 'text', example: '_hash="-247388890"', conditions: false, counted: false },
      help: 'the icon itself in base64, where an import brought it; ask `icon_hash`',
    },
  ],
  cert_not_before: boundsOf('cert.not_before', 'the certificate’s validity starts'),
  cert_not_after: [
    ...boundsOf('cert.not_after', 'the certificate’s validity ends'),
    {
      ...{ name: 'cert.is_expired', kind: 'boolean', example: '="true"', aliases: ['certs_expired'] },
      help: 'whether the certificate’s validity has ended now',
    },
  ],
}

/** `cert.not_after.after` and similar: one-sided conditions on a time. */
function boundsOf(name: string, what: string): readonly Query[] {
  const common = { kind: 'time', example: '="2026"', select: 'never', counted: false } as const
  return [
    { ...common, name: `${name}.after`, help: `${what} at or after the start of the given time` },
    { ...common, name: `${name}.before`, help: `${what} before the start of the given time` },
  ]
}

function fieldOf(column: Column, query: View): Field {
  const { name = column, kind, aliases = [], select = 'anyone', contract = false, counted = true } = query
  const { many = false, fromLists = false, patterns = true } = query
  const offered = query.conditions === false ? [] : operatorsOf(kind)
  const operators = patterns ? offered : offered.filter((one) => one !== '=~' && one !== '*=')
  return Object.freeze({
    ...{ name, kind, of: 'record' as const, operators, column, many, select, contract, fromLists },
    aliases: [...aliases, ...underscored(name)],
    isCounted: counted,
    help: query.help,
    example: name + query.example,
  })
}

function fieldOfAddress(condition: AddressCondition): Field {
  const { name, example } = condition
  const nowhere = { column: 'ip', many: false, select: 'never', contract: false, isCounted: false } as const
  const record = { ...nowhere, fromLists: false }
  return Object.freeze({ ...condition, ...record, of: 'address', aliases: [], example: name + example })
}

// Client programs write `cert_subject_cn` and `certs_subject_cn`.
function underscored(name: string): readonly string[] {
  if (!name.includes('.')) return []
  const flat = name.replaceAll('.', '_')
  return flat.startsWith('cert_') ? [flat, flat.replace('cert_', 'certs_')] : [flat]
}

function fieldsOf(column: Column): readonly Field[] {
  const { many, query } = columnRow(column)
  const own = query === undefined ? [] : [fieldOf(column, { ...query, many })]
  return [...own, ...(VIEWS[column] ?? []).map((view) => fieldOf(column, view))]
}

const fields = COLUMNS.flatMap(fieldsOf)

/** All fields, the contract's first. */
export const CATALOGUE: readonly Field[] = Object.freeze([
  ...fields.filter((field) => field.contract),
  ...fields.filter((field) => !field.contract),
  ...ADDRESS_CONDITIONS.map(fieldOfAddress),
])

const byName = new Map<string, Field>()
for (const entry of CATALOGUE) for (const name of [entry.name, ...entry.aliases]) byName.set(name, entry)

/** The field with this name or alias, in any case. */
export function findField(name: string): Field | undefined {
  return byName.get(name.toLowerCase())
}

/** The field with this exact name, for names in the code. */
export function fieldNamed(name: string): Field {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`no field ${name} in the catalogue`)
  return found
}

/** Every name and alias, for suggestions and completion. */
export function fieldNames(): Iterable<string> {
  return byName.keys()
}

/** The operators that a kind offers, negations excluded. */
export function operatorsOf(kind: Kind): readonly BaseOperator[] {
  switch (kind) {
    case 'boolean':
      return ['=', '==']
    case 'number':
    case 'time':
      return ['=', '==', '=~', '*=', '>', '>=', '<', '<=']
    case 'text':
    case 'keyword':
    case 'address':
      return ['=', '==', '=~', '*=']
  }
}

/** Whether the values of a field can be counted: the statistics and facets offer these. Times are counted by year. */
export function isCountable(field: Field): boolean {
  return field.isCounted
}

/** Values longer than this number of bytes are counted but never listed. */
export const LONGEST_LISTED = 2048
