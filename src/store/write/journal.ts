// The note that a write is replacing rows. Found at a start, it says which write to finish; a normal start finds none.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeDurably, writeDurably } from '../durable.ts'

/** The note in one data directory, and the numbers of writes. */
export class Journal {
  readonly #file: string
  #last = 0n

  constructor(directory: string) {
    this.#file = join(directory, 'unfinished-write')
  }

  /** A number no other write has: microseconds since 1970, counted on where the clock stands still or steps back. */
  nextId(): string {
    const now = BigInt(Date.now()) * 1000n
    this.#last = now > this.#last ? now : this.#last + 1n
    return String(this.#last)
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
