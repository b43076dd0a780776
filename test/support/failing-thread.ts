// The thread that reads imports, with a reader that fails where the title of a record requests it. It hangs like an endless loop:
// only the end of the thread stops it.
import { IMPORTERS, type Importer, type Reading } from '../../src/importer/index.ts'

function hang(): never {
  for (;;);
}

function failing(importer: Importer): Importer {
  async function* read(...given: Parameters<Importer['read']>): AsyncGenerator<Reading> {
    for await (const reading of importer.read(...given)) {
      const title = reading.kind === 'observation' ? reading.observation.stated.title : undefined
      if (title === 'hang in reading') hang()
      if (title === 'fail in reading') throw new Error('a fault of the reader')
      if (reading.kind === 'observation' && title === 'hang in enrichment')
        Object.defineProperty(reading.observation.stated, 'title', { get: hang, enumerable: true })
      yield reading
    }
  }
  const detect: Importer['detect'] = (sample) =>
    sample.text.includes('hang in detection') ? hang() : importer.detect(sample)
  return { ...importer, read, detect }
}

const ndjson = IMPORTERS.find(({ name }) => name === 'ndjson')
if (ndjson !== undefined) Object.assign(ndjson, failing({ ...ndjson }))
await import('../../src/service/ingest/reading-thread.ts')
