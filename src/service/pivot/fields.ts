// The fields whose values identify a service or its operator when they are rare.
import type { Asset } from '../../asset/index.ts'
import { type Field, fieldNamed } from '../../field/index.ts'
import type { FieldValues } from '../../store/index.ts'

/** Those fields, and what a sentence calls them. */
const PIVOT_FIELDS = {
  icon_hash: 'icon',
  icon_md5: 'icon',
  'cert.sha256': 'certificate',
  'cert.sn': 'serial number of the certificate',
  'cert.key_sha256': 'public key',
  'ssh.fingerprint': 'SSH host key',
  body_hash: 'body',
  header_hash: 'header',
  banner_hash: 'banner',
  jarm: 'JARM fingerprint',
  hassh: 'hassh fingerprint',
  fid: 'site fingerprint',
  js_md5: 'script',
  screenshot_hash: 'look',
  title: 'title',
  cname_domain: 'domain of the canonical name',
} as const

/** The name of one. */
type PivotField = keyof typeof PIVOT_FIELDS

const FIELDS: readonly Field[] = Object.keys(PIVOT_FIELDS).map(fieldNamed)

/** Their columns. */
export const PIVOT_COLUMNS = FIELDS.map(({ column }) => column)

/** Values of one field that are looked up, and their longest text: longer titles are not compared. */
const MOST_VALUES = 8
const LONGEST = 500
/** Values that nearly every empty answer has: they say nothing. */
const EMPTY_VALUES: ReadonlySet<string> = new Set(['', '0', '0'.repeat(16), '0'.repeat(62)])

/** The different values of some records, by field. */
export function pivotValues(records: readonly Partial<Asset>[]): readonly FieldValues[] {
  return FIELDS.flatMap((field) => {
    const all = records.flatMap((record) => valuesIn(record, field))
    const values = [...new Set(all)].filter((value) => !EMPTY_VALUES.has(value) && value.length <= LONGEST)
    return values.length === 0 ? [] : [{ field, values: values.slice(0, MOST_VALUES) }]
  })
}

function valuesIn(record: Partial<Asset>, field: Field): readonly string[] {
  // The fingerprint of a certificate says more than its serial number, which others may repeat. Two hashes of one icon say the same.
  if (field.name === 'cert.sn' && record.cert_sha256 !== '') return []
  if (field.name === 'icon_md5' && record.icon_hash !== '') return []
  const value: unknown = record[field.column]
  return Array.isArray(value) ? value.map(String) : [String(value ?? '')]
}

/** What a sentence calls a field. */
export function wordOf(field: Field): string {
  return PIVOT_FIELDS[field.name as PivotField]
}
