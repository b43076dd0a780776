// Converts a stored result to the requested format while it is read, so that it is never completely in memory.
import { type Entry, type Header, type ResultFormat, writeResult } from '../../tag/index.ts'

export { CSV_COLUMNS, MEDIA_TYPES, RESULT_FORMATS, type ResultFormat } from '../../tag/index.ts'

const AT_ONCE = 200

/** Pieces of text from a result's stored lines: the header, then one entry each. `columns` chooses those of CSV. */
export async function* writeLines(
  format: ResultFormat,
  lines: AsyncIterable<string> | Iterable<string>,
  columns?: readonly string[],
): AsyncGenerator<string> {
  if (format === 'json') yield* writeJson(lines)
  else for await (const batch of batches(lines)) yield write(format, batch, columns)
}

interface Batch {
  readonly head: string
  readonly entries: readonly string[]
  readonly first: boolean
}

function write(format: ResultFormat, { head, entries, first }: Batch, columns?: readonly string[]): string {
  if (format === 'ndjson') return [...(first ? [head] : []), ...entries].map((line) => `${line}\n`).join('')
  const header = JSON.parse(head) as Header
  const results = entries.map((line) => JSON.parse(line) as Entry)
  const pieces = [...writeResult(format, { ...header, results }, columns)]
  // The header row is written once, first.
  return pieces.slice(format === 'csv' && !first ? 1 : 0).join('')
}

async function* writeJson(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let before = ''
  for await (const { head, entries, first } of batches(lines)) {
    if (first) yield `${head.slice(0, -1)},"results":[`
    if (entries.length > 0) yield `${before}\n${entries.join(',\n')}`
    if (entries.length > 0) before = ','
  }
  yield '\n]}\n'
}

async function* batches(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Batch> {
  let head: string | undefined
  let entries: string[] = []
  let first = true
  for await (const line of lines) {
    if (head === undefined) head = line
    else entries.push(line)
    if (entries.length < AT_ONCE) continue
    yield { head, entries, first }
    first = false
    entries = []
  }
  if (head !== undefined && (first || entries.length > 0)) yield { head, entries, first }
}
