// Addresses of web pages, ports and headers, as sources write them.
import type { Json } from './json.ts'

/** A port number 1–65535 from a number or a text of digits; undefined for anything else. */
export function readPort(value: Json | undefined): number | undefined {
  if (typeof value === 'string' && !/^\d{1,5}$/.test(value)) return undefined
  const port = typeof value === 'string' ? Number(value) : value
  return typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65535 ? port : undefined
}

/** The parts of a web address. */
export interface WebAddress {
  readonly scheme: 'http' | 'https'
  /** Lower-case name, or address without brackets. */
  readonly reached: string
  readonly port: number
  /** Path with its leading slash, query and fragment excluded. */
  readonly path: string
}

const URL_TEXT =
  /^(https?):\/\/(?:[^\s/?#@]*@)?(?:\[([0-9a-f:.]+)\]|([^\s/?#:[\]@]+))(?::(\d{0,5}))?(?=$|[/?#])([^?#]*)/i

/** Reads `http://…` and `https://…` tolerantly (blanks in the path, user names); undefined for anything else. */
export function readWebAddress(text: string): WebAddress | undefined {
  const match = URL_TEXT.exec(text.trim())
  if (match === null) return undefined
  const [, scheme, v6, name = '', digits, path = ''] = match
  const secure = scheme?.toLowerCase() === 'https'
  const port = digits === undefined || digits === '' ? (secure ? 443 : 80) : readPort(digits)
  if (port === undefined) return undefined
  return {
    scheme: secure ? 'https' : 'http',
    reached: (v6 ?? name).toLowerCase(),
    port,
    path: path === '' ? '/' : path,
  }
}

/**
 * A header block from its parts: lines joined by CRLF, without the blank line that ends it. This is the form every importer
 * states `header` in; where the source holds the bytes as received, they are kept up to that blank line.
 */
export function printHeader(
  statusLine: string,
  fields: Iterable<readonly [name: string, value: string]>,
): string {
  const lines = statusLine === '' ? [] : [statusLine]
  for (const [name, value] of fields) lines.push(`${name}: ${value}`)
  return lines.join('\r\n')
}

/** A header name as servers usually write it, from a key such as `content_type`: `Content-Type`. */
export function headerName(key: string): string {
  return key
    .replaceAll('_', '-')
    .replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}
