// HTTP Archive 1.1 and 1.2 (HAR), as browsers, Playwright, Fiddler and WebPageTest save it. Each answered request becomes an
// observation of the host that answered, also those for images and scripts.
import { PageScripts } from '../capture/index.ts'
import { listAt, objectAt, readingOf } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { asObject, type Document, peekObjects, readDocuments, reject } from '../text/index.ts'
import { mapEntry } from './entry.ts'

const UNWRAP = ['log.entries']

function detect(sample: Sample): number {
  const log = objectAt(peekObjects(sample)[0], 'log')
  if (log === undefined) return 0
  if (listAt(log, 'entries').some((entry) => objectAt(entry, 'request') !== undefined)) return 0.99
  return 'entries' in log || ('creator' in log && 'version' in log) ? 0.9 : 0
}

async function readEntry(
  document: Document & { kind: 'value' },
  input: Input,
  { keepPersonal = false }: ReadOptions,
  scripts: PageScripts,
): Promise<Reading> {
  const { line, text, value } = document
  const entry = asObject(value)
  if (entry === undefined) return reject(line, 'the entry is not a JSON object', text)
  const mapped = await mapEntry(entry, input.beside, keepPersonal, scripts)
  return readingOf(mapped, line, text)
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let entries = 0
  let last = 0
  const scripts = new PageScripts()
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: UNWRAP })) {
    if (document.kind !== 'value') yield document
    else if (document.path !== '') {
      entries++
      last = document.line
      yield await readEntry(document, input, options, scripts)
    } else if (document.part === 'whole' && entries === 0 && objectAt(document.value, 'log') === undefined)
      yield reject(document.line, 'no HTTP archive: it has no `log`', document.text)
  }
  for (const observation of scripts.observations()) yield { kind: 'observation', line: last, observation }
}

/** HAR files. */
export const harImporter: Importer = {
  name: 'har',
  label: 'HTTP archive (HAR), as browsers save it from their network panel',
  detect,
  read,
}
