// Web archives before WARC: ARC 1.0, 1.1 and 2.0, as Heritrix 1 and the Internet Archive wrote them. Each captured page becomes
// an observation of the host that sent it.
import {
  ArchiveRemarks,
  decodeBlockBody,
  headerText,
  observeCapture,
  parseResponse,
  refuseBlock,
  refuseJunk,
} from '../capture/index.ts'
import type { Importer, Input, Reading, Sample } from '../importer.ts'
import { readTime, readWebAddress, splitHeaderLines } from '../text/index.ts'
import { type ArcRecord, readArc, readRecordLine } from './record.ts'

function detect(sample: Sample): number {
  const [first = '', second = ''] = splitHeaderLines(sample.text.trimStart())
  if (first.startsWith('filedesc://') && /^[12] \d /.test(second)) return 1
  return first.startsWith('filedesc://') || readRecordLine(first)?.sure === true ? 0.9 : 0
}

/** 14 digits; shorter and longer ones occur. */
function timeOf(date: string): number | undefined {
  return /^\d{8,18}$/.test(date) ? readTime(date.slice(0, 14).padEnd(14, '0')) : undefined
}

async function readCapture(record: ArcRecord): Promise<Reading> {
  const { block, header, line, number } = record
  const refuse = (reason: string): Reading => refuseBlock(number, reason, header, block)
  const scheme = line.url.slice(0, line.url.indexOf(':')).toLowerCase()
  if (scheme !== 'http' && scheme !== 'https')
    return { kind: 'skip', line: number, reason: `record of \`${scheme}:\`, no web page` }
  const address = readWebAddress(line.url)
  if (address === undefined) return refuse(`\`${line.url.slice(0, 200)}\` is not a valid web address`)
  const response = parseResponse(block.bytes)
  if (response === undefined) return refuse('the record does not begin with an HTTP status line')
  if (!response.closed && block.fit === 'cut')
    return refuse('the input ends within the HTTP header of this record')
  const repeat = response.status === 304
  const cut = block.fit === 'cut'
  const body = repeat ? undefined : await decodeBlockBody(response, block, cut, address.reached)
  const capture = {
    url: line.url,
    address,
    ip: line.ip,
    time: timeOf(line.date),
    header: headerText(response.head),
    body,
    repeat,
  }
  return { kind: 'observation', line: number, observation: observeCapture(capture) }
}

async function* read(input: Input): AsyncGenerator<Reading> {
  const remarks = new ArchiveRemarks()
  for await (const item of readArc(input.bytes)) {
    if (item.kind === 'junk') yield refuseJunk(item.number, item.block)
    else {
      remarks.see(item.number, item.block)
      yield await readCapture(item)
    }
  }
  yield* remarks.notes()
}

/** ARC files. */
export const arcImporter: Importer = {
  name: 'arc',
  label: 'web archive (ARC), as Heritrix 1 wrote it',
  detect,
  read,
}
