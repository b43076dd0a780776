// The stored screenshots of services: files by the hash of their content, up to a size.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceLargeFile } from '../../disk/index.ts'
import { PICTURE_LIMITS, type Picture, type PictureType, pictureType } from '../../enrich/index.ts'

/** One screenshot as it is served. */
export interface Screenshot {
  readonly type: PictureType
  readonly bytes: Buffer
}

/** A stored file. */
interface Stored {
  readonly sha256: string
  readonly bytes: number
  /** When it was last kept, in milliseconds UTC. */
  readonly kept: number
}

const SHA256 = /^[0-9a-f]{64}$/

/**
 * Screenshots in files named by the SHA-256 of their bytes, in folders of the data directory named by its first two digits. Importing
 * processes write them, and the process that serves the page reads them, without a lock: a file is whole or absent and never changes.
 */
export class Screenshots {
  readonly #directory: string
  readonly #limit: number
  /** Bytes of all files, counted at the first use. */
  #bytes: number | undefined

  constructor(directory: string, limit: number) {
    this.#directory = directory
    this.#limit = limit
  }

  /** Stores a screenshot once; returns the reason if it was not stored. */
  async keep({ sha256, bytes }: Picture): Promise<string | undefined> {
    if (this.#limit === 0) return undefined
    try {
      return (await this.#touch(sha256)) ? undefined : await this.#add(sha256, bytes)
    } catch (error) {
      return `screenshots cannot be kept: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** The screenshot of this name; undefined where there is none, and for a file that is not what its name says. */
  async read(sha256: string): Promise<Screenshot | undefined> {
    if (!SHA256.test(sha256)) return undefined
    const path = this.#pathOf(sha256)
    const status = await stat(path).catch(() => undefined)
    if (!status?.isFile() || status.size > PICTURE_LIMITS.bytes) return undefined
    const bytes = await readFile(path).catch(() => undefined)
    const type = bytes && pictureType(bytes)
    const isWhole = bytes && createHash('sha256').update(bytes).digest('hex') === sha256
    return isWhole && type ? { type, bytes } : undefined
  }

  /** Names of the files that were last kept before a time (milliseconds UTC). */
  async keptBefore(time: number): Promise<readonly string[]> {
    const names: string[] = []
    for await (const { sha256, kept } of this.#stored()) if (kept < time) names.push(sha256)
    return names
  }

  /** Removes a screenshot unless it was kept again since a time; returns whether it was removed. */
  async remove(sha256: string, since: number): Promise<boolean> {
    const status = await stat(this.#pathOf(sha256)).catch(() => undefined)
    if (status === undefined || status.mtimeMs >= since) return false
    await unlink(this.#pathOf(sha256))
    if (this.#bytes !== undefined) this.#bytes -= status.size
    return true
  }

  /** Marks a stored file as kept now; false where there is none. */
  async #touch(sha256: string): Promise<boolean> {
    const now = new Date()
    return utimes(this.#pathOf(sha256), now, now).then(
      () => true,
      () => false,
    )
  }

  async #add(sha256: string, bytes: Uint8Array): Promise<string | undefined> {
    this.#bytes ??= await this.#count()
    if (this.#bytes + bytes.length > this.#limit)
      return `the screenshots take ${this.#limit} bytes: further ones are not kept; raise import.screenshots to keep them`
    const path = this.#pathOf(sha256)
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await replaceLargeFile(path, bytes, { durable: false })
    this.#bytes += bytes.length
    return undefined
  }

  #pathOf(sha256: string): string {
    return join(this.#directory, sha256.slice(0, 2), sha256)
  }

  async #count(): Promise<number> {
    let sum = 0
    for await (const { bytes } of this.#stored()) sum += bytes
    return sum
  }

  async *#stored(): AsyncGenerator<Stored> {
    for (const folder of await namesIn(this.#directory))
      for (const sha256 of await namesIn(join(this.#directory, folder))) {
        if (!SHA256.test(sha256) || !sha256.startsWith(folder)) continue
        // A file may be removed meanwhile.
        const status = await stat(this.#pathOf(sha256)).catch(() => undefined)
        if (status?.isFile()) yield { sha256, bytes: status.size, kept: status.mtimeMs }
      }
  }
}

/** The names in a folder; none where there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
