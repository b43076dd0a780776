// Takes a captured HTTP response apart.
import type { Buffer } from 'node:buffer'
import { splitHeaderLines } from '../text/index.ts'

/** One header field, its value without surrounding blanks, one character per byte. */
export type HeaderField = readonly [name: string, value: string]

/** An HTTP response taken apart. */
export interface HttpResponse {
  /** Status line and header fields as received, without the line end and the empty line that close them. */
  readonly head: Buffer
  readonly status: number | undefined
  readonly fields: readonly HeaderField[]
  readonly body: Buffer
  /** Whether the header is closed by an empty line or otherwise beyond doubt. */
  readonly closed: boolean
}

const STATUS_LINE = /^(?:HTTP(?:\/\d+(?:\.\d+)?)?|ICY)[ \t]+(\d{1,3})(?!\d)/i
/** Longest header in bytes that is looked for. */
const HEAD_LIMIT = 1024 * 1024
/** Interim responses before the final one that are passed. */
const MOST_INTERIM = 16
const LF = 10
const CR = 13
const LESS_THAN = 60

interface Head {
  readonly end: number
  readonly bodyStart: number
  readonly closed: boolean
}

function contentEnd(bytes: Buffer, start: number, lineFeed: number): number {
  let end = lineFeed
  while (end > start && bytes[end - 1] === CR) end--
  return end
}

/** The header ends at an empty line; where a server forgot that line, before the first line that begins with `<`. */
function findHead(bytes: Buffer): Head {
  const limit = Math.min(bytes.length, HEAD_LIMIT)
  let end = 0
  for (let start = 0; start < limit; ) {
    if (start > 0 && bytes[start] === LESS_THAN) return { end, bodyStart: start, closed: true }
    const lineFeed = bytes.indexOf(LF, start)
    if (lineFeed < 0 || lineFeed >= limit) break
    const content = contentEnd(bytes, start, lineFeed)
    if (content === start && start > 0) return { end, bodyStart: lineFeed + 1, closed: true }
    end = content
    start = lineFeed + 1
  }
  return { end: limit, bodyStart: limit, closed: false }
}

/** Header fields of a header's lines; a line that begins with a blank continues the one before, lines without a colon are passed. */
export function parseFields(lines: readonly string[]): HeaderField[] {
  const fields: { readonly name: string; readonly parts: string[] }[] = []
  for (const line of lines) {
    const last = fields.at(-1)
    if (last !== undefined && /^[ \t]/.test(line)) last.parts.push(line.trim())
    else {
      const colon = line.indexOf(':')
      if (colon > 0) fields.push({ name: line.slice(0, colon).trim(), parts: [line.slice(colon + 1).trim()] })
    }
  }
  return fields.map(({ name, parts }) => [name, parts.filter((part) => part !== '').join(' ')])
}

/** The value of the first field of that name; undefined when there is none. */
export function fieldValue(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find(([own]) => own.toLowerCase() === name)?.[1]
}

/** The members of all comma-separated fields of that name, in lower case. */
export function fieldTokens(fields: readonly HeaderField[], name: string): string[] {
  return fields
    .filter(([own]) => own.toLowerCase() === name)
    .flatMap(([, value]) => value.toLowerCase().split(/[,;\s]+/))
    .filter((token) => token !== '')
}

/** Takes an HTTP response apart, whatever line ends it uses; undefined when it begins with no status line. */
export function parseResponse(bytes: Buffer): HttpResponse | undefined {
  let response = parseOne(bytes)
  for (let interim = 0; response !== undefined && isInterim(response); interim++) {
    const next = interim < MOST_INTERIM ? parseOne(response.body) : undefined
    if (next === undefined) return response
    response = next
  }
  return response
}

function parseOne(bytes: Buffer): HttpResponse | undefined {
  const status = STATUS_LINE.exec(bytes.toString('latin1', 0, 64))?.[1]
  if (status === undefined) return undefined
  const { end, bodyStart, closed } = findHead(bytes)
  const [, ...lines] = splitHeaderLines(bytes.toString('latin1', 0, end))
  return {
    head: bytes.subarray(0, end),
    status: Number(status),
    fields: parseFields(lines),
    body: bytes.subarray(bodyStart),
    closed,
  }
}

/** Whether a further response follows this one by its nature (100 Continue, 103 Early Hints). */
function isInterim({ status }: HttpResponse): boolean {
  return status === 100 || status === 102 || status === 103
}
