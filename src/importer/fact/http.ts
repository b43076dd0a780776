// HTTP messages in one piece, and headers that a tool took to pieces.
import { asTexts, headerName, type Json, type JsonObject, printHeader, wellFormed } from '../text/index.ts'
import { numberAt } from './at.ts'

/** A response: its header as received, without the blank line that ends it, and what follows. */
interface Message {
  readonly header: string
  readonly body: string
}

/** Splits a text that begins with an HTTP status line at the first blank line; undefined for any other text. */
export function splitMessage(text: string): Message | undefined {
  if (!/^HTTP\/\d/i.test(text)) return undefined
  const end = /\r?\n\r?\n/.exec(text)
  if (end === null) return { header: withoutLineEnds(text), body: '' }
  return { header: text.slice(0, end.index), body: text.slice(end.index + end[0].length) }
}

/** The text without the line ends it ends in. */
export function withoutLineEnds(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(0, end)
}

/** The status code at a path; undefined for numbers below 100, which tools write where there was no answer. */
export function statusAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const status = numberAt(value, ...path)
  return status !== undefined && status >= 100 ? status : undefined
}

/** The path of a target without query and fragment; `/` where it is missing or the target is not a path. */
export function pathIn(target: string | undefined): string {
  const path = target?.split(/[?#]/, 1)[0] ?? '/'
  return path.startsWith('/') ? path : '/'
}

/** The status code of a header's status line. */
export function statusOf(header: string): number | undefined {
  const code = /^HTTP\/\S+[ \t]+(\d{3})(?!\d)/i.exec(header)?.[1]
  return code === undefined ? undefined : Number(code)
}

/**
 * A header from a map of names to values or lists of values; `_` in a name stands for `-`. Its order and the spelling of its
 * names are the map's, because the tool kept no other. `unknown` holds `{key, value}` pairs that the tool has no name for.
 */
export function headerOfMap(statusLine: string, map: JsonObject): string {
  const fields: [string, string][] = []
  for (const key in map) {
    if (key === '_encoding') continue
    const value = map[key]
    if (key === 'unknown' && Array.isArray(value)) fields.push(...value.flatMap(pairsOf))
    else for (const text of asTexts(value)) fields.push([headerName(key), wellFormed(text)])
  }
  return printHeader(statusLine, fields)
}

function pairsOf(entry: unknown): [string, string][] {
  if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('value' in entry)) return []
  const { key, value } = entry as JsonObject
  if (typeof key !== 'string') return []
  return asTexts(value).map((text) => [headerName(wellFormed(key)), wellFormed(text)])
}
