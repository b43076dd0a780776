// httpx's CSV: a header row of field names, and values as Go prints them, or as JSON in newer versions.
import type { JsonObject, Json } from '../text/index.ts'
import { parseJson } from '../text/index.ts'

/** Fields that hold lists. */
const LISTS = new Set(
  'a aaaa cname cnames tech technologies resolvers chain_status_codes chain-status-codes'.split(' '),
)
/** Lists whose items may hold blanks, which Go's print form does not keep apart. */
const WORDY = new Set(['tech', 'technologies'])

/** Whether a row is httpx's header. */
export function isHeader(cells: readonly string[]): boolean {
  const marks = [
    'input',
    'scheme',
    'status_code',
    'status-code',
    'webserver',
    'content_length',
    'content-length',
    'failed',
  ]
  return cells.includes('url') && marks.filter((mark) => cells.includes(mark)).length >= 2
}

/** The record of a row, as the JSON output would have it. */
export function recordOfRow(names: readonly string[], cells: readonly string[]): JsonObject {
  const record: Record<string, Json> = {}
  for (const [index, name] of names.entries()) {
    const value = readValue(name, unguarded(cells[index] ?? ''))
    if (value === undefined) continue
    const [outer = '', inner] = name.split('.', 2)
    // Newer versions flatten `asn` and `tls` into `asn.as_number` and the like.
    if (inner === undefined) record[name] = value
    else record[outer] = { ...(record[outer] as JsonObject | undefined), [inner]: value }
  }
  return record
}

/** Without the quote that keeps spreadsheets from taking a value for a formula. */
function unguarded(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

function readValue(name: string, text: string): Json | undefined {
  // `map[…]` and `&{…}` are Go's print forms of what has no form in CSV.
  if (text === '' || text === '<nil>' || /^(map\[|&\{)/.test(text)) return undefined
  if (LISTS.has(name) || name.includes('.')) return listOf(name, text)
  if (name === 'timestamp') return text.replace(/ m=[+-][\d.]+$/, '')
  return text
}

function listOf(name: string, text: string): Json | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return text
  const parsed = parseJson(text)
  if ('value' in parsed && Array.isArray(parsed.value) && /^\[["\]]/.test(text)) return parsed.value
  const items = text
    .slice(1, -1)
    .split(' ')
    .filter((item) => item !== '')
  return WORDY.has(name) && items.length > 1 ? undefined : items
}
