// Threads that read inputs. To start one takes a second of processor time, for the rules and the databases of locations, so a server
// keeps one that ended its import for the next.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ThreadData } from './thread-message.ts'

/** A thread, and the folder of its temporary files. */
export interface ReadingThread {
  readonly worker: Worker
  /** What readers write to disk; a thread that is ended cannot remove it. */
  readonly folder: string
}

const THREAD = new URL('./reading-thread.ts', import.meta.url)

/** Starts a thread that reads at once; `module` is its code, for tests. */
export function startThread(data: ThreadData, stdin: boolean, module: URL = THREAD): ReadingThread {
  const folder = mkdtempSync(join(tmpdir(), 'periplus-reading-'))
  const worker = new Worker(module, { workerData: data, env: { TMPDIR: folder }, stdin })
  return { worker, folder }
}

/** Ends a thread, and removes its temporary files. */
export async function endThread({ worker, folder }: ReadingThread): Promise<void> {
  await worker.terminate()
  await rm(folder, { recursive: true, force: true })
}

/** How long a thread waits for the next import, in milliseconds. */
const IDLE = 60_000

/** The thread that waits for the next import, if there is one. */
export class ReadingThreads {
  readonly #idle: number
  #waiting: ReadingThread | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(idle = IDLE) {
    this.#idle = idle
  }

  /** The thread that waits. */
  get waiting(): ReadingThread | undefined {
    return this.#waiting
  }

  /** The waiting thread, which reads from now on; undefined if there is none. */
  take(data: ThreadData): ReadingThread | undefined {
    const thread = this.#release()
    thread?.worker.ref()
    thread?.worker.postMessage(data)
    return thread
  }

  /** Keeps a thread that has read everything. */
  async keep(thread: ReadingThread): Promise<void> {
    const { worker, folder } = thread
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    if (this.#isClosed || this.#waiting !== undefined) return endThread(thread)
    this.#waiting = thread
    this.#timer = setTimeout(() => void this.#endWaiting(), this.#idle).unref()
    // A thread that fails while it waits is not used again.
    worker.on('error', () => this.#forget(thread))
    worker.on('exit', () => this.#forget(thread))
    worker.unref()
  }

  /** Ends the thread that waits; those that come back end at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endWaiting()
  }

  async #endWaiting(): Promise<void> {
    const thread = this.#release()
    if (thread !== undefined) await endThread(thread)
  }

  #release(): ReadingThread | undefined {
    const thread = this.#waiting
    clearTimeout(this.#timer)
    this.#waiting = undefined
    thread?.worker.removeAllListeners('error').removeAllListeners('exit')
    return thread
  }

  #forget(thread: ReadingThread): void {
    if (this.#waiting !== thread) return
    this.#release()
    rmSync(thread.folder, { recursive: true, force: true })
  }
}
