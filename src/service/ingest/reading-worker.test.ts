// Temporary files of a thread that reads: they go with it, however it ends.
import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ReadRequest } from './read-request.ts'
import { ReadingFailed, ReadingWorker } from './reading-worker.ts'
import { Gauge } from './thread-message.ts'

/** Which figure of the shared memory says that the thread loads. */
const PAUSED = pausedCell()

function pausedCell(): number {
  const shared = Gauge.memory()
  new Gauge(shared).pause(true)
  return new Float64Array(shared).lastIndexOf(1)
}

/** Says where it writes, and fails before it could remove anything, but after that has arrived. */
const THREAD = `
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parentPort } from 'node:worker_threads'
writeFileSync(tmpdir() + '/copy', 'of a database')
parentPort.postMessage({ kind: 'file', path: tmpdir() })
setTimeout(() => { throw new Error('ended') }, 200)
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

/** Loads for ever, as a thread does that hangs in a feed or a database: before its first file, or at an address. */
const loading = (file: string): string => `
import { parentPort, workerData } from 'node:worker_threads'
const cells = new Float64Array(workerData.shared)
if (${JSON.stringify(file)} !== '') parentPort.postMessage({ kind: 'file', path: ${JSON.stringify(file)} })
cells[${PAUSED}] = 1
cells[1]++
setTimeout(() => { for (;;); }, 50)
`

it.each(['', 'scan.json'])('ends a thread that loads without end (file: "%s")', async (file) => {
  const worker = new ReadingWorker({} as ReadRequest, {
    ...{ stallTimeout: 100, standardInput: undefined, onProgress: () => undefined, signal: undefined },
    thread: new URL(`data:text/javascript,${encodeURIComponent(loading(file))}`),
  })
  const failure = await worker
    .batches()
    .next()
    .catch((error: unknown) => error)
  await worker.close()
  expect(failure).toBeInstanceOf(ReadingFailed)
  expect((failure as Error).message).toBe('loading what reading needs made no progress for 1 seconds')
})

/** Is blocked for a while, as a thread is that does not get the processor, and then has read everything. */
const blocked = (milliseconds: number): string => `
import { parentPort } from 'node:worker_threads'
parentPort.postMessage({ kind: 'file', path: 'scan.json' })
setTimeout(() => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})
  parentPort.postMessage({ kind: 'end' })
}, 50)
setTimeout(() => {}, 60_000)
`

it.each([
  [200, 1500, 'done'],
  [20, 60_000, 'reading made no progress for 0 seconds'],
])('a thread that may take %i ms and waits for %i ms: %s', async (stallTimeout, milliseconds, expected) => {
  const worker = new ReadingWorker({} as ReadRequest, {
    ...{ stallTimeout, standardInput: undefined, onProgress: () => undefined, signal: undefined },
    thread: new URL(`data:text/javascript,${encodeURIComponent(blocked(milliseconds))}`),
  })
  const result = await worker
    .batches()
    .next()
    .then(
      () => 'done',
      (error: Error) => error.message,
    )
  await worker.close()
  expect(result).toBe(expected)
})
