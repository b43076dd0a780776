// Our own NDJSON: one JSON object per line under catalogue names, as `periplus export --format ndjson` writes it and as people
// bring their own records. Arrays and pretty-printed objects are taken too.
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { foreignLikeness, meaningOf, RecordMapper, recordsOfServices } from '../record/index.ts'
import { asObject, type JsonObject, lookAhead, peekObjects, readDocuments, reject } from '../text/index.ts'
import { objectsAt } from '../fact/index.ts'

// Keys of other tools' records that would pass for ours are told apart by their company: a record of ours needs an identity and
// knows nearly all its keys.
function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const wrapper = wrapperOf(first)
  if (wrapper !== undefined) return Math.min(0.56, likeness(objectsAt(first, wrapper)[0] ?? {}))
  return likeness(first)
}

/** Keys under which programs wrap a list of records. */
const WRAPPERS = ['data', 'results', 'items', 'records', 'assets', 'rows', 'hosts', 'services']

/** The key of the list of records in an object that is not a record itself. */
function wrapperOf(object: JsonObject): string | undefined {
  if (likeness(object) > 0) return undefined
  return WRAPPERS.find((key) => likeness(objectsAt(object, key)[0] ?? {}) > 0)
}

function likeness(first: JsonObject): number {
  const keys = Object.keys(first)
  const known = keys.filter((key) => meaningOf(key) !== undefined)
  const identity = keys.some((key) => key === 'host' || key === 'ip' || key === 'link' || key === 'url')
  if (!identity || known.length < 2) return foreignLikeness(keys)
  const named = keys.includes('base_protocol') || keys.includes('lastupdatetime') ? 0.1 : 0
  const share = known.length / keys.length
  return share === 1 ? 0.8 + named : share >= 0.6 ? 0.55 + named : foreignLikeness(keys)
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  const { start, input: again } = await lookAhead(input, 65_536)
  const [first] = peekObjects({ name: '', bytes: new Uint8Array(0), text: start, whole: false })
  const wrapper = first === undefined ? undefined : wrapperOf(first)
  const unwrap = wrapper === undefined ? [] : [wrapper]
  for await (const document of readDocuments(again.bytes, { ...options, unwrap })) {
    // What is around the records says nothing of them.
    if (document.kind === 'value' && document.part !== 'item' && wrapper !== undefined) continue
    if (document.kind !== 'value') {
      yield document
      continue
    }
    const record = asObject(document.value)
    if (record === undefined) yield reject(document.line, 'no JSON object', document.text)
    else for (const one of recordsOfServices(record)) yield* mapper.map(one, document.line, document.text)
  }
  yield* mapper.finish()
}

/** Our own records as JSON. */
export const ndjsonImporter: Importer = {
  name: 'ndjson',
  label: 'records under catalogue names, one JSON object per line (`periplus export --format ndjson`)',
  detect,
  read,
}
