// Runs a reader over many inputs and watches its failures, its slowest input and the memory that stays in use.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Random, randomOf } from './damage.ts'

/** What was found of one reader. */
export interface Found {
  readonly reader: string
  readonly inputs: number
  readonly failures: number
  /** Milliseconds of processor time of this thread: other work of the machine does not count. */
  readonly slowest: number
  /** What the first failure said. */
  readonly first: string
  /** Bytes in use after a collection, at a fifth of the inputs and at the end. */
  readonly live: readonly [number, number]
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are in use: objects and buffers, not what the allocators keep for later. */
async function liveMemory(): Promise<number> {
  // The buffers of collected objects are freed after the collection.
  for (let times = 0; times < 2; times++) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Runs a reader over inputs from a seed. Caches are full and code is compiled after a fifth of them. */
export async function fuzz(
  reader: string,
  inputs: number,
  seed: number,
  run: (random: Random) => Promise<void> | void,
): Promise<Found> {
  const random = randomOf(seed)
  const warm = Math.floor(inputs / 5)
  let [failures, slowest, first, early] = [0, 0, '', 0]
  for (let count = 0; count < inputs; count++) {
    // WeakRef targets are kept until the event loop turns, and calls made in process never turn it.
    if (count % 100 === 0) await setImmediate()
    if (count === warm) early = await liveMemory()
    const start = process.threadCpuUsage()
    try {
      await run(random)
    } catch (error) {
      failures++
      first ||= error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)
    }
    const { user, system } = process.threadCpuUsage(start)
    slowest = Math.max(slowest, (user + system) / 1000)
  }
  const live = [early, await liveMemory()] as const
  return { reader, inputs, failures, slowest: Math.round(slowest), first, live }
}
