import { Worker } from 'node:worker_threads'

/**
 * Runs the module in a separate thread, with the input as its `workerData`, and resolves to what it posts. Rejects with what it
 * throws.
 */
export function inThread<Output>(module: URL, input: unknown): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData: input })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread of ${module.pathname} ended with ${code}`)))
  })
}
