// Which entries of a container are unpacked before they are read: folder sources, pictures, and the reports that name pictures. The
// picture may come before or after its report, and a stream cannot go back.
import { makeSample, SAMPLE_SIZE } from '../detect.ts'
import type { Sample } from '../importer.ts'
import type { ContainerEntry } from './container.ts'
import { ByteQueue } from './stream.ts'
import type { TemporaryFolder } from './unpack.ts'
import type { Anchor } from './walk.ts'

/** What is unpacked. */
export interface UnpackRules {
  readonly anchors: readonly Anchor[]
  /** Whether a file may name pictures beside it. */
  readonly namesPictures?: ((sample: Sample) => boolean) | undefined
}

const PICTURE = /\.(?:png|jpe?g|webp)$/i
/** Larger pictures are refused by every reader. */
const LARGEST_PICTURE = 16 * 1024 * 1024
/** Larger reports are read from the stream, without the pictures that they name. */
const LARGEST_REPORT = 2 * 1024 ** 3

/** The entries of one container that are unpacked. */
export class UnpackedEntries {
  readonly #rules: UnpackRules
  readonly #make: () => Promise<TemporaryFolder>
  readonly #taken = new Set<string>()
  #folder: TemporaryFolder | undefined
  #takesAll = false

  constructor(rules: UnpackRules, make: () => Promise<TemporaryFolder>) {
    this.#rules = rules
    this.#make = make
  }

  /** The folder they are in; undefined where nothing was unpacked. */
  get path(): string | undefined {
    return this.#folder?.path
  }

  /** Unpacks an entry; returns the entry instead where it is to be read from the stream. */
  async take(path: string, entry: ContainerEntry): Promise<ContainerEntry | undefined> {
    this.#takesAll ||= this.#belongsToFolder(path)
    if (this.#takesAll) return this.#write(path, entry)
    const { namesPictures } = this.#rules
    // The second entry of a name must not replace the first.
    if (namesPictures === undefined || this.#taken.has(path)) return entry
    if (PICTURE.test(path)) return this.#writeUpTo(LARGEST_PICTURE, path, entry)
    const queue = new ByteQueue(entry.bytes())
    const head = new Uint8Array(await queue.look(SAMPLE_SIZE))
    const again = { ...entry, bytes: () => queue.rest() }
    if (!namesPictures(makeSample(path, head, queue.endsWithin(SAMPLE_SIZE)))) return again
    return this.#writeUpTo(LARGEST_REPORT, path, again)
  }

  /** Removes them. */
  async remove(): Promise<void> {
    await this.#folder?.remove()
  }

  async #writeUpTo(most: number, path: string, entry: ContainerEntry): Promise<ContainerEntry | undefined> {
    this.#folder ??= await this.#make()
    const { size = Infinity } = entry
    return size > Math.min(most, this.#folder.room) ? entry : this.#write(path, entry)
  }

  async #write(path: string, entry: ContainerEntry): Promise<undefined> {
    this.#folder ??= await this.#make()
    this.#taken.add(path)
    await this.#folder.write(path, entry.bytes(), entry.modified)
  }

  #belongsToFolder(path: string): boolean {
    const parts = path.split('/')
    const last = parts.at(-1)
    return this.#rules.anchors.some(
      (anchor) => last === anchor.file || parts.some((part) => anchor.parts.includes(part)),
    )
  }
}
