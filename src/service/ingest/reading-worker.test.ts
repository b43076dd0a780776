// Temporary files of a thread that reads: they go with it, however it ends.
import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ReadRequest } from './read-request.ts'
import { ReadingFailed, ReadingWorker } from './reading-worker.ts'

/** Says where it writes, and fails before it could remove anything. */
const THREAD = `
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parentPort } from 'node:worker_threads'
writeFileSync(tmpdir() + '/copy', 'of a database')
parentPort.postMessage({ kind: 'file', path: tmpdir() })
throw new Error('ended')
`

it('removes the temporary files of a thread that was ended', async () => {
  const worker = new ReadingWorker({} as ReadRequest, {
    ...{ stallTimeout: 30_000, standardInput: undefined, onProgress: () => undefined, signal: undefined },
    thread: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
  })
  const failure = await worker
    .batches()
    .next()
    .catch((error: unknown) => error)
  if (!(failure instanceof ReadingFailed)) throw new Error('the thread did not fail')
  const folder = failure.position.file ?? ''
  expect(readdirSync(folder)).toEqual(['copy'])
  await worker.close()
  expect(existsSync(folder)).toBe(false)
})
