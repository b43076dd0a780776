// aquatone 1.x folders: `aquatone_session.json`, which lists the pages, and their bodies below `html/`. Layout read in
// michenriksen/aquatone core/session.go and core/page.go. Sessions merged into one page per line are taken too.
import { listAt, objectAt, textAt, readingOf } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asObject,
  type Document,
  dig,
  type JsonObject,
  peekObjects,
  readDocuments,
  readTime,
  reject,
} from '../text/index.ts'
import { mapPage, type Session } from './page.ts'

const ANCHOR = 'aquatone_session.json'

function looksLikePage(object: JsonObject | undefined): boolean {
  return (
    textAt(object, 'url') !== undefined && object !== undefined && 'addrs' in object && 'hostname' in object
  )
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const pages = objectAt(first, 'pages')
  if (pages !== undefined && objectAt(first, 'stats') !== undefined) return 0.98
  const merged =
    looksLikePage(first) && Array.isArray(dig(first, 'headers')) && textAt(first, 'status') !== undefined
  return merged ? 0.9 : 0
}

/** The end of the run, else its start; aquatone writes the year 1 for an end that did not come. */
function timeOf(around: JsonObject | undefined): number | undefined {
  return readTime(dig(around, 'stats', 'finishedAt')) ?? readTime(dig(around, 'stats', 'startedAt'))
}

async function readPage(document: Document & { kind: 'value' }, session: Session): Promise<Reading> {
  const { line, text } = document
  const page = asObject(document.value)
  const mapped = page === undefined ? undefined : await mapPage(page, session)
  if (mapped === undefined) return reject(line, 'the page is not a JSON object', text)
  return readingOf(mapped, line, text)
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let time: number | undefined
  let missing = 0
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: ['pages'] })) {
    if (document.kind !== 'value') yield document
    else if (document.part === 'opening') time = timeOf(asObject(document.value))
    else if (document.path !== '' || looksLikePage(asObject(document.value)))
      yield await readPage(document, { time, beside: input.beside, missed: () => missing++ })
    else if (listAt(document.value, 'pages').length === 0 && objectAt(document.value, 'pages') === undefined)
      yield reject(document.line, 'no aquatone session: it has no `pages`', document.text)
  }
  if (missing > 0) yield { kind: 'note', text: `pages whose body file is not beside the session: ${missing}` }
}

/** aquatone's output folders. */
export const aquatoneImporter: Importer = {
  name: 'aquatone',
  label: 'aquatone folder (`aquatone -out FOLDER`)',
  detect,
  anchor: ANCHOR,
  anchorParts: ['headers', 'html', 'screenshots', 'aquatone_urls.txt', 'aquatone_report.html'],
  read,
}
