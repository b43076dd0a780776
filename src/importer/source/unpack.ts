// Containers whose parts are needed in any order, in a temporary directory. Paths out of it, links and devices are left out.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Limits } from './guard.ts'
import type { Bytes } from './stream.ts'

const LONGEST_PATH = 1024

/** The path of an entry within its container, or undefined when it leads out of it or names nothing. */
export function safePath(name: string): string | undefined {
  if (name.length > LONGEST_PATH || name.includes('\0')) return undefined
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..') || /^[a-z]:/i.test(name)) return undefined
  return parts.some((part) => Buffer.byteLength(part) > 255) ? undefined : parts.join('/')
}

/** A temporary directory that is filled once and removed at the end. */
export class TemporaryFolder {
  readonly path: string
  readonly #limits: Limits
  #size = 0

  private constructor(path: string, limits: Limits) {
    this.path = path
    this.#limits = limits
  }

  /** Makes an empty one below `parent`, by default the system's directory for temporary files. */
  static async make(limits: Limits, parent = tmpdir()): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(parent, 'periplus-import-')), limits)
  }

  /** Bytes that may still be written. */
  get room(): number {
    return this.#limits.maxUnpacked - this.#size
  }

  /** Writes one file; its path must come from `safePath`. Fails beyond the limit of unpacked bytes. */
  async write(path: string, bytes: Bytes, modified: number | undefined): Promise<string> {
    const target = join(this.path, path)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(
      Readable.from(this.#counted(bytes), { objectMode: false }),
      createWriteStream(target, { mode: 0o600 }),
    )
    if (modified !== undefined) await utimes(target, modified / 1000, modified / 1000)
    return target
  }

  /** Removes it and all in it. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }

  async *#counted(bytes: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#size += chunk.length
      if (this.#size > this.#limits.maxUnpacked)
        throw new Error(
          `it unpacks to more than ${this.#limits.maxUnpacked} bytes; raise import.maxUnpacked to read it`,
        )
      yield chunk
    }
  }
}
