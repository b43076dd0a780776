// httpx (projectdiscovery): JSON lines under the field names of all its versions, its CSV, the lines it prints on a
// terminal, and the files of its `-store-response` folder. Layout read in runner/types.go and runner/runner.go.
import { readMapped, readMappedLines, readMappedRows, shareOfLines } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Refusal, Sample } from '../importer.ts'
import { firstCells, type JsonObject, lookAhead, peekObjects } from '../text/index.ts'
import { plainLine, readLine } from './line.ts'
import { mapRecord } from './record.ts'
import { isStored, readStored } from './stored.ts'
import { isHeader, recordOfRow } from './table.ts'

const MARKS =
  'input scheme webserver content_type content-type status_code status-code content_length content-length failed words lines tech technologies final_url method vhost'.split(
    ' ',
  )

const LINES = {
  read: readLine,
  complaint: 'the line does not begin with the address of a page',
  map: mapRecord,
}

const TABLE = { record: recordOfRow, map: mapRecord }

function looksLikeRecord(record: JsonObject): boolean {
  const { url } = record
  // wfuzz counts lines and words of pages too.
  if ('payload' in record && 'chars' in record) return false
  return (
    typeof url === 'string' && /^https?:\/\//i.test(url) && MARKS.filter((mark) => mark in record).length >= 3
  )
}

function detect(sample: Sample): number {
  const objects = peekObjects(sample)
  // A target without an answer has few keys.
  const first = objects.find((one) => String(one['failed']) !== 'true') ?? objects[0]
  if (first !== undefined) return looksLikeRecord(first) ? 0.95 : 0
  if (isStored(sample.text)) return 0.9
  return isHeader(firstCells(sample.text)) ? 0.95 : detectLines(sample)
}

/** Lines with results are httpx's; a list of bare addresses may be anybody's, also one of targets never asked. */
function detectLines(sample: Sample): number {
  if (shareOfLines(sample, readLine) < 0.75) return 0
  const lines = plainLine(sample.text).split('\n')
  return lines.some((line) => line.trimEnd().endsWith(']') && line.includes(' [')) ? 0.9 : 0
}

/** Lines, with a note where parts of them are left out. */
async function* readPlain(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let unread = 0
  const readAndCount = (line: string): JsonObject | undefined => {
    const record = readLine(line)
    if (record?.['unread'] !== undefined) unread++
    return record
  }
  yield* readMappedLines(input, options, { ...LINES, read: readAndCount })
  if (unread > 0)
    yield {
      kind: 'note',
      text: `parts of ${unread} lines may mean several things and are left out: import what \`httpx -json\` writes`,
    }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, cells, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start)) yield* readMapped(again, options, [], mapRecord)
  else if (isStored(start)) yield* readStored(again, options)
  else if (isHeader(cells)) yield* readMappedRows(again, options, TABLE)
  else yield* readPlain(again, options)
}

/** httpx's output in any of its forms. */
export const httpxImporter: Importer = {
  name: 'httpx',
  label: 'httpx output (`httpx -json`, `-csv` or plain lines)',
  detect,
  namesPictures: true,
  read,
}

/** The index beside stored responses, which names files of the machine that ran httpx. */
export const HTTPX_REFUSALS: readonly Refusal[] = [
  {
    name: 'the index of stored responses of httpx',
    detect: ({ text }) => (/^\S+\.txt https?:\/\/\S+ \(\d{3} [^)\n]*\)\r?(?:\n|$)/.test(text) ? 0.95 : 0),
    advice: 'import the responses beside it',
    companion: true,
  },
]
