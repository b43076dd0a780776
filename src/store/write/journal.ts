// The numbers of writes, and the note that a write is replacing rows. Found at a start, it says which write to finish; a normal start finds none.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { removeDurably, writeDurably } from '../durable.ts'

let last = 0n

/** A thread beside the main one takes its numbers from the other half of each millisecond. */
const SHARE = isMainThread ? 0n : 500n

/** A number no other write has: microseconds since 1970, counted on where the clock stands still or steps back. */
export function nextWriteId(): string {
  const now = BigInt(Date.now()) * 1000n + SHARE
  last = now > last ? now : last + 1n
  return String(last)
}

/** The note in one data directory. */
export class Journal {
  readonly #file: string

  constructor(directory: string) {
    this.#file = join(directory, 'unfinished-write')
  }

  /** Notes, durably, that rows of a write replace others from now on. */
  begin(writeId: string): void {
    writeDurably(this.#file, writeId)
  }

  /** The replacing is complete. */
  end(): void {
    removeDurably(this.#file)
  }

  /** The write that was cut in half, if one was. */
  unfinished(): string | undefined {
    if (!existsSync(this.#file)) return undefined
    const writeId = readFileSync(this.#file, 'utf8').trim()
    return /^\d+$/.test(writeId) ? writeId : undefined
  }
}
