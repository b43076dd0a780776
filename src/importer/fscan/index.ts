// fscan: text, JSON and CSV of versions 1 and 2, and what it prints on a terminal.
import { type Mapped, objectsAt, readMapped, readMappedLines, skipped, textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { type JsonObject, lookAhead, peekObjects } from '../text/index.ts'
import { TERMINAL } from './line.ts'
import { HEADING, RESULT_LINE, reportLines } from './report.ts'
import { isResult, mapResult, RESULT_KINDS } from './result.ts'
import { readTables, TABLE } from './table.ts'

const LISTS = ['hosts', 'ports', 'services', 'vulns'] as const

/** One document with lists of results, as versions since 2.1 write it. */
function isDocument(record: JsonObject): boolean {
  if (!('scan_time' in record && 'summary' in record)) return false
  const first = LISTS.flatMap((list) => objectsAt(record, list))[0]
  return first === undefined || isResult(first)
}

/** Whether the first line with anything on it belongs to a report of version 2. */
function isReport(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  return HEADING.test(first.trimEnd()) || RESULT_KINDS.has(RESULT_LINE.exec(first.trimEnd())?.[2] ?? '')
}

const OWN =
  /^(start (infoscan|vulscan)|\[\*\] WebTitle|\[\+\] InfoScan|\((icmp|ping)\) Target |\[\*\] (LiveTop|alive ports len|Icmp alive)|(?:\[[\dhms.]{2,12}\] +)?\[[*+]\] (?:端口开放|Port open|网站标题) )/im
const ONLY_OPEN = /^\d[\d.]{6,14}:\d{1,5} open\r?$/im

function detect(sample: Sample): number {
  const { text } = sample
  const [first] = peekObjects(sample)
  if (first !== undefined) return isResult(first) || isDocument(first) ? 0.97 : 0
  if (TABLE.test(text.slice(0, 400)) || isReport(text.slice(0, 4096)) || OWN.test(text)) return 0.96
  return ONLY_OPEN.test(text.slice(0, 4096)) ? 0.95 : 0
}

function mapLine(record: JsonObject): Iterable<Mapped> {
  const message = textAt(record, 'message')
  return message === undefined ? mapResult(record) : [skipped(message)]
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^[[{]\s*["{]/.test(start)) yield* readMapped(again, options, LISTS, mapResult)
  else if (TABLE.test(start.slice(0, 400))) yield* readTables(again, options)
  else if (isReport(start.slice(0, 4096)))
    yield* readMappedLines(again, options, {
      ...{ read: reportLines(), complaint: 'no line of fscan that names a service', map: mapLine },
    })
  else yield* readMappedLines(again, options, TERMINAL)
}

/** What fscan writes. */
export const fscanImporter: Importer = {
  name: 'fscan',
  label: 'fscan output (text, JSON and CSV of versions 1 and 2); found accounts are left out',
  detect,
  read,
}
