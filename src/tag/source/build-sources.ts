// Building a set of sources: beside the running program in a thread, or on the spot for commands and tests.
import { Worker } from 'node:worker_threads'
import { openSourceSet } from './open-source-set.ts'
import type { SourceInput } from './source.ts'
import { buildSourceData, type SourceData } from './source-data.ts'
import type { SourceSet } from './source-set.ts'

/** Reads the feeds and builds the tables on the spot. */
export function buildSourcesHere(inputs: readonly SourceInput[]): SourceSet {
  return openSourceSet(buildSourceData(inputs))
}

/**
 * The same in a worker thread, without holding up the event loop; the files' bytes are copied, the tables are handed over. What is
 * built in is always there; feeds that cannot be used stand in `failures`. Rejects only when the thread itself fails.
 */
export function buildSources(inputs: readonly SourceInput[]): Promise<SourceSet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), { workerData: inputs })
    worker.once('message', (data: SourceData) => {
      resolve(openSourceSet(data))
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread that reads the feeds ended with ${code}`)))
  })
}
