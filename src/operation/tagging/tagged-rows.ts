// The columns of the table of a tagging result; the rest of an entry is loaded when its row is expanded.
import type { Entry } from '../../tag/index.ts'

const PIECE = 200

/** The header and short rows as one JSON object, made while the result is read. */
export async function* writeRows(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let head = false
  let rows: string[] = []
  let divider = ''
  for await (const line of lines) {
    if (!head) {
      yield `{"error":false,"head":${line},"rows":[`
      head = true
    } else rows.push(JSON.stringify(rowOf(JSON.parse(line) as Entry)))
    if (rows.length < PIECE) continue
    yield divider + rows.join(',')
    divider = ','
    rows = []
  }
  yield `${rows.length > 0 ? divider + rows.join(',') : ''}]}`
}

/** The stored JSON of the entry of a physical line; undefined when the result has none. */
export async function findEntry(lines: AsyncIterable<string>, line: string): Promise<string | undefined> {
  if (!/^[1-9]\d{0,9}$/.test(line)) return undefined
  // Entries are written by us, the number of the line first.
  const begin = `{"line":${line},`
  for await (const text of lines) if (text.startsWith(begin)) return text
  return undefined
}

function rowOf(entry: Entry): object {
  const { line, input, status, tags } = entry
  switch (entry.status) {
    case 'invalid':
      return { line, input, status, tags, reason: entry.reason }
    case 'duplicate':
      return { line, input, status, tags, ip: entry.ip, same_as: entry.same_as }
    case 'ok': {
      const { ip, network, geo, found, conflicts } = entry
      const { asn, as_organization: organization } = network
      const { country, country_name, city } = geo
      const facts = { ip, asn, organization, country, country_name, city, found }
      return { line, input, status, tags, ...facts, conflicts: conflicts.length }
    }
  }
}
