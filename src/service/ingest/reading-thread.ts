// The thread that reads and enriches inputs.
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { ReadProgress } from '../../importer/index.ts'
import { transferablesOf } from './packed-records.ts'
import type { ReadBatch } from './read-batch.ts'
import { readInputs } from './read-inputs.ts'
import { Gauge, type ThreadData, type ThreadMessage } from './thread-message.ts'

/** Batches that were sent and not received yet. */
const MOST_WAITING = 2

let waiting = 0
let wake = (): void => undefined

parentPort?.on('message', (message: ThreadData | 'room') => {
  if (message !== 'room') return void read(message)
  waiting--
  wake()
})

function post(message: ThreadMessage, transfer: readonly ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, transfer as unknown as Transferable[])
}

async function send({ records, ...batch }: ReadBatch): Promise<void> {
  const packed = records.pack()
  post({ kind: 'batch', batch, records: packed }, transferablesOf(packed))
  waiting++
  while (waiting >= MOST_WAITING)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
}

/** Reports every step to the main thread, including steps that only consume. */
class SharedProgress extends ReadProgress {
  constructor(gauge: Gauge) {
    super([])
    Object.defineProperty(this, 'consumed', {
      get: () => gauge.consumed,
      set: (bytes: number) => gauge.consume(bytes),
    })
  }
}

/** Reads the inputs of one import; further ones come as messages. */
async function read({ request, shared }: ThreadData): Promise<void> {
  const gauge = new Gauge(shared)
  waiting = 0
  await readInputs(request, {
    send,
    onFile: (path) => post({ kind: 'file', path }),
    onInput: (name) => post({ kind: 'input', name }),
    onStep: (step, readings) => gauge.step(step, readings),
    onPause: (paused) => gauge.pause(paused),
    progress: new SharedProgress(gauge),
  })
  post({ kind: 'end' })
}

await read(workerData as ThreadData)
