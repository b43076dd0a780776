// Web archives: WARC 0.17 to 1.1 (ISO 28500), as Heritrix, Wget, Browsertrix, pywb and Common Crawl write them. Each captured
// page becomes an observation of the host that sent it.
import { ArchiveRemarks, PageScripts, refuseJunk } from '../capture/index.ts'
import type { Importer, Input, Reading, Sample } from '../importer.ts'
import { type Around, readCapture, refuse } from './capture.ts'
import { readWarc, type WarcRecord } from './record.ts'
import { Originals } from './revisit.ts'

const CAPTURES = new Set(['response', 'resource', 'revisit'])
/** Record types of the standard that hold no capture of their own. */
const OTHERS = new Set(['warcinfo', 'request', 'metadata', 'conversion', 'continuation'])

function detect(sample: Sample): number {
  const start = sample.text.slice(0, 4096).replace(/^\s+/, '')
  if (/^WARC\/\d[\d.]*[ \t]*\r*\n/i.test(start)) return 1
  return /^WARC(?:\/|-Type:)/i.test(start) ? 0.9 : 0
}

async function readRecord(record: WarcRecord, around: Around): Promise<Reading> {
  if (record.torn) return refuse(record, 'the header of this record is not closed by an empty line')
  if (CAPTURES.has(record.type)) return await readCapture(record, around)
  if (record.type === '') return refuse(record, 'the record has no WARC-Type')
  const known = OTHERS.has(record.type) ? record.type : `\`${record.type.slice(0, 40)}\``
  return { kind: 'skip', line: record.number, reason: `${known} record` }
}

async function* read(input: Input): AsyncGenerator<Reading> {
  const around = { originals: new Originals(), scripts: new PageScripts() }
  let last = 0
  const remarks = new ArchiveRemarks()
  for await (const item of readWarc(input.bytes)) {
    if (item.kind === 'junk') {
      yield refuseJunk(item.number, item.block)
      continue
    }
    if (!item.torn) remarks.see(item.number, item.block)
    last = item.number
    yield await readRecord(item, around)
  }
  for (const observation of around.scripts.observations())
    yield { kind: 'observation', line: last, observation }
  yield* remarks.notes()
}

/** WARC files. */
export const warcImporter: Importer = {
  name: 'warc',
  label: 'web archive (WARC, also within WACZ), as Heritrix, Wget or Browsertrix write it',
  detect,
  read,
}
