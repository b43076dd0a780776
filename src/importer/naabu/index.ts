// naabu (projectdiscovery): open ports as JSON lines, CSV, or plain `host:port` lines.
import { numberAt, readMapped, readMappedLines, readMappedRows, shareOfLines } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { firstCells, type JsonObject, lookAhead, peekObjects } from '../text/index.ts'
import { readLine } from './line.ts'
import { isHost, mapRecord } from './record.ts'
import { HEADER, isHeader, isRow, recordOfRow } from './table.ts'

const KEYS = new Set(
  (
    'host ip port protocol tls cdn cdn-name timestamp mac_address device_type extra_info high_version hostname low_version ' +
    'method name os_type product proto rpc_num service_fp tunnel version confidence cpes'
  ).split(' '),
)

const LINES = { read: readLine, complaint: 'the line is not `host:port`', map: mapRecord }

const TABLE = { record: recordOfRow, map: mapRecord }

function looksLikeRecord(record: JsonObject): boolean {
  const keys = Object.keys(record)
  if (!keys.every((key) => KEYS.has(key)) || !('port' in record)) return false
  const { protocol } = record
  // Until 2.1.1 the transport was within `port`.
  if (numberAt(record, 'port', 'Port') !== undefined) return true
  return typeof record['tls'] === 'boolean' || protocol === 'tcp' || protocol === 'udp'
}

/** What `naabu -dashboard` sends. */
function isSent(record: JsonObject): boolean {
  return isHost(record) && 'Confidence' in record
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first !== undefined) return looksLikeRecord(first) || isSent(first) ? 0.92 : 0
  const cells = firstCells(sample.text)
  if (isHeader(cells) || isRow(cells)) return 0.9
  return shareOfLines(sample, readLine) >= 0.6 ? 0.6 : 0
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, cells, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start) && !/^\[[\da-f:.]+\]:\d/i.test(start))
    yield* readMapped(again, options, [], mapRecord, ['Ports'])
  else if (isHeader(cells)) yield* readMappedRows(again, options, TABLE)
  else if (isRow(cells)) yield* readMappedRows(again, options, { ...TABLE, header: HEADER })
  else yield* readMappedLines(again, options, LINES)
}

/** naabu's output in any of its forms. */
export const naabuImporter: Importer = {
  name: 'naabu',
  label: 'naabu output (`naabu -json`, `-csv` or plain lines)',
  detect,
  read,
}
