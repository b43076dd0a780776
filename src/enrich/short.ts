// Limits short texts (names, versions, locations), because they are compared, counted and shown as a whole. Header, body, banner,
// certificate, title, link and `structinfo` are not short.
import { type Asset, COLUMNS, type Column, columnRow } from '../asset/index.ts'

/** The longest short text in characters (UTF-16 code units): far longer than any product name. */
const SHORT_LIMIT = 4096
/** The most entries of a list. */
const LIST_LIMIT = 10_000

/** Small columns whose texts may still have any length. */
const LONG: readonly Column[] = ['title', 'link', 'structinfo', 'cert_subject', 'cert_issuer']

const SHORT: ReadonlySet<Column> = new Set(
  COLUMNS.filter((column) => {
    const { size, unknown, query } = columnRow(column)
    const isShort = Array.isArray(unknown) || (unknown === '' && size === 'small')
    return isShort && query !== undefined && !LONG.includes(column)
  }),
)

/** Limits a value to the bounds of its column: short texts and lists are cut, everything else is unchanged. */
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

/** Blanks at the ends are removed first, so that a name after many of them is not lost. */
function shortened(text: string): string {
  if (text.length <= SHORT_LIMIT) return text
  const trimmed = text.trim()
  const last = trimmed.charCodeAt(SHORT_LIMIT - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return trimmed.slice(0, isHalf ? SHORT_LIMIT - 1 : SHORT_LIMIT)
}
