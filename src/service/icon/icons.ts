// The stored icons of sites, by the hash that records have of them.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IconType, iconType } from '../../asset/index.ts'
import { replaceFile } from '../../disk/index.ts'
import { iconHash } from '../../enrich/index.ts'

/** One icon for a response. */
interface Icon {
  readonly type: IconType
  readonly bytes: Buffer
}

/** Maximum number of icons; with the largest icons that is 1.25 GiB. */
const MOST = 20_000

const HASH = /^-?\d{1,10}$/

/**
 * Stores icons in files named by their hash, in the data directory. Importing processes write them and the process that serves the
 * page reads them, without a schema, a lock or a transaction; when a file is missing, no icon is shown. In the state database they
 * would make every backup of accounts a thousand times larger, and imports would have to open it.
 */
export class Icons {
  readonly #directory: string
  readonly #most: number
  #known: Set<string> | undefined

  constructor(directory: string, most = MOST) {
    this.#directory = directory
    this.#most = most
  }

  /**
   * Stores an icon under the hash of its bytes, once. Ignores bytes that are not a picture or too large, and icons beyond the
   * limit. Returns the reason if it could not be written.
   */
  keep(bytes: Uint8Array): string | undefined {
    if (iconType(bytes) === undefined) return undefined
    const hash = iconHash(bytes)
    try {
      this.#known ??= this.#list()
      if (this.#known.has(hash) || this.#known.size >= this.#most) return undefined
      replaceFile(join(this.#directory, hash), bytes, { durable: false })
      this.#known.add(hash)
      return undefined
    } catch (error) {
      return `icons of sites cannot be stored: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** Whether the icon with this hash is stored. */
  has(hash: string): boolean {
    return HASH.test(hash) && existsSync(join(this.#directory, hash))
  }

  /** The icon with this hash. */
  async read(hash: string): Promise<Icon | undefined> {
    if (!this.has(hash)) return undefined
    const bytes = await readFile(join(this.#directory, hash))
    const type = iconType(bytes)
    return type && { type, bytes }
  }

  #list(): Set<string> {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    return new Set(readdirSync(this.#directory).filter((name) => HASH.test(name)))
  }
}
