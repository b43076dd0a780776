// Short texts (names, versions, places) are bounded, because they are compared, counted and shown as a whole. Header, body, banner,
// certificate, title, link and `structinfo` are not short.
import type { Asset, Column } from '../asset/index.ts'

/** Longest short text in characters (UTF-16 units): far more than any product is called. */
export const SHORT_LIMIT = 4096
/** Most entries of a list. */
export const LIST_LIMIT = 10_000

const SHORT_COLUMNS = [
  'protocol',
  'server',
  'os',
  'product',
  'product_version',
  'category',
  'tag',
  'cname',
  'icp',
  'fid',
  'icon_hash',
  'jarm',
  'country',
  'country_name',
  'province',
  'city',
  'isp',
  'as_organization',
  'cert_subject_cn',
  'cert_subject_org',
  'cert_issuer_cn',
  'cert_issuer_org',
  'cert_sn',
  'cert_domain',
  'cert_not_before',
  'cert_not_after',
  'tls_version',
  'tls_ja3s',
  'header_hash',
  'body_hash',
  'banner_hash',
  'cloud_name',
] as const satisfies readonly Column[]

const SHORT: ReadonlySet<Column> = new Set(SHORT_COLUMNS)

/** The value within the bounds of its column: short texts and lists are cut, everything else stays as it is. */
export function bounded<Key extends Column>(column: Key, value: Asset[Key]): Asset[Key]
export function bounded(column: Column, value: Asset[Column]): Asset[Column] {
  if (!SHORT.has(column)) return value
  if (typeof value === 'string') return shortened(value)
  return Array.isArray(value) ? boundedList(value as readonly string[]) : value
}

function boundedList(list: readonly string[]): readonly string[] {
  if (list.length <= LIST_LIMIT && list.every((entry) => entry.length <= SHORT_LIMIT)) return list
  return list.slice(0, LIST_LIMIT).map(shortened)
}

/** Blanks at the ends go first, so that a name behind many of them is not lost. */
function shortened(text: string): string {
  if (text.length <= SHORT_LIMIT) return text
  const trimmed = text.trim()
  const last = trimmed.charCodeAt(SHORT_LIMIT - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return trimmed.slice(0, isHalf ? SHORT_LIMIT - 1 : SHORT_LIMIT)
}
